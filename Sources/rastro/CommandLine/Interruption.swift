import Dispatch
import Glibc

/// SIGINT and SIGTERM as something to wait for. A second signal ends the process at once.
enum Interruption {
  private static let numbers = [SIGINT, SIGTERM]

  /// Waits for the first signal.
  ///
  /// - Throws: `CancellationError` when the task is cancelled; from then on a signal ends the process.
  static func wait() async throws(CancellationError) {
    let (signals, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let queue = DispatchQueue(label: "rastro.signals")
    let sources = numbers.map { number in
      // Ignored, a signal does not end the process, but still comes to its source.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        restoreDefaults()
        continuation.yield()
      }
      source.resume()
      return source
    }
    defer {
      for source in sources { source.cancel() }
      restoreDefaults()
    }
    for await _ in signals { return }
    throw CancellationError()
  }

  /// Runs a body that the first signal cancels.
  ///
  /// - Parameter body: The work; it leaves nothing half done when it is cancelled.
  /// - Returns: What the body returns, or nil when a signal came first.
  /// - Throws: What the body throws, unless a signal came first.
  static func cancelling<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value? {
    try await withThrowingTaskGroup(of: Outcome<Value>.self) { group in
      group.addTask { .done(try await body()) }
      group.addTask {
        try await wait()
        return .interrupted
      }
      defer { group.cancelAll() }
      guard case .done(let value)? = try await group.next() else {
        // The body is waited for when the group ends, so that it can take its half-written file away;
        // that it was cancelled is no error.
        return nil
      }
      return value
    }
  }

  private enum Outcome<Value: Sendable>: Sendable {
    case done(Value)
    case interrupted
  }

  private static func restoreDefaults() {
    for number in numbers { signal(number, SIG_DFL) }
  }
}
