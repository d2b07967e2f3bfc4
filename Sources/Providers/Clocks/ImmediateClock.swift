import Synchronization

/// Virtual time: whoever sleeps finds the clock at the deadline at once.
///
/// Hours of a trace pass in milliseconds, with the same emissions as in real time. It has one hand,
/// so it suits one task that sleeps; several would push each other's time forward. Turn a
/// ``ManualClock`` by hand for those.
public final class ImmediateClock: ElapsedClock {
  private let instant = Mutex(Duration.zero)

  /// Makes a clock that shows zero.
  public init() {}

  /// The latest deadline that anyone slept until.
  public var now: Duration { instant.withLock { $0 } }

  /// Moves the clock to a deadline that lies ahead, and lets other tasks run.
  ///
  /// - Parameter deadline: A time since the clock's zero.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Duration) async throws(CancellationError) {
    if Task.isCancelled { throw CancellationError() }
    instant.withLock { $0 = max($0, deadline) }
    await Task.yield()
    if Task.isCancelled { throw CancellationError() }
  }
}
