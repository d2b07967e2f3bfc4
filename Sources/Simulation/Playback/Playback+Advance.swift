import Tracks

extension Playback {
  /// When the next emission is due on the injected clock, or nil when nothing will come of itself.
  ///
  /// It never lies before the newest elapsed time heard of; what is overdue is due now.
  public var nextDeadline: Duration? {
    if !announcements.isEmpty || snapshotVehicle != nil || stepCursor != nil {
      return .nanoseconds(now)
    }
    guard status == .playing, let next = nextStep() else { return nil }
    return .nanoseconds(max(now, pace.deadline(ofRun: next.run) ?? now))
  }

  /// Gives what is due.
  ///
  /// Under `max` everything is due, and `emitted` is the time played; otherwise it is `elapsed`. A call
  /// ends where a scenario comes to `max` or leaves it, so that all that it gives is of one kind.
  ///
  /// - Parameters:
  ///   - elapsed: The time on the injected clock; it never runs back.
  ///   - limit: After so many emissions the rest is left for the next call, whose ``nextDeadline`` is
  ///     then now. One fix and the events that it brings about are never parted, so that a few more may
  ///     come.
  ///   - emissions: What is due is appended, in the order of its sequence.
  public mutating func advance(
    to elapsed: Duration, limit: Int, into emissions: inout [Emission]
  ) {
    now = max(now, elapsed.wholeNanoseconds)
    let end = emissions.count + limit
    announce(into: &emissions)
    tellState(until: end, into: &emissions)
    guard snapshotVehicle == nil else { return }
    if stepCursor != nil { takeSteps(into: &emissions) }
    guard status == .playing else { return }
    let isUnderMax = pace.rate == .max
    var isCaughtUp = true
    var reached = pace.anchorRun
    while status == .playing, let step = nextStep() {
      guard emissions.count < end, isUnderMax == (pace.rate == .max) else {
        isCaughtUp = false
        break
      }
      guard let isLate = takeIfDue(step.run) else { break }
      reached = step.run
      if case .max = pace.rate { pace.anchor(run: step.run, at: now) }
      if isLate, step.isItem {
        skipped += 1
        cursor += round.isForward ? 1 : -1
        continue
      }
      perform(step, into: &emissions)
      tellState(until: end, into: &emissions)
      if snapshotVehicle != nil { break }
      if late == .slip, status == .playing, case .times = pace.rate {
        pace.anchor(run: step.run, at: now)
      }
    }
    achieved.update(run: isCaughtUp ? pace.run(at: now) : reached, at: now)
  }

  /// The next thing that comes of itself.
  enum Step {
    case scenario(run: Int64)
    case tick(run: Int64)
    case item(run: Int64)
    case held(run: Int64)
    case endOfRound(run: Int64)
    case limit(run: Int64)

    var run: Int64 {
      switch self {
      case .scenario(let run), .tick(let run), .item(let run), .held(let run),
        .endOfRound(let run), .limit(let run):
        run
      }
    }

    var isItem: Bool {
      if case .item = self { true } else { false }
    }
  }

  /// What comes next, or the end of the time that is to be played at most.
  ///
  /// Of what is due at the same time, first the scenario, then a tick, then what was held back, then a
  /// fix.
  func nextStep() -> Step? {
    guard let timeline, let next = nextOfTimeline(timeline) else { return nil }
    var step = next
    if let run = nextTick?.run, run <= next.run { step = .tick(run: run) }
    if let run = scenarioState?.nextRun, run <= next.run { step = .scenario(run: run) }
    if let limit, step.run > limit { return .limit(run: limit) }
    return step
  }

  private func nextOfTimeline(_ timeline: Timeline) -> Step? {
    let itemRun = itemRun(timeline)
    if let heldRun = held.firstRun {
      // A fix that is held back over the very end still comes before it.
      let end = hasNextRound ? round.endRun + seam : heldFixes > 0 ? .max : round.endRun
      let other = itemRun ?? end
      if heldRun <= other { return .held(run: heldRun) }
    }
    if let itemRun { return .item(run: itemRun) }
    return .endOfRound(run: round.endRun + (hasNextRound ? seam : 0))
  }

