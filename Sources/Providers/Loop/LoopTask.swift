/// The task in which a provider's loop runs, one at a time, kept in the provider's locked state.
///
/// A loop that is started anew begins after the one before has ended, so that callbacks of two loops
/// never mix.
struct LoopTask {
  /// Tells one start from the next; a loop whose number has passed must not act any more.
  private(set) var run: UInt64 = 0
  private var current: Task<Void, Never>?
  private var last: Task<Void, Never>?

  var isRunning: Bool { current != nil }

  /// The task of the newest loop, running or not, to wait for its end.
  var newest: Task<Void, Never>? { last }

  /// Starts a loop unless one runs.
  ///
  /// - Parameter body: Gets the number of its run. It must not hold its owner while it waits.
  mutating func start(_ body: @escaping @Sendable (_ run: UInt64) async -> Void) {
    guard current == nil else { return }
    run += 1
    let task = Task { [run, last] in
      await last?.value
      await body(run)
    }
    current = task
    last = task
  }

  /// Makes the loop's run pass.
  ///
  /// - Returns: The loop's task, which the caller has to cancel once it holds no lock.
  mutating func stop() -> Task<Void, Never>? {
    guard let task = current else { return nil }
    run += 1
    current = nil
    return task
  }

  /// Notes that the present loop ends by itself.
  mutating func end() {
    current = nil
  }
}
