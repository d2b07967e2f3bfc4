/// A part of the Earth's surface that is watched.
public struct Geofence: Hashable, Sendable {
  /// Names it in events; unique among the fences watched together.
  public var id: String
  /// Names it for people.
  public var name: String
  /// Where it is.
  public var shape: Shape
  /// How long one stays in it before that is told, or nil for the usual time.
  public var dwellTime: Duration?

  /// Where a geofence is.
  public enum Shape: Hashable, Sendable {
    /// All that is no farther than a radius in metres from a centre.
    case circle(center: Coordinate, radius: Double)
    /// The inside of polygons; each is a ring, and rings that are holes in it. The sides are straight
    /// in longitude and latitude (RFC 7946, section 3.1.1) and take the short way round the Earth.
    case polygons([Polygon])
    /// All that is no farther than a distance in metres from one of some lines.
    case corridor(lines: [[Coordinate]], distance: Double)
  }

  /// A ring and the rings that are holes in it; whether a ring's last point repeats its first is all
  /// the same.
  public struct Polygon: Hashable, Sendable {
    /// The outer ring.
    public var ring: [Coordinate]
    /// The holes.
    public var holes: [[Coordinate]]

    /// Makes a polygon.
    public init(ring: [Coordinate], holes: [[Coordinate]] = []) {
      self.ring = ring
      self.holes = holes
    }
  }

  /// Makes a geofence.
  public init(id: String, name: String? = nil, shape: Shape, dwellTime: Duration? = nil) {
    self.id = id
    self.name = name ?? id
    self.shape = shape
    self.dwellTime = dwellTime
  }

  /// A box around the fence, widened by a margin in metres; nil for a fence without an extent.
  public func bounds(margin: Double = 0) -> BoundingBox? {
    let metersPerDegree = Geodesy.earthRadius * .pi / 180
    let (points, distance): ([Coordinate], Double) =
      switch shape {
      case .circle(let center, let radius): ([center], radius)
      case .polygons(let polygons): (polygons.flatMap(\.ring), 0)
      case .corridor(let lines, let distance): (lines.flatMap { $0 }, distance)
      }
    guard var box = BoundingBox(points) else { return nil }
    let height = (distance + margin) / metersPerDegree
    box.south = max(-90, box.south - height)
    box.north = min(90, box.north + height)
    // The meridians lie closest at the box's end that is nearer to a pole.
    let scale = Geodesy.parallelScale(latitude: max(abs(box.south), abs(box.north)))
    let width = scale > 0 ? height / scale : 360
    guard box.width + 2 * width < 360 else {
      return BoundingBox(west: -180, south: box.south, east: 180, north: box.north)
    }
    box.west = Degrees.wrappedLongitude(box.west - width)
    box.east = Degrees.wrappedLongitude(box.east + width)
    return box
  }
}
