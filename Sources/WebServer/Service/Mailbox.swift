import Glibc

/// What other threads leave for a service thread: the only door through which they reach it.
///
/// Whoever posts appends under a lock and, for the first item since the thread last looked, wakes
/// it with the one call that libwebsockets allows from another thread.
///
/// The lock is the system's, which thread checkers know; they do not see into `Mutex` when two
/// threads meet there, as they do here all the time.
// Unchecked: the state is touched in `withState` alone, under the lock.
@safe final class Mailbox<Message: Sendable>: @unchecked Sendable {
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

  private var state = State()
  private let lock: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    unsafe lock = .allocate(capacity: 1)
    unsafe lock.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(lock, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(lock)
    unsafe lock.deallocate()
  }

  private func withState<Result>(_ body: (inout State) -> Result) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return body(&state)
  }

  /// Leaves an item.
  ///
  /// - Parameter item: What to do.
  /// - Returns: False when the thread has ended and will never look again.
  @discardableResult
  func post(_ item: Item) -> Bool {
    withState { state in
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
    withState { state in
      swap(&state.items, &items)
      state.isWoken = false
    }
  }

  /// Names the context to wake from now on.
  func open(_ context: ContextHandle) {
    withState { state in
      state.context = context
      if !state.items.isEmpty {
        state.isWoken = true
        context.wake()
      }
    }
  }

  /// Ends waking: the context is about to be destroyed.
  func forgetContext() {
    withState { $0.context = nil }
  }

  /// Takes the last items and refuses any more.
  func close() -> [Item] {
    withState { state in
      state.isClosed = true
      let rest = state.items
      state.items = []
      return rest
    }
  }
}
