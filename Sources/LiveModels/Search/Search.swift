public import Providers

/// Looks for what someone types: a new query ends the one before, whether it still waits or works.
///
/// A query waits a moment first, so that several keystrokes make one search. An answer that comes
/// after a newer query was asked is never given.
public actor Search<Hit: Sendable> {
  private let clock: any ElapsedClock
  private let delay: Duration
  private var generation: UInt64 = 0
  private var current: Task<[Hit], any Error>?

  /// Makes a search.
  ///
  /// - Parameters:
  ///   - clock: What the wait is measured on.
  ///   - delay: How long a query waits for the next keystroke.
  public init(clock: any ElapsedClock, delay: Duration = .milliseconds(120)) {
    self.clock = clock
    self.delay = delay
  }

  /// Finds what a query asks for.
  ///
  /// - Parameter find: Does the search; it is cancelled when a newer query comes.
  /// - Returns: What was found.
  /// - Throws: `CancellationError` when a newer query took its place or the caller was cancelled, or
  ///   what `find` throws.
  public func hits(
    _ find: @escaping @concurrent @Sendable () async throws -> [Hit]
  ) async throws -> [Hit] {
    current?.cancel()
    generation += 1
    let mine = generation
    let deadline = clock.now + delay
    // The handle is kept in `current`: the next query or the caller's cancellation ends it.
    let task = Task { [clock] in
      try await clock.sleep(until: deadline)
      return try await find()
    }
    current = task
    let hits = try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
    guard mine == generation, !Task.isCancelled else { throw CancellationError() }
    current = nil
    return hits
  }

  /// Ends the query that waits or works, if any.
  public func cancel() {
    generation += 1
    current?.cancel()
    current = nil
  }
}
