import Tracks

extension Playback {
  /// Puts a timeline in, its playhead at the start or where it is asked for.
  mutating func place(_ timeline: Timeline, start: SeekTarget?) throws(PlaybackError) {
    self.timeline = timeline
    watchAnew(vehicles: timeline.vehicles.count)
    do throws(PlaybackError) {
      let ends = try ends(of: range)
      round = Round(lower: ends.lower, upper: ends.upper, startRun: pace.anchorRun)
      round.startOffset = timeline.offset(ofPosition: ends.lower)
      var position = ends.lower
      if let start { position = min(max(try self.position(of: start), ends.lower), ends.upper) }
      go(to: position)
    } catch {
      self.timeline = nil
      throw error
    }
    status = .ready
    restartScenario()
    restartTicks()
  }

  /// The position of a place.
  func position(of target: SeekTarget) throws(PlaybackError) -> Int64 {
    guard let timeline else { return 0 }
    let position: Int64
    switch target {
    case .time(let time):
      let offset = time.nanoseconds.clampedDifference(timeline.origin)
      position = timeline.position(ofOffset: inRound(offset))
    case .offset(let duration):
      position = timeline.position(ofOffset: duration.wholeNanoseconds)
    case .fraction(let fraction):
      guard fraction.isFinite else {
        throw PlaybackError(.numberOutOfRange, "the fraction must be a number from 0 to 1")
      }
      position = Int64((Double(timeline.end) * min(1, max(0, fraction))).rounded())
    case .index(let index):
      guard timeline.fixCount > 0 else { return 0 }
      position = timeline.position(ofItem: min(max(0, index), timeline.fixCount - 1))
    }
    return min(max(0, position), timeline.end)
  }

  /// An offset that may be meant as it leaves in the present round, as one of the trace.
  private func inRound(_ offset: Int64) -> Int64 {
    guard let timeline, round.number > 1 else { return offset }
    let ends = outputEnds
    guard offset > timeline.offset(ofPosition: timeline.end) else { return offset }
    let shifted = offset - round.startOffset
    guard (0...(ends.upper - ends.lower)).contains(shifted) else { return offset }
    return round.isForward ? ends.lower + shifted : ends.upper - shifted
  }

  /// The positions of a range's ends.
  func ends(of range: PlaybackRange?) throws(PlaybackError) -> (lower: Int64, upper: Int64) {
    guard let timeline else { return (0, 0) }
    let lower = try range?.from.map { target throws(PlaybackError) in try position(of: target) }
    let upper = try range?.to.map { target throws(PlaybackError) in try position(of: target) }
    let ends = (lower: lower ?? 0, upper: upper ?? timeline.end)
    if range != nil, ends.lower >= ends.upper {
      throw PlaybackError(
        .emptyRange, "the range is empty; it must begin before it ends, inside what is loaded")
    }
    return ends
  }

  /// Source time since the start at the two ends of the range.
  var outputEnds: (lower: Int64, upper: Int64) {
    guard let timeline else { return (0, 0) }
    return (timeline.offset(ofPosition: round.lower), timeline.offset(ofPosition: round.upper))
  }

  /// Sets the ends of the present round, the playhead and its time as they are.
  mutating func setEnds(_ ends: (lower: Int64, upper: Int64), keeping position: Int64) {
    guard let timeline else { return }
    let run = pace.run(at: now)
    let output = round.output(ofOffset: timeline.offset(ofPosition: position), ends: outputEnds)
    (round.lower, round.upper) = ends
    round.startRun += run - round.run(ofPosition: position)
    round.startOffset +=
      output - round.output(ofOffset: timeline.offset(ofPosition: position), ends: outputEnds)
  }

  /// Stops time where it is.
  mutating func halt() {
    endScenarioPause()
    pace.stop(at: now, limit: round.endRun)
  }

