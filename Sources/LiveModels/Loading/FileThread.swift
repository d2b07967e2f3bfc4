import Foundation

/// Runs what waits for a disk on a thread of its own, so that no task does.
public enum FileThread {
  /// Runs blocking work.
  ///
  /// - Parameter body: The work; it is not interrupted when the task is cancelled, so it is short.
  /// - Returns: What came of it.
  /// - Throws: What it throws.
  @concurrent
  public static func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread { continuation.resume(with: Result { try body() }) }
      thread.name = "files"
      thread.start()
    }
  }
}
