import StreamMetrics
import Synchronization

/// Counts what becomes of the elements of one subscription, shared by its two ends.
final class SubscriptionMeter: Sendable {
  private struct State {
    var counters = StageCounters()
    var latency: LatencyHistogram?
    var rate = RateWindow()
    /// Set once the consumer has gone; what was pending then is counted as dropped.
    var isClosed = false
    /// Set once the source has finished; nothing newer comes that could make void what waits.
    var isFinished = false
    var drained: (@Sendable () -> Void)?

    mutating func takeDrained() -> (@Sendable () -> Void)? {
      guard counters.pending == 0, let drained else { return nil }
      self.drained = nil
      return drained
    }
  }

  private let clock: (any ElapsedClock)?
  private let state: Mutex<State>

  init(clock: (any ElapsedClock)?) {
    self.clock = clock
    state = Mutex(State())
  }

  var counters: StageCounters { state.withLock { $0.counters } }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  var isFinished: Bool {
    get { state.withLock { $0.isFinished } }
    set { state.withLock { $0.isFinished = newValue } }
  }

  /// The counters, what they were measured by, and how many were delivered in the last second.
  var measures: (counters: StageCounters, latency: LatencyHistogram?, rate: Double?) {
    let now = clock?.now
    return state.withLock { state in
      (state.counters, state.latency, now.flatMap { state.rate.rate(at: $0) })
    }
  }

  /// Counts an element before it goes into the buffer, since it may be taken at any moment after.
  ///
  /// - Returns: Whether the consumer is still there to take it.
  func offer() -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.counters.offer()
      return true
    }
  }

  /// Counts that the buffer let an element go: the offered one or an older one in its place.
  func drop() {
    // A displaced element that was counted when the consumer went is not counted again.
    let drained = state.withLock { state in
      if !state.isClosed { state.counters.drop() }
      return state.takeDrained()
    }
    drained?()
  }

  /// Counts an element that the consumer took.
  func take(due: Duration) {
    let now = clock?.now
    let drained = state.withLock { state in
      guard !state.isClosed else { return state.takeDrained() }
      state.counters.deliver()
      if let now {
        state.latency = state.latency ?? LatencyHistogram()
        state.latency?.record(now - due)
        state.rate.record(at: now)
      }
      return state.takeDrained()
    }
    drained?()
  }

  /// Counts that the consumer has gone, and leaves what waits for it.
  func close() {
    let drained = state.withLock { state in
      guard !state.isClosed else { return state.takeDrained() }
      state.isClosed = true
      state.counters.drop(state.counters.pending)
      return state.takeDrained()
    }
    drained?()
  }

  /// Calls back once nothing waits any more, unless that is so already.
  ///
  /// - Parameter call: Called at most once, from the consumer's task.
  /// - Returns: Whether something waits.
  func whenDrained(_ call: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard state.counters.pending > 0 else { return false }
      state.drained = call
      return true
    }
  }
}
