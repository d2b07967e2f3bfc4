import Tracks

extension Playback {
  /// What the player is doing.
  ///
  /// - Parameter elapsed: The time on the injected clock.
  /// - Returns: A snapshot.
  public func state(at elapsed: Duration) -> PlaybackState {
    var state = PlaybackState()
    let isHeld = status == .playing && elapsed.wholeNanoseconds < scenarioPauseEnd
    state.status = isHeld ? .paused : status
    state.rate = pace.rate
    state.achievedRate = status == .playing ? achieved.value : nil
    state.loop = loop
    state.generation = generation
    state.sequence = sequence
    state.skipped = skipped
    state.lost = lost
    state.seed = signal.seed
    state.noise = signal.preset
    state.faults = signal.faults.map { FaultCount($0.fault, count: $0.count) }
    guard let timeline else { return state }
    let run = playhead(at: elapsed)
    let position = round.position(ofRun: run)
    let time = timeline.time(ofOutput: timeline.offset(ofPosition: position))
    state.lap = round.number
    state.played = .nanoseconds(run)
    state.sourceTime = time
    state.roundShift = time.duration(to: outputTime(run: run) ?? time)
    if range != nil {
      let ends = outputEnds
      state.rangeFirst = timeline.time(ofOutput: ends.lower)
      state.rangeLast = timeline.time(ofOutput: ends.upper)
    }
    state.first = timeline.first
    state.last = timeline.last
    state.fraction =
      timeline.end > 0 ? Double(position) / Double(timeline.end) : status == .ended ? 1 : 0
    return state
  }

  /// What was asked for since the player was made, and what came of it.
  ///
  /// - Parameter elapsed: The time on the injected clock.
  /// - Returns: The figures; what is overdue has not been played.
  public func pacing(at elapsed: Duration) -> PlaybackPacing {
    let time = max(now, elapsed.wholeNanoseconds)
    let run = min(playhead(at: elapsed), nextStep()?.run ?? .max)
    var pacing = pace.pacing(run: max(run, lastRelease), at: time)
    pacing.asked -= max(0, scenarioPauseEnd - time)
    return pacing
  }

  /// The run that the playhead stands at; it does not pass the end of a round before that is told.
  func playhead(at elapsed: Duration) -> Int64 {
    min(
      pace.run(at: max(now, elapsed.wholeNanoseconds)),
      round.endRun + (hasNextRound ? seam : 0), limit ?? .max)
  }
}
