import Glibc
public import Tracks

/// A circle on the ground whose borders a device watches.
public struct DeviceRegion: Hashable, Sendable {
  /// Names it; a region that is monitored anew under the same name takes the old one's place.
  public var id: String
  /// The middle.
  public var center: Coordinate
  /// Metres from the middle to the border, more than 0.
  public var radius: Double

  /// Makes a region.
  public init(id: String, center: Coordinate, radius: Double) {
    precondition(radius > 0 && radius.isFinite, "A region's radius is more than 0")
    self.id = id
    self.center = center
    self.radius = radius
  }

  /// On which side of the border a device is.
  public enum Side: String, Hashable, Sendable {
    /// Within the radius.
    case inside
    /// Beyond it.
    case outside
  }
}

/// Tells when a device crosses a region's border, by the way between its fixes.
struct RegionWatch: Hashable, Sendable {
  let region: DeviceRegion
  private(set) var side: DeviceRegion.Side?
  private var last: Coordinate?

  /// So many metres beyond the border count as outside, so that a device on it does not flap.
  private var margin: Double { min(20, region.radius / 10) }

  init(_ region: DeviceRegion) {
    self.region = region
  }

  /// What a move brings about, in its order.
  enum Crossing: Hashable, Sendable {
    /// The side is known for the first time.
    case determined(DeviceRegion.Side)
    case entered
    case exited
  }

  mutating func move(to coordinate: Coordinate) -> [Crossing] {
    defer { last = coordinate }
    let distance = Geodesy.distance(from: region.center, to: coordinate)
    switch side {
    case nil:
      let side: DeviceRegion.Side = distance <= region.radius ? .inside : .outside
      self.side = side
      return [.determined(side)]
    case .inside:
      guard distance > region.radius + margin else { return [] }
      side = .outside
      return [.exited]
    case .outside:
      if distance <= region.radius {
        side = .inside
        return [.entered]
      }
      guard let last, nearest(from: last, to: coordinate) <= region.radius else { return [] }
      // It passed through between two fixes.
      return [.entered, .exited]
    }
  }

  /// The least distance in metres of the way between two fixes from the middle, on a plane that
  /// touches the Earth there.
  private func nearest(from start: Coordinate, to end: Coordinate) -> Double {
    let (x1, y1) = plane(start)
    let (x2, y2) = plane(end)
    let (dx, dy) = (x2 - x1, y2 - y1)
    let squared = dx * dx + dy * dy
    guard squared > 0 else { return (x1 * x1 + y1 * y1).squareRoot() }
    let part = min(1, max(0, -(x1 * dx + y1 * dy) / squared))
    let (x, y) = (x1 + part * dx, y1 + part * dy)
    return (x * x + y * y).squareRoot()
  }

  private func plane(_ coordinate: Coordinate) -> (x: Double, y: Double) {
    let distance = Geodesy.distance(from: region.center, to: coordinate)
    guard let course = Geodesy.course(from: region.center, to: coordinate) else { return (0, 0) }
    let angle = course * .pi / 180
    return (distance * sin(angle), distance * cos(angle))
  }
}
