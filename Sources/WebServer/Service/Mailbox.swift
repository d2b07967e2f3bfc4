/// What other threads leave for a service thread: the only door through which they reach it.
///
/// Whoever posts appends under a lock and, for the first item since the thread last looked, wakes
/// it with the one call that libwebsockets allows from another thread.
final class Mailbox<Message: Sendable>: Sendable {
  /// One thing to do on the service thread.
  enum Item: Sendable {
    /// A piece of a task that runs on the actor of this thread.
    case job(UnownedJob)

    /// Something for the actor itself.
    case message(Message)
  }

  private struct State {
    var items: [Item] = []
    /// The context to wake; nil before it is made and after it is destroyed, so that nobody wakes
    /// freed memory. Borrowed: the service thread owns it and clears it here before destroying it.
    var context: ContextHandle?
    var isWoken = false
    var isClosed = false
  }

  private let state = SystemMutex(State())

  /// Leaves an item.
  ///
  /// - Parameter item: What to do.
  /// - Returns: False when the thread has ended and will never look again.
  @discardableResult
  func post(_ item: Item) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.items.append(item)
      if !state.isWoken, let context = state.context {
        state.isWoken = true
        context.wake()
      }
      return true
    }
  }

  /// Takes everything left so far, handing in an empty array whose room is kept for what comes.
  func take(into items: inout [Item]) {
    items.removeAll(keepingCapacity: true)
    state.withLock { state in
      swap(&state.items, &items)
      state.isWoken = false
    }
  }

  /// Names the context to wake from now on.
  func open(_ context: ContextHandle) {
    state.withLock { state in
      state.context = context
      if !state.items.isEmpty {
        state.isWoken = true
        context.wake()
      }
    }
  }

  /// Ends waking: the context is about to be destroyed.
  func forgetContext() {
    state.withLock { $0.context = nil }
  }

  /// Takes the last items and refuses any more.
  func close() -> [Item] {
    state.withLock { state in
      state.isClosed = true
      let rest = state.items
      state.items = []
      return rest
    }
  }
}
