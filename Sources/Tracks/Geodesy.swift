import Glibc

/// Great-circle geometry on the mean sphere of the Earth.
///
/// The sphere differs from the WGS 84 ellipsoid by up to 0.56 % in distance; at the length of a
/// trace's steps the error of the fixes is larger.
public enum Geodesy {
  /// Mean radius of the Earth in metres (IUGG, GRS 80: (2a + b) / 3).
  public static let earthRadius = 6_371_008.8

  /// Great-circle distance in metres, by the haversine formula (exact near zero, good at antipodes
  /// to about 10 m).
  public static func distance(from start: Coordinate, to end: Coordinate) -> Double {
    let latitude1 = start.latitude.radians
    let latitude2 = end.latitude.radians
    let sinHalfLatitude = sin((latitude2 - latitude1) / 2)
    let sinHalfLongitude = sin((end.longitude - start.longitude).radians / 2)
    let chord =
      sinHalfLatitude * sinHalfLatitude
      + cos(latitude1) * cos(latitude2) * sinHalfLongitude * sinHalfLongitude
    return 2 * earthRadius * asin(min(1, chord.squareRoot()))
  }

  /// Initial great-circle course from one coordinate to another in 0..<360 degrees clockwise from
  /// true north, or nil when they are the same place.
  public static func course(from start: Coordinate, to end: Coordinate) -> Double? {
    let latitude1 = start.latitude.radians
    let latitude2 = end.latitude.radians
    let turn = (end.longitude - start.longitude).radians
    let east = sin(turn) * cos(latitude2)
    // sin(a − b) spelt so that nearby latitudes do not cancel each other's digits.
    let sinHalfTurn = sin(turn / 2)
    let north =
      sin(latitude2 - latitude1) + 2 * sin(latitude1) * cos(latitude2) * sinHalfTurn * sinHalfTurn
    guard east != 0 || north != 0 else { return nil }
    return Degrees.wrappedCourse(atan2(east, north).degrees)
  }

  /// The place reached by going a distance on a great circle.
  ///
  /// - Parameters:
  ///   - start: Where the way begins.
  ///   - distance: Metres; a negative distance goes backward.
  ///   - course: Initial course in degrees clockwise from true north.
  /// - Returns: The place where the way ends.
  public static func destination(
    from start: Coordinate, distance: Double, course: Double
  ) -> Coordinate {
    let angle = distance / earthRadius
    let latitude1 = start.latitude.radians
    let direction = course.radians
    // The end as a vector, in axes turned to the start's meridian: nothing cancels near the poles.
    let up = sin(latitude1) * cos(angle) + cos(latitude1) * sin(angle) * cos(direction)
    let ahead = cos(latitude1) * cos(angle) - sin(latitude1) * sin(angle) * cos(direction)
    let east = sin(angle) * sin(direction)
    return Coordinate(
      wrappingLatitude: atan2(up, hypot(ahead, east)).degrees,
      longitude: start.longitude + atan2(east, ahead).degrees)
  }

  /// The place a part of the way along the great circle between two coordinates.
  ///
  /// Antipodes have no one great circle between them; the way over the start's meridian is taken.
  ///
  /// - Parameters:
  ///   - start: The place at fraction 0.
  ///   - end: The place at fraction 1.
  ///   - fraction: How far along; 0 and 1 give the ends exactly.
  /// - Returns: The place in between.
  public static func interpolated(
    from start: Coordinate, to end: Coordinate, fraction: Double
  ) -> Coordinate {
    if fraction == 0 || start == end { return start }
    if fraction == 1 { return end }
    let angle = distance(from: start, to: end) / earthRadius
    // Below some 10 m the sphere is flat to the last digit, and the sines would divide near zero.
    if angle < 1.5e-6 {
      return Coordinate(
        wrappingLatitude: start.latitude + (end.latitude - start.latitude) * fraction,
        longitude: start.longitude
          + Degrees.shortestTurn(from: start.longitude, to: end.longitude) * fraction)
    }
    guard let course = course(from: start, to: end) else { return start }
    return destination(from: start, distance: angle * fraction * earthRadius, course: course)
  }
}

extension Double {
  fileprivate var radians: Double { self * (.pi / 180) }
  fileprivate var degrees: Double { self * (180 / .pi) }
}
