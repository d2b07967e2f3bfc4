import Synchronization

/// One answer that several may give and one task waits for: the first counts, later ones do nothing.
final class OneShot<Value: Sendable>: Sendable {
  private enum State {
    case open
    case waiting(CheckedContinuation<Result<Value, any Error>, Never>)
    case resolved(Result<Value, any Error>)
  }

  private let state = Mutex(State.open)

  /// Answers, unless somebody did before.
  ///
  /// - Parameter result: The answer.
  /// - Returns: Whether this was the first.
  @discardableResult
  func resolve(_ result: Result<Value, any Error>) -> Bool {
    // The continuation is taken out under the lock and resumed outside: nobody finds it twice.
    let (isFirst, waiter) = state.withLock { state in
      switch state {
      case .open:
        state = .resolved(result)
        return (true, nil as CheckedContinuation<Result<Value, any Error>, Never>?)
      case .waiting(let continuation):
        state = .resolved(result)
        return (true, continuation)
      case .resolved: return (false, nil)
      }
    }
    waiter?.resume(returning: result)
    return isFirst
  }

  /// Waits for the answer; one task may do so, once. Being cancelled is an answer too.
  ///
  /// - Returns: The answer.
  /// - Throws: The error that was the answer, or `CancellationError`.
  func value() async throws -> Value {
    try await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer = state.withLock { state -> Result<Value, any Error>? in
          if case .resolved(let result) = state { return result }
          state = .waiting(continuation)
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      resolve(.failure(CancellationError()))
    }.get()
  }
}
