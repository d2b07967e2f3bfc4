/// Real time since the clock was made, by CLOCK_MONOTONIC: steps of the wall clock do not show.
public struct MonotonicClock: ElapsedClock {
  private let origin: SuspendingClock.Instant

  /// Starts a clock at zero.
  public init() {
    origin = .now
  }

  /// The clock's zero in nanoseconds of CLOCK_MONOTONIC, which other programs on this machine share.
  public var originNanoseconds: UInt64 {
    let (seconds, attoseconds) = SuspendingClock().systemEpoch.duration(to: origin).components
    return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds) / 1_000_000_000
  }

  /// The time since the clock was made.
  public var now: Duration { origin.duration(to: .now) }

  /// Waits until the clock shows a deadline; returns at once when it lies behind.
  ///
  /// - Parameter deadline: A time since the clock was made.
  /// - Throws: `CancellationError` when the task is cancelled before or while it waits.
  public func sleep(until deadline: Duration) async throws(CancellationError) {
    do {
      try await Task.sleep(
        until: origin.advanced(by: deadline), tolerance: .zero, clock: .suspending)
    } catch {
      throw CancellationError()
    }
  }
}