  /// Goes back to the start of the range and the first round, in a new generation.
  mutating func rewind() {
    guard let timeline else { return }
    generation += 1
    clear()
    announcements.removeAll()
    isStarted = false
    round = Round(lower: round.lower, upper: round.upper, startRun: pace.anchorRun)
    round.startOffset = timeline.offset(ofPosition: round.lower)
    go(to: round.lower)
    watchAnew(vehicles: newest.count)
    restartScenario()
    restartTicks()
  }

  /// Goes to a position in a new generation, and has the state there told.
  mutating func seek(toPosition position: Int64) {
    guard let timeline else { return }
    jump(to: min(max(position, round.lower), round.upper))
    let position = round.position(ofRun: pace.run(at: now))
    cursor =
      round.isForward
      ? timeline.firstItem(from: position, after: true) : timeline.firstItem(from: position) - 1
  }

  /// Goes to a fix in a new generation, and has the state there told.
  mutating func seek(toItem item: Int) {
    guard let timeline, timeline.fixCount > 0 else { return }
    let lowest = timeline.firstItem(from: round.lower)
    let highest = timeline.firstItem(from: round.upper, after: true) - 1
    guard lowest <= highest else { return seek(toPosition: timeline.position(ofItem: item)) }
    let item = min(max(item, lowest), highest)
    jump(to: timeline.position(ofItem: item))
    cursor = item + (round.isForward ? 1 : -1)
    snapshotItem = item
  }

  private mutating func jump(to position: Int64) {
    generation += 1
    clear()
    endScenarioPause()
    let run = min(pace.run(at: now), round.endRun)
    round.startRun += run - round.run(ofPosition: position)
    pace.anchor(run: run, at: now)
    achieved.reset()
    snapshotVehicle = 0
    newest = Array(repeating: nil, count: newest.count)
    isSevered = Array(repeating: true, count: newest.count)
    signal.reset()
    silence.reset()
    if status != .playing { status = .paused }
  }

  /// Puts the playhead of a new round to a position, before the fixes there.
  private mutating func go(to position: Int64) {
    guard let timeline else { return }
    round.startRun -= position - round.lower
    cursor = timeline.firstItem(from: position)
  }

  /// Begins to watch vehicles of which nothing is known.
  mutating func watchAnew(vehicles: Int) {
    newest = Array(repeating: nil, count: vehicles)
    isSevered = Array(repeating: true, count: vehicles)
    signal.reset()
    motion = MotionWatcher(eventOptions, vehicles: vehicles)
    fences = GeofenceWatcher(eventOptions, vehicles: vehicles)
    silence = SilenceWatcher(lostAfter: lostAfter, vehicles: vehicles)
  }

  /// Forgets what was to come.
  mutating func clear() {
    held.removeAll()
    heldFixes = 0
    lastRelease = .min
    stepCursor = nil
    snapshotVehicle = nil
    snapshotItem = nil
    achieved.reset()
  }
}

extension Round {
  /// Whether a position lies in the range.
  func holds(_ position: Int64) -> Bool { position >= lower && position <= upper }
}

extension Timeline {
  /// The first place from one on, in a direction, at which there is a fix.
  func item(from item: Int, by direction: Int, _ lostAfter: Int64) -> Int? {
    var item = item
    while (0..<fixCount).contains(item) {
      if fix(ofItem: item, lostAfter: lostAfter) != nil { return item }
      item += direction
    }
    return nil
  }
}

extension Int64 {
  /// The difference, at the end of the range when it lies beyond.
  func clampedDifference(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow
      ? (self < other ? .min / 4 : .max / 4) : Swift.max(.min / 4, Swift.min(.max / 4, difference))
  }
}

extension Timeline {
  /// Whether a place lies after the last fix.
  func ends(before target: SeekTarget) -> Bool {
    let last = offset(ofPosition: end)
    return switch target {
    case .time(let time): time.nanoseconds.clampedDifference(origin) > last
    case .offset(let duration): duration.wholeNanoseconds > last
    case .fraction(let fraction): fraction > 1
    case .index(let index): index >= fixCount
    }
  }
}
