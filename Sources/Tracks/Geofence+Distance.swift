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
