import Tracks

/// The times of a journey's fixes: as recorded where they rise, worked out elsewhere.
///
/// A fix whose time lies before that of the fix before it keeps its place in the file and leaves with
/// the fix before it: the clock never runs back. In a track with some times, the missing ones are
/// filled by distance; one without any is travelled at a pace. The fixes of a recording leave when they
/// were emitted, whatever their own times are.
struct LaneTimes {
  /// The fixes of all segments, each with a time if the track has any.
  private(set) var fixes: [Fix]
  /// The indexes of the last fix of each segment but the last.
  private(set) var breaks: [Int] = []
  /// Nanoseconds since 1970, or since the start of a track without times; never falling.
  private(set) var times: [Int64] = []
  /// Whether any of the times was recorded.
  private(set) var isTimed: Bool
  /// Of a recording, each fix's place among all that was emitted; else empty.
  private(set) var sequences: [UInt64] = []

  /// Puts a track's segments together and works out the times.
  init(_ track: Track, pace: UntimedPace) {
    let speed = if case .speed(let speed) = pace { speed } else { 50 / 3.6 }
    let isRecording = track.isRecording
    let track = !isRecording && track.isHalfTimed ? track.fillingTimes(speed: speed) : track
    let segments = track.segments.filter { !$0.fixes.isEmpty }
    // A track of one segment lends its fixes without a copy.
    fixes = segments.count == 1 ? segments[0].fixes : segments.flatMap(\.fixes)
    var end = -1
    for segment in segments.dropLast() {
      end += segment.fixes.count
      breaks.append(end)
    }
    isTimed = fixes.first?.time != nil
    guard isTimed else {
      times = paced(by: pace)
      return
    }
    guard isRecording else {
      times = Self.neverFalling(fixes.lazy.map { $0.time?.nanoseconds })
      return
    }
    let emissions = segments.flatMap(\.emissions)
    times = Self.neverFalling(emissions.lazy.map { $0.time.nanoseconds })
    sequences = emissions.map(\.sequence)
  }

  /// Times raised to that of the one before where they are less, or missing.
  private static func neverFalling(_ times: some Collection<Int64?>) -> [Int64] {
    // A journey of more than 73 years comes from a broken clock: what is later leaves at its end.
    let latest = ((times.first ?? nil) ?? 0).addingSaturated(.max / 4)
    var newest = Int64.min
    return times.map { time in
      newest = Swift.min(latest, Swift.max(newest, time ?? newest))
      return newest
    }
  }

  /// The times of an untimed track: between segments a second passes, or an interval.
  private func paced(by pace: UntimedPace) -> [Int64] {
    var seconds = 0.0
    let isBreak = Set(breaks)
    return fixes.indices.map { index in
      if index > 0 {
        switch pace {
        case .interval(let interval): seconds += interval.inSeconds
        case .speed where isBreak.contains(index - 1): seconds += 1
        case .speed(let speed):
          let start = fixes[index - 1].coordinate
          seconds += Geodesy.distance(from: start, to: fixes[index].coordinate) / speed
        }
      }
      // Rounded to the millisecond, so that a kilometre at 10 m/s is 100 s.
      return Int64((min(seconds, 3e9) * 1000).rounded()) * 1_000_000
    }
  }
}

extension Int64 {
  /// The sum, at the end of the range when it lies beyond.
  fileprivate func addingSaturated(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
