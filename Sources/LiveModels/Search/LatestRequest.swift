public import Providers

/// A place for one request at a time: a newer one ends the one before, whether that waits or works.
///
/// A request may wait a moment first, so that several keystrokes make one search. What a request
/// brings after a newer one was made is never given.
public actor LatestRequest<Value: Sendable> {
  private let clock: any ElapsedClock
  private let delay: Duration
  private var generation: UInt64 = 0
  private var current: Task<Value, any Error>?

  /// Makes an empty place.
  ///
  /// - Parameters:
  ///   - clock: What the wait is measured on.
  ///   - delay: How long a request waits for a newer one before it works.
  public init(clock: any ElapsedClock, delay: Duration = .zero) {
    self.clock = clock
    self.delay = delay
  }

  deinit {
    current?.cancel()
  }

  /// Does a request in place of the one before.
  ///
  /// - Parameter work: The work; it is cancelled when a newer request comes.
  /// - Returns: What came of it.
  /// - Throws: `CancellationError` when a newer request took its place or the caller was cancelled, or
  ///   what the work throws.
  public func value(
    of work: @escaping @concurrent @Sendable () async throws -> Value
  ) async throws -> Value {
    current?.cancel()
    generation += 1
    let mine = generation
    let deadline = clock.now + delay
    // The handle is kept in `current`: the next request or the caller's cancellation ends it.
    let task = Task { [clock] in
      try await clock.sleep(until: deadline)
      return try await work()
    }
    current = task
    let value = try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
    guard mine == generation, !Task.isCancelled else { throw CancellationError() }
    current = nil
    return value
  }
}
