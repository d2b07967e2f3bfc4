import Synchronization

/// Holds whoever passes while it is closed, whether that is cancelled or not.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var entered = 0
    var held: [CheckedContinuation<Void, Never>] = []
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func pass() async {
    await withCheckedContinuation { continuation in
      let resumed = state.withLock { state in
        state.entered += 1
        var resumed = state.watchers
        state.watchers = []
        if state.isOpen { resumed.append(continuation) } else { state.held.append(continuation) }
        return resumed
      }
      for continuation in resumed { continuation.resume() }
    }
  }

  func open() {
    let held = state.withLock { state in
      state.isOpen = true
      defer { state.held = [] }
      return state.held
    }
    for continuation in held { continuation.resume() }
  }

  func close() {
    state.withLock { $0.isOpen = false }
  }

  /// Waits until somebody has come.
  func untilEntered() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.entered > 0 { return true }
        state.watchers.append(continuation)
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}
