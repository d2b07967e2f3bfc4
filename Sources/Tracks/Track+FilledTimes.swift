extension Track {
  /// Whether some fixes have a time and others have none.
  public var isHalfTimed: Bool {
    let fixes = segments.lazy.flatMap(\.fixes)
    return fixes.contains { $0.time == nil } && fixes.contains { $0.time != nil }
  }

  /// The track with a time at every fix, if any has one; times that were worked out are marked.
  ///
  /// Between two timed fixes the time goes with the distance along the segments (evenly where there is
  /// none); a step between segments is no distance. Before the first and after the last timed fix the
  /// mean speed of what is timed goes on, or the stated speed where that says nothing. A track without
  /// any time is returned as it is.
  ///
  /// - Parameter speed: Metres a second, above 0, for ends that have no speed of their own.
  /// - Returns: The track with times.
  public func fillingTimes(speed: Double) -> Track {
    precondition(speed > 0 && speed.isFinite, "a speed to fill times with is above 0")
    guard isHalfTimed else { return self }
    let filler = TimeFiller(self, fallbackSpeed: speed)
    var track = self
    var position = 0
    for segment in track.segments.indices {
      for fix in track.segments[segment].fixes.indices {
        if track.segments[segment].fixes[fix].time == nil {
          track.segments[segment].fixes[fix].time = filler.time(at: position)
          track.segments[segment].fixes[fix].marks.insert(.derivedTime)
        }
        position += 1
      }
    }
    return track
  }
}

/// The fixes of a track in one row, with what is needed to work out the missing times.
private struct TimeFiller {
  private var distances: [Double] = []
  private var times: [SourceTime?] = []
  /// For each fix, the indexes of the nearest timed fix at or before it, and at or after it.
  private var before: [Int?] = []
  private var after: [Int?] = []
  private var speed: Double

  init(_ track: Track, fallbackSpeed: Double) {
    var sum = 0.0
    for segment in track.segments {
      var previous: Coordinate?
      for fix in segment.fixes {
        if let previous { sum += Geodesy.distance(from: previous, to: fix.coordinate) }
        previous = fix.coordinate
        distances.append(sum)
        times.append(fix.time)
      }
    }
    var nearest: Int?
    for index in times.indices {
      if times[index] != nil { nearest = index }
      before.append(nearest)
    }
    nearest = nil
    after = Array(repeating: nil, count: times.count)
    for index in times.indices.reversed() {
      if times[index] != nil { nearest = index }
      after[index] = nearest
    }
    speed = fallbackSpeed
    if let first = after.first ?? nil, let last = before.last ?? nil, let start = times[first],
      let end = times[last]
    {
      let mean =
        (distances[last] - distances[first]) / (Double(start.nanoseconds(to: end)) / 1e9)
      if mean > 0.01, mean.isFinite { speed = mean }
    }
  }

  func time(at index: Int) -> SourceTime? {
    switch (before[index], after[index]) {
    case (let left?, let right?):
      guard let start = times[left], let end = times[right] else { return nil }
      let way = distances[right] - distances[left]
      let fraction =
        way > 0
        ? (distances[index] - distances[left]) / way : Double(index - left) / Double(right - left)
      return start.advanced(bySeconds: start.duration(to: end).inSeconds * fraction)
    case (let anchor?, nil), (nil, let anchor?):
      let seconds = (distances[index] - distances[anchor]) / speed
      return times[anchor]?.advanced(bySeconds: seconds)
    case (nil, nil):
      return nil
    }
  }
}

extension SourceTime {
  /// The instant so many seconds later, rounded to the nanosecond.
  fileprivate func advanced(bySeconds seconds: Double) -> SourceTime {
    advanced(by: .nanoseconds(Int64((max(-9.2e9, min(9.2e9, seconds)) * 1e9).rounded())))
  }
}
