import Tracks

extension Lane {
  /// The vehicle's fix at a place, or nil where it has none; without its time.
  ///
  /// - Parameters:
  ///   - place: Where the vehicle is.
  ///   - interpolation: How what lies between two fixes is worked out.
  /// - Returns: A recorded fix, or one that is marked as interpolated.
  func fix(at place: Place, interpolation: Interpolation) -> Fix? {
    switch place {
    case .before, .absent: nil
    case .fix(let index): markedFix(index)
    case .held(let index): Self.standing(markedFix(index))
    case .ended(let index): Self.standing(markedFix(index))
    case .between(let index, let fraction):
      interpolation == .off
        ? markedFix(index) : interpolated(index, fraction, isSmooth: interpolation == .smooth)
    }
  }

  /// A fix of which it is not known that it still moves.
  private static func standing(_ fix: Fix) -> Fix {
    var fix = fix
    fix.speed = nil
    fix.marks.remove(.derivedSpeed)
    return fix
  }

  /// The fix a part of the way from one to the next, marked as interpolated.
  func interpolated(_ index: Int, _ fraction: Double, isSmooth: Bool = false) -> Fix {
    let (start, end) = (fixes[index], fixes[index + 1])
    var fix = start
    fix.coordinate =
      isSmooth
      ? smoothCoordinate(index, fraction)
      : Geodesy.interpolated(from: start.coordinate, to: end.coordinate, fraction: fraction)
    fix.altitude = between(start.altitude, end.altitude, fraction)
    fix.horizontalAccuracy = between(start.horizontalAccuracy, end.horizontalAccuracy, fraction)
    fix.marks.formUnion(end.marks)
    fix.marks.insert(.interpolated)
    let seconds = Double(offsets[index + 1] - offsets[index]) * 1e-9
    let velocity = Motion.between(start.coordinate, end.coordinate, seconds: seconds)
    if let speed = between(start.speed, end.speed, fraction) {
      fix.speed = speed
    } else {
      fix.speed = velocity.speed
      fix.marks.insert(.derivedSpeed)
    }
    if let startCourse = start.course, let endCourse = end.course {
      fix.course = Degrees.interpolatedCourse(from: startCourse, to: endCourse, fraction: fraction)
    } else {
      fix.course = velocity.course
      fix.marks.insert(.derivedCourse)
    }
    if fix.speed == nil { fix.marks.remove(.derivedSpeed) }
    if fix.course == nil { fix.marks.remove(.derivedCourse) }
    return fix
  }

  private func between(_ start: Double?, _ end: Double?, _ fraction: Double) -> Double? {
    guard let start, let end else { return nil }
    return start + (end - start) * fraction
  }

  /// A point of the cubic curve through the fix, its neighbours and the next (Hermite, with the
  /// tangents of Catmull and Rom for uneven times).
  private func smoothCoordinate(_ index: Int, _ fraction: Double) -> Coordinate {
    let (start, end) = (fixes[index].coordinate, fixes[index + 1].coordinate)
    let step = Double(offsets[index + 1] - offsets[index])
    // On a long way, or near a pole, the plane is too far from the sphere.
    guard step > 0, start != end, abs(start.latitude) < 85,
      Geodesy.distance(from: start, to: end) < 20_000
    else { return Geodesy.interpolated(from: start, to: end, fraction: fraction) }
    let chord = SIMD2(
      Degrees.shortestTurn(from: start.longitude, to: end.longitude),
      end.latitude - start.latitude)
    let slope = chord / step
    let startSlope = tangent(slope, step, neighbour: index - 1, link: index - 1, from: start)
    let endSlope = tangent(slope, step, neighbour: index + 2, link: index + 1, from: end)
    let square = fraction * fraction
    let cube = square * fraction
    let point =
      (3 * square - 2 * cube) * chord + (cube - 2 * square + fraction) * step * startSlope
      + (cube - square) * step * endSlope
    return Coordinate(
      wrappingLatitude: start.latitude + point.y, longitude: start.longitude + point.x)
  }

  /// The slope at an end of a link in degrees a nanosecond, from the links on both sides of it.
  private func tangent(
    _ slope: SIMD2<Double>, _ step: Double, neighbour: Int, link: Int, from end: Coordinate
  ) -> SIMD2<Double> {
    guard fixes.indices.contains(neighbour), self.link(after: link)?.passage ?? .moves == .moves
    else { return slope }
    let otherStep = Double(abs(offsets[link + 1] - offsets[link]))
    guard otherStep > 0 else { return slope }
    let other = fixes[neighbour].coordinate
    let sign = neighbour > link ? 1.0 : -1.0
    let otherSlope =
      SIMD2(
        Degrees.shortestTurn(from: end.longitude, to: other.longitude),
        other.latitude - end.latitude) * (sign / otherStep)
    return (slope * otherStep + otherSlope * step) / (step + otherStep)
  }
}

/// Speed and course between two fixes.
struct Motion {
  /// Metres per second, or nil when no time passed.
  var speed: Double?
  /// Degrees clockwise from true north, or nil when it would be chance.
  var course: Double?

  /// The motion that leads from one place to another in a time.
  static func between(_ start: Coordinate, _ end: Coordinate, seconds: Double) -> Motion {
    guard seconds > 0 else { return Motion() }
    let distance = Geodesy.distance(from: start, to: end)
    let speed = distance / seconds
    let hasCourse = speed >= Track.leastCourseSpeed && distance >= Track.leastCourseDistance
    return Motion(
      speed: speed, course: hasCourse ? Geodesy.course(from: start, to: end) : nil)
  }
}
