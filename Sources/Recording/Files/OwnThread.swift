import Foundation

/// Work that blocks, on a thread of its own, so that it takes none from the tasks.
public enum OwnThread {
  /// Runs a closure on a new thread.
  ///
  /// It runs to its end even when the waiting task is cancelled.
  ///
  /// - Parameter body: What is to be done.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  @concurrent
  public static func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      let thread = Thread {
        do throws(Failure) {
          continuation.resume(returning: .success(try body()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
      thread.start()
    }
    return try result.get()
  }
}
