import Synchronization

/// Wakes the one task that waits for it; a signal that nobody waits for is kept for the next wait.
final class LoopSignal: Sendable {
  private struct State {
    var isRaised = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Wakes the waiting task, or lets the next wait return at once.
  func raise() {
    let waiter = state.withLock { state in
      guard let waiter = state.waiter else {
        state.isRaised = true
        return nil as CheckedContinuation<Void, Never>?
      }
      state.waiter = nil
      return waiter
    }
    waiter?.resume()
  }

  /// Waits for a signal, or for the task to be cancelled.
  func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isRaised = state.withLock { state in
          if state.isRaised || Task.isCancelled {
            state.isRaised = false
            return true
          }
          state.waiter = continuation
          return false
        }
        if isRaised { continuation.resume() }
      }
    } onCancel: {
      raise()
    }
  }

  /// Waits for a signal, until a deadline at the latest, or for the task to be cancelled.
  ///
  /// - Parameters:
  ///   - deadline: A time on the clock.
  ///   - clock: What the deadline is told by.
  func wait(until deadline: Duration, on clock: any ElapsedClock) async {
    await withTaskGroup { group in
      group.addTask { [self] in
        do {
          try await clock.sleep(until: deadline)
          raise()
        } catch {
          // Woken by the signal, or the whole loop is cancelled: there is nothing to tell.
        }
      }
      await wait()
      group.cancelAll()
    }
  }
}
