/// A clock that nobody may look at, for tests of code that must not depend on time.
///
/// ```swift
/// let clock = UntouchableClock { Issue.record("\($0)") }
/// ```
public struct UntouchableClock: ElapsedClock {
  private let report: @Sendable (String) -> Void

  /// Makes a clock.
  ///
  /// - Parameter report: Called with a sentence each time the clock is touched.
  public init(report: @escaping @Sendable (String) -> Void) {
    self.report = report
  }

  /// Reports, and shows zero.
  public var now: Duration {
    report("The clock was asked for the time")
    return .zero
  }

  /// Reports, and returns at once.
  ///
  /// - Parameter deadline: Only told in the report.
  /// - Throws: Nothing.
  public func sleep(until deadline: Duration) async throws(CancellationError) {
    report("A task slept until \(deadline)")
  }
}
