public import StreamMetrics
import Synchronization

/// A timer without a run loop: it ticks on an injected clock, for a delegate and for sequences.
///
/// It runs while it has a subscriber: the delegate between ``startUpdating()`` and
/// ``stopUpdating()``, and each iteration of ``ticks(bufferingPolicy:)``. The first subscriber starts
/// it, the last one to leave stops it, and the next starts it anew from tick 1. Every tick is due a
/// whole number of intervals after the start, however late the one before was.
///
/// Its task belongs to it and is cancelled when it stops or is released.
public final class SimulatedTimerProvider: Sendable {
  private struct State {
    var loop = LoopTask()
    var machine: TimerStateMachine?
    var subscribers: [(id: SubscriberID, sink: StreamSink<TimerTick>)] = []
    var isUpdating = false
    weak var delegate: (any SimulatedTimerProviderDelegate)?

    var subscriberCount: Int { subscribers.count + (isUpdating ? 1 : 0) }
  }

  /// The time between two ticks.
  public let interval: Duration
  private let clock: any ElapsedClock
  private let state = Mutex(State())

  /// Makes a timer that stands still.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks, more than zero.
  ///   - clock: Tells when ticks are due.
  public init(every interval: Duration, clock: any ElapsedClock) {
    precondition(interval > .zero, "A timer's interval is more than zero")
    self.interval = interval
    self.clock = clock
  }

  deinit {
    finish()
  }

  /// Receives the ticks between ``startUpdating()`` and ``stopUpdating()``; not kept alive.
  public var delegate: (any SimulatedTimerProviderDelegate)? {
    get { state.withLock { $0.delegate } }
    set { state.withLock { $0.delegate = newValue } }
  }

  /// How many subscribers there are, the delegate included.
  public var subscriberCount: Int { state.withLock { $0.subscriberCount } }

  /// Whether the timer's task runs.
  public var isRunning: Bool { state.withLock { $0.loop.isRunning } }

  /// Makes the delegate a subscriber; further calls do nothing.
  public func startUpdating() {
    state.withLock { state in
      state.isUpdating = true
      startLoop(&state)
    }
  }

  /// Makes the delegate leave; other subscribers do not notice.
  public func stopUpdating() {
    leave { state in
      state.isUpdating = false
      return nil
    }
  }

  /// A cold sequence of ticks, which keeps the timer alive; each iteration is a subscriber.
  ///
  /// - Parameter bufferingPolicy: What happens to ticks that are not asked for in time.
  /// - Returns: The sequence, which ends as ``CountedStream`` says, and when ``finish()`` is called.
  public func ticks(bufferingPolicy: BufferingPolicy) -> TimerTicks {
    TimerTicks(bufferingPolicy: bufferingPolicy, clock: clock) { [self] id, sink in
      add(sink, id: id)
    } unsubscribe: { [weak self] id in
      self?.remove(id)
    }
  }

  /// Stops the timer and ends every subscription; it may be started again.
  public func finish() {
    let (task, subscribers) = state.withLock { state in
      let subscribers = state.subscribers
      state.subscribers = []
      state.isUpdating = false
      return (state.loop.stop(), subscribers)
    }
    task?.cancel()
    for subscriber in subscribers {
      subscriber.sink.finish()
    }
  }

  func add(_ sink: StreamSink<TimerTick>, id: SubscriberID) {
    state.withLock { state in
      state.subscribers.append((id, sink))
      startLoop(&state)
    }
  }

  func remove(_ id: SubscriberID) {
    leave { state in
      state.subscribers.firstIndex { $0.id == id }.map { state.subscribers.remove(at: $0).sink }
    }
  }

  private func leave(_ remove: (inout State) -> StreamSink<TimerTick>?) {
    let (removed, task) = state.withLock { state in
      let removed = remove(&state)
      return (removed, state.subscriberCount == 0 ? state.loop.stop() : nil)
    }
    // The sink's end calls back, as cancelling may: both after the lock.
    _ = removed
    task?.cancel()
  }

  private func startLoop(_ state: inout sending State) {
    guard !state.loop.isRunning else { return }
    state.machine = TimerStateMachine(start: clock.now, interval: interval)
    state.loop.start { [weak self, clock] run in
      while let deadline = self?.nextDeadline(in: run) {
        do {
          try await clock.sleep(until: deadline)
        } catch {
          return
        }
        self?.tick(in: run)
      }
    }
  }

  private func nextDeadline(in run: UInt64) -> Duration? {
    state.withLock { $0.loop.run == run ? $0.machine?.nextDeadline : nil }
  }

  private func tick(in run: UInt64) {
    let now = clock.now
    let (ticks, subscribers, delegate) = state.withLock { state in
      (
        state.loop.run == run ? state.machine?.advance(to: now) ?? [] : [],
        state.subscribers, state.isUpdating ? state.delegate : nil
      )
    }
    for tick in ticks {
      for subscriber in subscribers {
        subscriber.sink.offer(tick, due: tick.due)
      }
      delegate?.timerProvider(self, didTick: tick)
    }
  }
}
