import Tracks

/// Makes a lane of a journey, in steps that need to know of the other journeys in between.
struct LaneBuilder {
  private let options: TimelineOptions
  /// How much later than its alignment says the journey starts, in nanoseconds.
  let startOffset: Int64
  /// Whether the journey has recorded times.
  let isTimed: Bool
  private(set) var fixes: [Fix]
  private(set) var times: [Int64]
  private var sequences: [UInt64]
  /// The indexes of the last fix of each segment but the last.
  private var breaks: [Int]

  /// Puts a journey's segments together and works out the times of its fixes.
  init(_ journey: Journey, options: TimelineOptions) {
    self.options = options
    startOffset = min(max(journey.startOffset.wholeNanoseconds, .min / 8), .max / 8)
    let laneTimes = LaneTimes(journey.track, pace: options.untimedPace)
    fixes = laneTimes.fixes
    breaks = laneTimes.breaks
    times = laneTimes.times
    sequences = laneTimes.sequences
    isTimed = laneTimes.isTimed
    if !isTimed { walk() }
  }

  /// Gives an untimed track the speed and course of its pace, and a fix each second.
  private mutating func walk() {
    for index in fixes.indices where !breaks.contains(index) && index + 1 < fixes.count {
      let seconds = Double(times[index + 1] - times[index]) * 1e-9
      let motion = Motion.between(
        fixes[index].coordinate, fixes[index + 1].coordinate, seconds: seconds)
      derive(motion, at: index)
      if index + 2 == fixes.count { derive(motion, at: index + 1) }
    }
    guard case .speed = options.untimedPace else { return }
    let interval = (options.fixInterval ?? .seconds(1)).wholeNanoseconds
    fill(every: interval, after: Set(fixes.indices).subtracting(breaks))
  }

  private mutating func derive(_ motion: Motion, at index: Int) {
    if fixes[index].speed == nil, let speed = motion.speed {
      fixes[index].speed = speed
      fixes[index].marks.insert(.derivedSpeed)
    }
    if fixes[index].course == nil, let course = motion.course {
      fixes[index].course = course
      fixes[index].marks.insert(.derivedCourse)
    }
  }

  /// Finishes the lane.
  ///
  /// - Parameter reference: The time, on the journey's clock, of offset 0; without its start offset.
  /// - Returns: The lane, its positions those of source time.
  consuming func lane(reference: Int64) -> Lane {
    var links = links()
    if options.gapPolicy == .interpolate, !links.isEmpty {
      // Finer than a sixtieth of the gap's threshold is not needed to show the way.
      let threshold = options.gapTime.wholeNanoseconds
      let gaps = Set(links.filter(\.isGap).map(\.index))
      fill(every: min(max(usualInterval(), threshold / 60), threshold), after: gaps)
      links = []
    }
    var lane = Lane()
    lane.origin = isTimed ? reference.clampedDifference(startOffset) : nil
    lane.offsets = times.map { $0.clampedDifference(reference) + startOffset }
    lane.positions = lane.offsets
    lane.links = links
    lane.fixes = fixes
    lane.sequences = sequences
    return lane
  }

  /// The median time between two fixes, in nanoseconds.
  private func usualInterval() -> Int64 {
    let intervals = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.sorted()
    return intervals.isEmpty ? 1_000_000_000 : intervals[(intervals.count - 1) / 2]
  }

  /// Puts interpolated fixes at whole intervals since the start between fixes that lie farther apart.
  private mutating func fill(every interval: Int64, after filled: Set<Int>) {
    var source = Lane()
    source.fixes = fixes
    source.offsets = times
    var (newFixes, newTimes, newBreaks) = ([Fix](), [Int64](), [Int]())
    var newSequences: [UInt64] = []
    let start = times.first ?? 0
    for index in fixes.indices {
      newFixes.append(fixes[index])
      newTimes.append(times[index])
      if !sequences.isEmpty { newSequences.append(sequences[index]) }
      if breaks.contains(index) { newBreaks.append(newFixes.count - 1) }
      guard index + 1 < fixes.count, filled.contains(index) else { continue }
      let span = times[index + 1] - times[index]
      // A fix that all but falls on a recorded one would say nothing new.
      let margin = interval / 20
      var time = start + ((times[index] - start + margin) / interval + 1) * interval
      while time < times[index + 1] - margin {
        var fix = source.interpolated(index, Double(time - times[index]) / Double(span))
        fix.time = nil
        newFixes.append(fix)
        newTimes.append(time)
        if !sequences.isEmpty { newSequences.append(sequences[index]) }
        time += interval
      }
    }
    (fixes, times, breaks, sequences) = (newFixes, newTimes, newBreaks, newSequences)
  }

  /// What is out of the ordinary between the fixes.
  private func links() -> [Lane.Link] {
    let threshold = options.gapTime.wholeNanoseconds
    let isEnd = Set(breaks)
    // Two places less than this apart in both degrees are certainly nearer than the threshold.
    let degrees = options.gapDistance / 160_000
    var links: [Lane.Link] = []
    for index in fixes.indices.dropLast() {
      let (start, end) = (fixes[index].coordinate, fixes[index + 1].coordinate)
      let duration = times[index + 1] - times[index]
      let isLong = duration > threshold
      let isBreak = !isEnd.isEmpty && isEnd.contains(index)
      let isNear =
        abs(start.latitude - end.latitude) < degrees
        && abs(start.longitude - end.longitude) < degrees
      guard isLong || isBreak || !isNear else { continue }
      let distance = Geodesy.distance(from: start, to: end)
      let isGap = isLong || distance > options.gapDistance
      guard isGap || isBreak else { continue }
      links.append(
        Lane.Link(
          index: index, isBreak: isBreak, isGap: isGap,
          passage: passage(isLong: isLong, isBreak: isBreak, isGap: isGap), distance: distance,
          duration: duration, wait: duration))
    }
    return links
  }

  private func passage(isLong: Bool, isBreak: Bool, isGap: Bool) -> Lane.Passage {
    switch options.gapPolicy {
    case .keep: isBreak || isLong ? .staysUntilLost : .moves
    case .hold, .cap, .jump: .stays
    case .interpolate: .moves
    case .dropout: isGap ? .absent : .stays
    }
  }
}
