import Tracks

/// The times of a journey's fixes: as recorded where they rise, worked out elsewhere.
///
/// A fix whose time is not after that of the fix before it keeps its place in the file and leaves with
/// the fix before it: the clock never runs back. A fix without a time gets one by its distance from its
/// timed neighbours; before the first of them and after the last, at the speed between the two nearest.
struct LaneTimes {
  /// Nanoseconds since 1970, or since the start of a track without times; never falling.
  private(set) var times: [Int64] = []
  /// Whether any of the times was recorded.
  private(set) var isTimed = false

  /// Works out the times.
  ///
  /// - Parameters:
  ///   - fixes: The fixes of all segments.
  ///   - breaks: The indexes of the last fix of each segment but the last.
  ///   - pace: How fast untimed ones are passed.
  init(_ fixes: [Fix], breaks: Set<Int>, pace: UntimedPace) {
    let timed = fixes.indices.filter { fixes[$0].time != nil }
    isTimed = !timed.isEmpty
    if timed.count == fixes.count {
      times = fixes.map { $0.time?.nanoseconds ?? 0 }
    } else {
      let lengths = Self.lengths(fixes, breaks: breaks)
      times = Self.filled(fixes, timed: timed, lengths: lengths, pace: pace)
    }
    var newest = Int64.min
    for index in times.indices {
      newest = max(newest, times[index])
      times[index] = newest
    }
  }

  /// Metres from the first fix to each; between segments there are none.
  private static func lengths(_ fixes: [Fix], breaks: Set<Int>) -> [Double] {
    var sum = 0.0
    return fixes.indices.map { index in
      if index > 0, !breaks.contains(index - 1) {
        sum += Geodesy.distance(from: fixes[index - 1].coordinate, to: fixes[index].coordinate)
      }
      return sum
    }
  }

  private static func filled(
    _ fixes: [Fix], timed: [Int], lengths: [Double], pace: UntimedPace
  ) -> [Int64] {
    /// Seconds from one fix to another at the stated pace.
    func seconds(from: Int, to: Int) -> Double {
      switch pace {
      case .speed(let speed): (lengths[to] - lengths[from]) / speed
      case .interval(let interval): Double(to - from) * interval.inSeconds
      }
    }
    // Rounded to the millisecond, so that a kilometre at 10 m/s is 100 s.
    func nanoseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1000).rounded()) * 1_000_000 }
    guard let first = timed.first, let last = timed.last else {
      return fixes.indices.map { nanoseconds(seconds(from: 0, to: $0)) }
    }
    var times = fixes.map { $0.time?.nanoseconds ?? 0 }
    for (start, end) in zip(timed, timed.dropFirst()) where end > start + 1 {
      let span = Double(times[end] - times[start])
      let length = lengths[end] - lengths[start]
      for index in start + 1..<end {
        let fraction =
          length > 0
          ? (lengths[index] - lengths[start]) / length
          : Double(index - start) / Double(end - start)
        times[index] = times[start] + Int64(span * fraction)
      }
    }
    /// Nanoseconds from one fix to another at the speed between two timed ones, or at the pace.
    func extrapolated(from: Int, to: Int, by pair: (Int, Int)?) -> Int64 {
      guard let pair, times[pair.1] > times[pair.0], lengths[pair.1] > lengths[pair.0] else {
        return nanoseconds(seconds(from: from, to: to))
      }
      let perMeter = Double(times[pair.1] - times[pair.0]) / (lengths[pair.1] - lengths[pair.0])
      return Int64((lengths[to] - lengths[from]) * perMeter)
    }
    let firstPair = timed.count > 1 ? (first, timed[1]) : nil
    let lastPair = timed.count > 1 ? (timed[timed.count - 2], last) : nil
    for index in 0..<first {
      times[index] = times[first] - extrapolated(from: index, to: first, by: firstPair)
    }
    for index in last + 1..<fixes.count {
      times[index] = times[last] + extrapolated(from: last, to: index, by: lastPair)
    }
    return times
  }
}