  /// The run of the next fix of this round, or nil when there is no more.
  @inline(__always)
  private func itemRun(_ timeline: Timeline) -> Int64? {
    guard cursor >= 0, cursor < timeline.fixCount else { return nil }
    let position = timeline.position(ofItem: cursor)
    return round.holds(position) ? round.run(ofPosition: position) : nil
  }

  /// Whether there is a round after this.
  var hasNextRound: Bool {
    // Centuries of rounds, played at max, come to the end of what can be counted.
    guard round.endRun < .max / 2, round.startOffset < .max / 2 else { return false }
    return switch loop {
    case .off: false
    case .count(let rounds): round.number < rounds
    case .forever, .bounce: true
    }
  }

  /// Whether the next round comes back over the way of this one.
  var bounces: Bool { loop == .bounce && round.upper > round.lower }

  /// The time between this round and the next, in nanoseconds.
  var seam: Int64 { bounces ? 0 : timeline?.usualInterval ?? 0 }

  /// Whether something is so late that it is to be dropped, or nil when it is not due.
  private mutating func takeIfDue(_ run: Int64) -> Bool? {
    guard let deadline = pace.deadline(ofRun: run) else { return false }
    guard deadline <= now else { return nil }
    let lateness = now - deadline
    switch late {
    case .catchUp(let limit):
      let excess = lateness - limit.wholeNanoseconds
      if excess > 0 { pace.slip(by: excess) }
      return false
    case .skip(let tolerance): return lateness > tolerance.wholeNanoseconds
    case .slip: return false
    }
  }

  private mutating func perform(_ step: Step, into emissions: inout [Emission]) {
    switch step {
    case .scenario(let run): takeScenarioStep(run: run, into: &emissions)
    case .tick(let run): takeTick(run: run, into: &emissions)
    case .item(let run): takeItem(run: run, into: &emissions)
    case .held(let run): releaseFirst(run: run, into: &emissions)
    case .endOfRound(let run): endRound(run: run, into: &emissions)
    case .limit(let run): finish(run: run, into: &emissions)
    }
  }

  /// Takes the fixes that were asked for one by one, and what was held back until then.
  private mutating func takeSteps(into emissions: inout [Emission]) {
    while let stepCursor, cursor != stepCursor, let timeline, let run = itemRun(timeline) {
      if let tickRun = nextTick?.run, tickRun <= min(run, held.firstRun ?? .max) {
        takeTick(run: tickRun, into: &emissions)
      } else if let heldRun = held.firstRun, heldRun <= run {
        releaseFirst(run: heldRun, into: &emissions)
      } else {
        takeItem(run: run, into: &emissions)
      }
    }
    stepCursor = nil
  }

  private mutating func endRound(run: Int64, into emissions: inout [Emission]) {
    guard let timeline else { return }
    guard hasNextRound else {
      finish(run: run, into: &emissions)
      return
    }
    let ends = outputEnds
    round = round.next(span: ends.upper - ends.lower, seam: seam, bounces: bounces)
    if !bounces { isSevered = Array(repeating: true, count: isSevered.count) }
    if round.isForward {
      cursor = timeline.firstItem(from: round.lower, after: bounces)
    } else {
      cursor = timeline.firstItem(from: round.upper) - 1
    }
    emit(
      .looped, run: run, time: outputTime(run: run),
      details: [.init("round", .integer(round.number))], into: &emissions)
  }

  private mutating func finish(run: Int64, into emissions: inout [Emission]) {
    // What was held back over the end has left later than that.
    let told = max(run, lastRelease)
    pace.anchor(run: run, at: now)
    pace.stop(at: now, limit: run, told: told)
    status = .ended
    emit(.ended, run: told, time: outputTime(run: run), into: &emissions)
  }
}
