extension Track {
  /// Below this many metres from the fix before, a fix has no derived course: it is noise.
  public static let leastCourseDistance = 1.0
  /// Below this many metres a second, a fix has no derived course.
  public static let leastCourseSpeed = 0.5

  /// The track with speed and course worked out, and marked, at the fixes that have none of their own.
  ///
  /// Both come from the way from the fix before in the same segment; the first fix of a segment takes
  /// them from the way to the second. Without a step forward in time there is no derived speed; below
  /// `leastCourseDistance` or `leastCourseSpeed` there is no derived course, since the course of what
  /// stands still is noise.
  ///
  /// A recording is left as it is: where it has no value, there was none to be had. So is a track that
  /// says of some values that they are derived.
  ///
  /// - Returns: The track with derived values.
  public func derivingMotion() -> Track {
    guard !isRecording, !hasDerivedMotion else { return self }
    var track = self
    for index in track.segments.indices { track.segments[index].deriveMotion() }
    return track
  }

  private var hasDerivedMotion: Bool {
    segments.contains { segment in
      segment.fixes.contains { !$0.marks.isDisjoint(with: [.derivedSpeed, .derivedCourse]) }
    }
  }
}

extension TrackSegment {
  fileprivate mutating func deriveMotion() {
    guard fixes.count > 1 else { return }
    var isFirst = true
    for index in 1..<fixes.count {
      let motion = Motion(from: fixes[index - 1], to: fixes[index])
      if isFirst { fixes[0].fill(with: motion) }
      isFirst = false
      fixes[index].fill(with: motion)
    }
  }
}

/// The way between two neighbouring fixes.
private struct Motion {
  /// Metres a second, or nil without a step forward in time.
  let speed: Double?
  /// Degrees from true north, or nil where it would be noise.
  let course: Double?

  init(from start: Fix, to end: Fix) {
    let distance = Geodesy.distance(from: start.coordinate, to: end.coordinate)
    let seconds =
      if let from = start.time, let to = end.time {
        Double(from.nanoseconds(to: to)) / 1e9
      } else {
        0.0
      }
    speed = seconds > 0 ? distance / seconds : nil
    // Two fixes without times still have a direction.
    let isMoving = (speed ?? .infinity) >= Track.leastCourseSpeed
    course =
      distance >= Track.leastCourseDistance && isMoving
      ? Geodesy.course(from: start.coordinate, to: end.coordinate) : nil
  }
}

extension Fix {
  fileprivate mutating func fill(with motion: Motion) {
    if speed == nil, let derived = motion.speed {
      speed = derived
      marks.insert(.derivedSpeed)
    }
    // A fix that says itself that it stands still has no course to be worked out.
    let stands = speed.map { $0 < Track.leastCourseSpeed } ?? false
    if course == nil, !stands, let derived = motion.course {
      course = derived
      marks.insert(.derivedCourse)
    }
  }
}
