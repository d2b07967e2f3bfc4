/// The plane that touches the sphere at a coordinate, in metres to the east and north of it.
struct LocalPlane {
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
      nearest = min(nearest, Self.squaredDistance(toSideFrom: previous, to: point))
      previous = point
    }
    return nearest.squareRoot()
  }

  /// Metres from the origin to the nearest point of the straight line between two coordinates.
  func distance(toSideFrom start: Coordinate, to end: Coordinate) -> Double {
    Self.squaredDistance(toSideFrom: degrees(start) * scale, to: degrees(end) * scale)
      .squareRoot()
  }

  private static func squaredDistance(
    toSideFrom start: SIMD2<Double>, to end: SIMD2<Double>
  ) -> Double {
    let side = end - start
    let length = (side * side).sum()
    let along = length > 0 ? min(1, max(0, -(start * side).sum() / length)) : 0
    let foot = start + side * along
    return (foot * foot).sum()
  }
}
