import Synchronization

/// One piece of work that many wait for.
///
/// It runs once however many ask. A waiter that is cancelled leaves at once and harms nobody; when the
/// last one has left, the work itself is cancelled.
final class SharedWork<Value: Sendable>: Sendable {
  private struct State {
    var outcome: Result<Value, any Error>?
    /// Who waits; one that has no continuation yet is about to.
    var waiters: [UInt64: Waiter] = [:]
    var nextWaiter: UInt64 = 0
    var isAbandoned = false
    var task: Task<Void, Never>?
  }

  private typealias Waiter = CheckedContinuation<Value, any Error>?

  private let state = Mutex(State())

  /// Starts the work.
  ///
  /// - Parameters:
  ///   - body: The work.
  ///   - completion: Called once with what came of it, before any waiter learns of it.
  init(
    _ body: @escaping @concurrent @Sendable () async throws -> Value,
    completion: @escaping @Sendable (Result<Value, any Error>) async -> Void
  ) {
    // The handle is kept in the state, and cancelled when nobody waits any more.
    let task = Task { [self] in
      let outcome: Result<Value, any Error>
      do {
        outcome = .success(try await body())
      } catch {
        outcome = .failure(error)
      }
      await completion(outcome)
      finish(outcome)
    }
    state.withLock { $0.task = task }
  }

  /// Waits for the work.
  ///
  /// - Returns: What came of it, or nil when all other waiters left before and it was given up.
  /// - Throws: The work's error, or `CancellationError` when the waiting task is cancelled.
  func value() async throws -> Value? {
    let id = state.withLock { state -> UInt64? in
      if state.isAbandoned { return nil }
      state.nextWaiter += 1
      state.waiters[state.nextWaiter] = .some(nil)
      return state.nextWaiter
    }
    guard let id else { return nil }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { join(id, $0) }
    } onCancel: {
      leave(id)
    }
  }

  /// Ends the work; every waiter gets a `CancellationError`.
  func cancel() {
    state.withLock { state in
      state.isAbandoned = true
      return state.task
    }?.cancel()
  }

  private func join(_ id: UInt64, _ continuation: CheckedContinuation<Value, any Error>) {
    let outcome = state.withLock { state -> Result<Value, any Error>? in
      if let outcome = state.outcome { return outcome }
      // A cancellation that came first has taken the waiter out already.
      guard state.waiters[id] != nil else { return .failure(CancellationError()) }
      state.waiters[id] = continuation
      return nil
    }
    if let outcome { continuation.resume(with: outcome) }
  }

  private func leave(_ id: UInt64) {
    let (waiter, task) = state.withLock { state -> (Waiter, Task<Void, Never>?) in
      let waiter = state.waiters.removeValue(forKey: id)
      guard state.outcome == nil, state.waiters.isEmpty else { return (waiter ?? nil, nil) }
      state.isAbandoned = true
      return (waiter ?? nil, state.task)
    }
    waiter?.resume(throwing: CancellationError())
    task?.cancel()
  }

  private func finish(_ outcome: Result<Value, any Error>) {
    let waiters = state.withLock { state in
      state.outcome = outcome
      state.task = nil
      defer { state.waiters = [:] }
      return state.waiters.values.compactMap { $0 }
    }
    for waiter in waiters { waiter.resume(with: outcome) }
  }
}
