import Synchronization

/// A clock that is turned by hand, for tests that depend on time without waiting for it.
///
/// ```swift
/// let clock = ManualClock()
/// async let fix = provider.requestLocation(timeout: .seconds(5))
/// await clock.untilSleeping()
/// clock.advance(by: .seconds(5))
/// ```
public final class ManualClock: ElapsedClock {
  private struct State {
    var now = Duration.zero
    var nextID: UInt64 = 0
    /// In the order in which they are due; those due together in the order in which they came.
    var sleepers: [Sleeper] = []
    var watchers: [Watcher] = []
  }

  private struct Sleeper {
    let id: UInt64
    let deadline: Duration
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct Watcher {
    let id: UInt64
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private let state = Mutex(State())

  /// Makes a clock that shows zero.
  public init() {}

  /// What the clock shows.
  public var now: Duration { state.withLock { $0.now } }

  /// How many tasks sleep on the clock.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// When the first of the sleeping tasks is due, or nil when none sleeps.
  public var nextDeadline: Duration? { state.withLock { $0.sleepers.first?.deadline } }

  /// Waits until the clock was turned to a deadline; returns at once when it lies behind.
  ///
  /// - Parameter deadline: A time since the clock's zero.
  /// - Throws: `CancellationError` when the task is cancelled before or while it waits.
  public func sleep(until deadline: Duration) async throws(CancellationError) {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let wasCancelled = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        add(Sleeper(id: id, deadline: deadline, continuation: continuation))
      }
    } onCancel: {
      cancelSleeper(id)
    }
    if wasCancelled { throw CancellationError() }
  }

  /// Turns the clock forward and wakes whoever is due, in the order of their deadlines.
  public func advance(by duration: Duration) {
    advance(to: now + duration)
  }

  /// Turns the clock forward and wakes whoever is due, in the order of their deadlines.
  ///
  /// Tasks that sleep anew while they run find the clock at `instant` already; to let them run at
  /// each of their deadlines in turn, use ``run(to:sleepers:)``.
  ///
  /// - Parameter instant: What the clock shows afterwards; the clock does not go back.
  public func advance(to instant: Duration) {
    let due = state.withLock { state in
      state.now = max(state.now, instant)
      let end = state.sleepers.firstIndex { $0.deadline > instant } ?? state.sleepers.endIndex
      let due = state.sleepers[..<end]
      state.sleepers.removeFirst(due.count)
      return due
    }
    for sleeper in due {
      sleeper.continuation.resume(returning: false)
    }
  }

  /// Waits until so many tasks sleep on the clock, or until the task is cancelled.
  ///
  /// - Parameter count: How many tasks have to sleep, at least.
  public func untilSleeping(_ count: Int = 1) async {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        add(Watcher(id: id, count: count, continuation: continuation))
      }
    } onCancel: {
      removeWatcher(id)
    }
  }

  /// Turns the clock forward from deadline to deadline, each time after so many tasks have gone to
  /// sleep, so that every task runs at its own instant.
  ///
  /// - Parameters:
  ///   - instant: What the clock shows at the end.
  ///   - sleepers: How many tasks sleep on the clock between two deadlines; the call waits until
  ///     they do.
  public func run(to instant: Duration, sleepers: Int = 1) async {
    while !Task.isCancelled {
      await untilSleeping(sleepers)
      guard let deadline = nextDeadline, deadline <= instant else { break }
      advance(to: max(deadline, now))
    }
    advance(to: instant)
  }

  private func add(_ sleeper: Sleeper) {
    // A cancellation before this finds no sleeper to remove, so it is asked for under the lock.
    let (outcome, watchers) = state.withLock { state -> (Bool?, [Watcher]) in
      if Task.isCancelled { return (true, []) }
      if sleeper.deadline <= state.now { return (false, []) }
      let index =
        state.sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? state.sleepers.endIndex
      state.sleepers.insert(sleeper, at: index)
      let count = state.sleepers.count
      let watchers = state.watchers.filter { $0.count <= count }
      state.watchers.removeAll { $0.count <= count }
      return (nil, watchers)
    }
    if let outcome { sleeper.continuation.resume(returning: outcome) }
    for watcher in watchers { watcher.continuation.resume() }
  }

  private func cancelSleeper(_ id: UInt64) {
    let sleeper = state.withLock { state in
      state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
    }
    sleeper?.continuation.resume(returning: true)
  }

  private func add(_ watcher: Watcher) {
    let isSatisfied = state.withLock { state in
      if Task.isCancelled || state.sleepers.count >= watcher.count { return true }
      state.watchers.append(watcher)
      return false
    }
    if isSatisfied { watcher.continuation.resume() }
  }

  private func removeWatcher(_ id: UInt64) {
    let watcher = state.withLock { state in
      state.watchers.firstIndex { $0.id == id }.map { state.watchers.remove(at: $0) }
    }
    watcher?.continuation.resume()
  }
}
