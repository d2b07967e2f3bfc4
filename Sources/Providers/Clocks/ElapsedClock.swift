/// Time that passes while a simulation runs, injected wherever something waits.
///
/// Every wait is against an absolute deadline, so that late wakes never add up.
public protocol ElapsedClock: Sendable {
  /// The time since the clock was started.
  var now: Duration { get }

  /// Waits until the clock shows a deadline; returns at once when it lies behind.
  ///
  /// - Parameter deadline: A time since the clock was started.
  /// - Throws: `CancellationError` when the task is cancelled before or while it waits.
  func sleep(until deadline: Duration) async throws(CancellationError)
}
