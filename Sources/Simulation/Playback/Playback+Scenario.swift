import Tracks

extension Playback {
  /// Plays a scenario instead of any other; its times count from the start of playing, or from here when
  /// playing has begun.
  ///
  /// What it has done stays when it is taken away. A stop or a restart begins it again.
  ///
  /// - Parameters:
  ///   - scenario: The scenario, or nil for none.
  ///   - elapsed: The time on the injected clock.
  /// - Throws: `PlaybackError` when a fault of its is out of range.
  public mutating func setScenario(
    _ scenario: Scenario?, at elapsed: Duration
  ) throws(PlaybackError) {
    now = max(now, elapsed.wholeNanoseconds)
    for case .fault(let fault) in scenario?.steps.map(\.action) ?? [] { try fault.check() }
    self.scenario = scenario
    restartScenario()
  }

  /// Begins the scenario at the playhead.
  mutating func restartScenario() {
    scenarioState = scenario.map { ScenarioState($0, start: pace.run(at: now)) }
  }

  /// Ends a pause of the scenario's before its time.
  mutating func endScenarioPause() {
    pace.endWait(max(0, scenarioPauseEnd - now))
    scenarioPauseEnd = 0
  }

  /// Does the scenario's next step.
  mutating func takeScenarioStep(run: Int64, into emissions: inout [Emission]) {
    guard let action = scenarioState?.take() else { return }
    // What is done late is done as it was due, so that no rate or delay changes what comes of it.
    let due = pace.deadline(ofRun: run) ?? now
    pace.anchor(run: run, at: due)
    do throws(PlaybackError) {
      try perform(action, run: run, due: due)
    } catch {
      tell(.notice, "scenario", error.message)
    }
    announce(into: &emissions)
  }

  private mutating func perform(
    _ action: Scenario.Action, run: Int64, due: Int64
  ) throws(PlaybackError) {
    let elapsed = Duration.nanoseconds(now)
    switch action {
    case .rate(let rate):
      // Who asked for max wants all of it as fast as it goes, slow parts too.
      if case .max = pace.rate, !isRateOfScenario { return }
      isRateOfScenario = true
      pace.setRate(rate, at: due, now: now)
      achieved.reset()
    case .seek(let target): try seek(to: target, at: elapsed)
    case .pause(let length):
      switch pace.rate {
      case .times:
        scenarioPauseEnd = due + length.wholeNanoseconds
        pace.wait(at: run, from: due, for: length.wholeNanoseconds)
      case .max: virtualPause += length.wholeNanoseconds
      }
    case .fault(let fault): try setFault(fault, at: elapsed)
    case .clearFaults: clearFaults(at: elapsed)
    case .noise(let preset): setNoise(preset, at: elapsed)
    case .outage(let length):
      let start = outputTime(run: run).flatMap { time in
        timeline.map { $0.first.duration(to: time) }
      }
      signal.addOutage(from: start ?? .zero, for: length)
      tell(.fault, "outage_s", "\(Quantity.text(length.inSeconds))")
    }
  }
}
