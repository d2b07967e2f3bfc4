/// Tells when a vehicle's signal is lost, and when it is regained.
///
/// It asks to be called again when a silence would be too long, at most one call a vehicle at a time,
/// and only where a silence is to be expected.
struct SilenceWatcher: Sendable {
  private struct State {
    /// The run of the newest fix, or nil before the first.
    var heard: Int64?
    /// Whether a call was asked for.
    var isCalled = false
    /// Whether silence says nothing: the journey is over, or the vehicle is taken to stand.
    var isExcused = false
    var isLost = false
  }

  private let lostAfter: Int64
  private var states: [State]
  private var lostCount = 0

  init(lostAfter: Int64, vehicles: Int) {
    self.lostAfter = lostAfter
    states = Array(repeating: State(), count: vehicles)
  }

  /// Forgets all that was heard.
  mutating func reset() {
    lostCount = 0
    states = Array(repeating: State(), count: states.count)
  }

  /// Whether the signal of any vehicle is lost.
  var isAnyLost: Bool { lostCount > 0 }

  /// Whether a vehicle's signal is lost.
  func isLost(_ vehicle: Int) -> Bool { states[vehicle].isLost }

  /// Takes note of a fix; returns whether it regains the signal.
  mutating func hear(_ vehicle: Int, run: Int64) -> Bool {
    let wasLost = states[vehicle].isLost
    if wasLost { lostCount -= 1 }
    states[vehicle].isLost = false
    states[vehicle].heard = run
    return wasLost
  }

  /// Takes note of a fix that will not be heard, or after which none is for a while.
  ///
  /// - Returns: The run at which to call, or nil when a call was asked for already or is not due.
  mutating func expectSilence(_ vehicle: Int) -> Int64? {
    guard let heard = states[vehicle].heard, !states[vehicle].isCalled else { return nil }
    states[vehicle].isCalled = true
    return heard + lostAfter + 1
  }

  /// Takes note whether silence says nothing from now on.
  mutating func excuse(_ vehicle: Int, _ isExcused: Bool) {
    states[vehicle].isExcused = isExcused
  }

  /// The signal of a vehicle goes at once; returns whether it was there.
  mutating func lose(_ vehicle: Int) -> Bool {
    let wasLost = states[vehicle].isLost
    if !wasLost { lostCount += 1 }
    states[vehicle].isLost = true
    return !wasLost
  }

  /// What is to be done when a call comes.
  enum Answer {
    case nothing
    case lost
    case callAgain(run: Int64)
  }

  /// Answers a call.
  mutating func called(_ vehicle: Int, run: Int64) -> Answer {
    guard let heard = states[vehicle].heard, !states[vehicle].isExcused, !states[vehicle].isLost
    else {
      states[vehicle].isCalled = false
      return .nothing
    }
    if heard + lostAfter >= run { return .callAgain(run: heard + lostAfter + 1) }
    states[vehicle].isCalled = false
    states[vehicle].isLost = true
    lostCount += 1
    return .lost
  }
}
