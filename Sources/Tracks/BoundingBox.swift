/// A box of longitudes and latitudes, which may lie over the antimeridian.
///
/// When `west > east` the box goes from `west` eastward over ±180° to `east` (RFC 7946, section 5.2).
public struct BoundingBox: Hashable, Sendable {
  /// Western edge in degrees, −180...180.
  public var west: Double
  /// Southern edge in degrees, −90...90.
  public var south: Double
  /// Eastern edge in degrees, −180...180.
  public var east: Double
  /// Northern edge in degrees, −90...90.
  public var north: Double

  /// Makes a box from its edges in degrees, in the order of RFC 7946.
  public init(west: Double, south: Double, east: Double, north: Double) {
    self.west = west
    self.south = south
    self.east = east
    self.north = north
  }

  /// The smallest plain box around some coordinates, never over the antimeridian, or nil for none.
  public init?(plain coordinates: some Sequence<Coordinate>) {
    var box: BoundingBox?
    for coordinate in coordinates {
      if box == nil {
        box = BoundingBox(
          west: coordinate.longitude, south: coordinate.latitude,
          east: coordinate.longitude, north: coordinate.latitude)
      } else {
        box?.extendPlain(to: coordinate)
      }
    }
    guard let box else { return nil }
    self = box
  }

  /// Makes the box reach a coordinate without going over the antimeridian.
  public mutating func extendPlain(to coordinate: Coordinate) {
    west = min(west, coordinate.longitude)
    east = max(east, coordinate.longitude)
    south = min(south, coordinate.latitude)
    north = max(north, coordinate.latitude)
  }

  /// The narrowest box around some coordinates, over the antimeridian where that is narrower, or nil
  /// for none.
  public init?(_ coordinates: some Sequence<Coordinate>) {
    var longitudes: [Double] = []
    var south = 90.0
    var north = -90.0
    for coordinate in coordinates {
      longitudes.append(coordinate.longitude)
      south = min(south, coordinate.latitude)
      north = max(north, coordinate.latitude)
    }
    guard !longitudes.isEmpty else { return nil }
    longitudes.sort()
    // The box is the circle of longitudes less its widest empty arc.
    var west = longitudes[0]
    var east = longitudes[longitudes.count - 1]
    var widest = west + 360 - east
    for (left, right) in zip(longitudes, longitudes.dropFirst()) where right - left > widest {
      widest = right - left
      west = right
      east = left
    }
    self.init(west: west, south: south, east: east, north: north)
  }

  /// Degrees of longitude from west to east, in 0...360.
  public var width: Double { west <= east ? east - west : east - west + 360 }

  /// Whether a coordinate lies in the box, its edges included.
  @inlinable
  public func contains(_ coordinate: Coordinate) -> Bool {
    guard coordinate.latitude >= south, coordinate.latitude <= north else { return false }
    if west <= east { return coordinate.longitude >= west && coordinate.longitude <= east }
    return coordinate.longitude >= west || coordinate.longitude <= east
  }
}
