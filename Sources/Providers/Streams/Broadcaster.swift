public import StreamMetrics
import Synchronization

/// Gives what one source sends to many subscribers, each with a bounded buffer of its own.
///
/// A subscriber first gets the current element, if there is one, then every element that follows,
/// none twice, as far as its policy keeps it. Elements come in the order of the calls to
/// ``send(_:due:)``; a slow subscriber delays no other.
public final class Broadcaster<Element: Sendable>: Sendable {
  private struct State {
    var current: Element?
    var currentDue = Duration.zero
    var subscribers: [(id: SubscriberID, sink: StreamSink<Element>)] = []
    var isFinished = false
  }

  private let clock: (any ElapsedClock)?
  private let state: Mutex<State>

  /// Makes a broadcaster.
  ///
  /// - Parameters:
  ///   - current: What a subscriber gets first, if anything, before the first element is sent.
  ///   - clock: Measures latency and rate for each subscriber, which are absent without one.
  public init(current: Element? = nil, clock: (any ElapsedClock)? = nil) {
    self.clock = clock
    state = Mutex(State(current: current, currentDue: clock?.now ?? .zero))
  }

  deinit {
    finish()
  }

  /// The newest element, which new subscribers get first.
  public var current: Element? { state.withLock { $0.current } }

  /// How many subscribers there are now.
  public var subscriberCount: Int { state.withLock { $0.subscribers.count } }

  /// A cold sequence of the current element and those that follow; each iteration subscribes anew.
  ///
  /// The sequence does not keep the broadcaster alive; once that is released, it finishes.
  ///
  /// - Parameter bufferingPolicy: What happens to elements that are not asked for in time.
  /// - Returns: The sequence, which ends as ``CountedStream`` says.
  public func subscribe(bufferingPolicy: BufferingPolicy) -> CountedStream<Element> {
    CountedStream(bufferingPolicy: bufferingPolicy, clock: clock) { [weak self] id, sink in
      self?.add(sink, id: id)
    } unsubscribe: { [weak self] id in
      self?.remove(id)
    }
  }

  /// Sends an element to every subscriber and makes it the current one.
  ///
  /// - Parameters:
  ///   - element: What is new.
  ///   - due: When it was due on the clock, from which latency counts; now when absent.
  public func send(_ element: Element, due: Duration? = nil) {
    send(element, current: element, due: due)
  }

  /// Sends a change to every subscriber, while those who come later first get the whole.
  ///
  /// - Parameters:
  ///   - element: What changed, for those who are there.
  ///   - current: The whole after the change, for those who come later.
  ///   - due: When it was due on the clock, from which latency counts; now when absent.
  public func send(_ element: Element, current: Element, due: Duration? = nil) {
    let due = due ?? clock?.now ?? .zero
    // Offering under the lock keeps one order for all. It calls nobody back but the buffer: only
    // finishing does, and that happens outside.
    state.withLock { state in
      guard !state.isFinished else { return }
      state.current = current
      state.currentDue = due
      for subscriber in state.subscribers {
        subscriber.sink.offer(element, due: due)
      }
    }
  }

  /// Ends every subscription, and each later one after the current element.
  public func finish() {
    let subscribers = state.withLock { state in
      state.isFinished = true
      defer { state.subscribers = [] }
      return state.subscribers
    }
    for subscriber in subscribers {
      subscriber.sink.finish()
    }
  }

  private func add(_ sink: StreamSink<Element>, id: SubscriberID) {
    state.withLock { state in
      if let current = state.current {
        sink.offer(current, due: state.currentDue)
      }
      if !state.isFinished {
        state.subscribers.append((id, sink))
      }
    }
    // A sink that was not kept is released by the caller, which finishes it.
  }

  private func remove(_ id: SubscriberID) {
    // The sink goes outside the lock, since its end calls back.
    let removed = state.withLock { state in
      state.subscribers.firstIndex { $0.id == id }.map { state.subscribers.remove(at: $0) }
    }
    _ = removed
  }
}
