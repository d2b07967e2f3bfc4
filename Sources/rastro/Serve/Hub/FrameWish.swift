import DashboardProtocol
import Tracks

/// What a connection's position frames hold and how often they come; equal wishes share one frame.
struct FrameWish: Hashable {
  /// Vehicle ids, or nil for all.
  var vehicles: Set<String>?
  /// The part of the map in view, or nil for all.
  var box: BoundingBox?
  /// The least time between two frames.
  var period = Duration.zero

  /// The wish of a connection that did not say what it wants.
  static let everything = FrameWish()

  private init() {}

  init(_ wish: SubscriptionWish) {
    vehicles = wish.vehicles.map(Set.init)
    box = wish.box.map(Self.widened)
    period = .milliseconds(
      max(wish.periodMilliseconds ?? 0, wish.minPeriodMilliseconds ?? 0))
  }

  /// The box with a margin, so that what comes into view is there already.
  private static func widened(_ box: BoundingBox) -> BoundingBox {
    let (width, height) = (box.width * 0.1, (box.north - box.south) * 0.1)
    var wide = box
    wide.south = max(-90, box.south - height)
    wide.north = min(90, box.north + height)
    if box.width + 2 * width >= 360 {
      (wide.west, wide.east) = (-180, 180)
    } else {
      wide.west = Degrees.wrappedLongitude(box.west - width)
      wide.east = Degrees.wrappedLongitude(box.east + width)
    }
    return wide
  }
}

/// Chooses the vehicles of a frame.
struct FrameFilter {
  private let numbers: Set<UInt32>?
  private let box: Box?

  /// A box in the units of the frames.
  private struct Box {
    var west: Int32
    var south: Int32
    var east: Int32
    var north: Int32

    init(_ box: BoundingBox) {
      func units(_ degrees: Double) -> Int32 { Int32((degrees * 1e7).rounded()) }
      (west, south, east, north) =
        (units(box.west), units(box.south), units(box.east), units(box.north))
    }

    func contains(latitude: Int32, longitude: Int32) -> Bool {
      guard latitude >= south, latitude <= north else { return false }
      return west <= east
        ? longitude >= west && longitude <= east : longitude >= west || longitude <= east
    }
  }

  /// Makes the filter of a wish for the vehicles that are loaded.
  init(_ wish: FrameWish, numbers known: [String: UInt32]) {
    numbers = wish.vehicles.map { Set($0.compactMap { known[$0] }) }
    box = wish.box.map(Box.init)
  }

  /// The indexes of the vehicles that are wanted, or nil for all.
  ///
  /// With a box, vehicles that are named as well are wanted wherever they are.
  func indexes(of columns: PositionColumns) -> [Int]? {
    guard numbers != nil || box != nil else { return nil }
    return columns.vehicles.indices.filter { index in
      if let numbers, numbers.contains(columns.vehicles[index]) { return true }
      guard let box else { return false }
      return box.contains(
        latitude: columns.latitudes[index], longitude: columns.longitudes[index])
    }
  }
}
