import Tracks

/// A scenario being played: its steps by the run at which each is due.
struct ScenarioState: Sendable {
  private var steps: [(run: Int64, action: Scenario.Action)] = []
  private var next = 0

  /// Begins a scenario at a run.
  ///
  /// A pause takes none of the time that is played, so that what comes after it is due that much earlier
  /// by that time. What happens during a pause cuts it in two.
  init(_ scenario: Scenario, start: Int64) {
    var paused = Int64(0)
    var pauseEnd: Int64?
    var told = Int64(0)
    /// Tells of the pause up to a time, or its end.
    func pause(until time: Int64) {
      guard let end = pauseEnd else { return }
      let length = min(time, end) - told
      if length > 0 { steps.append((start + told - paused, .pause(.nanoseconds(length)))) }
      paused += max(0, length)
      told = min(time, end)
      if time >= end { pauseEnd = nil }
    }
    for step in scenario.steps {
      let time = min(max(0, step.at.wholeNanoseconds), .max / 8)
      pause(until: time)
      if case .pause(let length) = step.action {
        pauseEnd = max(pauseEnd ?? 0, time + min(length.wholeNanoseconds, .max / 8))
        told = time
      } else {
        steps.append((start + time - paused, step.action))
      }
    }
    pause(until: .max)
  }

  /// The run at which the next step is due, or nil when there is none.
  var nextRun: Int64? { next < steps.count ? steps[next].run : nil }

  /// Takes the next step.
  mutating func take() -> Scenario.Action? {
    guard next < steps.count else { return nil }
    next += 1
    return steps[next - 1].action
  }
}
