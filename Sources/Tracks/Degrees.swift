/// Arithmetic on angles in degrees.
public enum Degrees {
  /// The same meridian in −180...180, for a longitude in any number of turns.
  @inlinable
  public static func wrappedLongitude(_ longitude: Double) -> Double {
    guard abs(longitude) > 180 else { return longitude }
    let turned = (longitude + 180).truncatingRemainder(dividingBy: 360)
    return turned < 0 ? turned + 180 : turned - 180
  }

  /// The same direction in 0..<360.
  @inlinable
  public static func wrappedCourse(_ course: Double) -> Double {
    let turned = course.truncatingRemainder(dividingBy: 360)
    let positive = turned < 0 ? turned + 360 : turned
    // A tiny negative angle rounds up to a whole turn when 360 is added.
    return positive >= 360 ? 0 : positive
  }

  /// The shortest way from one angle to another, in −180..<180; positive is clockwise, or east.
  @inlinable
  public static func shortestTurn(from: Double, to: Double) -> Double {
    let turned = wrappedCourse(to - from)
    return turned >= 180 ? turned - 360 : turned
  }

  /// The course a part of the way from one to another by the short way, in 0..<360.
  ///
  /// - Parameters:
  ///   - from: The course at fraction 0, degrees clockwise from true north.
  ///   - to: The course at fraction 1.
  ///   - fraction: How far along, usually in 0...1.
  /// - Returns: The course in between.
  @inlinable
  public static func interpolatedCourse(
    from: Double, to: Double, fraction: Double
  ) -> Double {
    wrappedCourse(from + shortestTurn(from: from, to: to) * fraction)
  }
}
