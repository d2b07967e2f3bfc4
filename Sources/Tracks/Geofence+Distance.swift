import Glibc

extension Geofence {
  /// Metres from the fence's border to a coordinate: negative inside, positive outside.
  ///
  /// Near the border it is good to a thousandth; far away it may be off by as much as a plane is from the
  /// sphere.
  public func signedDistance(to coordinate: Coordinate) -> Double {
    switch shape {
    case .circle(let center, let radius):
      return Geodesy.distance(from: center, to: coordinate) - radius
    case .polygons(let polygons):
      let plane = LocalPlane(around: coordinate)
      var nearest = Double.infinity
      var isInside = false
      for polygon in polygons {
        var isInPolygon = plane.isInside(polygon.ring)
        nearest = min(nearest, plane.distance(to: polygon.ring, isClosed: true))
        for hole in polygon.holes {
          if plane.isInside(hole) { isInPolygon = false }
          nearest = min(nearest, plane.distance(to: hole, isClosed: true))
        }
        if isInPolygon { isInside = true }
      }
      return isInside ? -nearest : nearest
    case .corridor(let lines, let distance):
      let plane = LocalPlane(around: coordinate)
      return lines.reduce(.infinity) { min($0, plane.distance(to: $1, isClosed: false)) } - distance
    }
  }
}

extension Geodesy {
  /// The length of a degree of longitude at a latitude, in degrees of latitude.
  static func parallelScale(latitude: Double) -> Double { max(0, cos(latitude * .pi / 180)) }
}

/// The plane that touches the sphere at a coordinate, in metres to the east and north of it.
private struct LocalPlane {
  private let origin: Coordinate
  private let scale: SIMD2<Double>

  init(around origin: Coordinate) {
    self.origin = origin
    let metersPerDegree = Geodesy.earthRadius * .pi / 180
    scale = SIMD2(
      metersPerDegree * Geodesy.parallelScale(latitude: origin.latitude), metersPerDegree)
  }

  private func degrees(_ coordinate: Coordinate) -> SIMD2<Double> {
    SIMD2(
      Degrees.shortestTurn(from: origin.longitude, to: coordinate.longitude),
      coordinate.latitude - origin.latitude)
  }

  /// Whether the origin lies inside a ring, by the sides that a ray to the east meets.
  func isInside(_ ring: [Coordinate]) -> Bool {
    guard ring.count > 2 else { return false }
    var isInside = false
    var previous = degrees(ring[ring.count - 1])
    for point in ring {
      let point = degrees(point)
      if (point.y > 0) != (previous.y > 0) {
        let x = point.x - point.y * (previous.x - point.x) / (previous.y - point.y)
        if x > 0 { isInside.toggle() }
      }
      previous = point
    }
    return isInside
  }

  /// Metres from the origin to the nearest point of a line or a ring.
  func distance(to line: [Coordinate], isClosed: Bool) -> Double {
    guard let last = line.last else { return .infinity }
    var nearest = Double.infinity
    var previous = degrees(isClosed ? last : line[0]) * scale
    for point in line {
      let point = degrees(point) * scale
      let side = point - previous
      let length = (side * side).sum()
      let along = length > 0 ? min(1, max(0, -(previous * side).sum() / length)) : 0
      let foot = previous + side * along
      nearest = min(nearest, (foot * foot).sum())
      previous = point
    }
    return nearest.squareRoot()
  }
}
