import Providers
import StreamMetrics
import Synchronization

/// A source of callbacks for tests, which counts how often each subscriber started and stopped it.
final class CallbackSource<Element: Sendable>: Sendable {
  private struct State {
    var sinks: [(id: SubscriberID, sink: StreamSink<Element>)] = []
    var starts = 0
    var stops = 0
    var unknownStops = 0
  }

  private let state = Mutex(State())

  var liveCount: Int { state.withLock { $0.sinks.count } }
  var starts: Int { state.withLock { $0.starts } }
  var stops: Int { state.withLock { $0.stops } }
  /// Stops for a subscriber that was not there, or was stopped before.
  var unknownStops: Int { state.withLock { $0.unknownStops } }

  func stream(
    _ policy: BufferingPolicy, clock: (any ElapsedClock)? = nil,
    isVoid: (@Sendable (Element) -> Bool)? = nil
  ) -> CountedStream<Element> {
    CountedStream(bufferingPolicy: policy, clock: clock, isVoid: isVoid) { [weak self] id, sink in
      self?.state.withLock { state in
        state.starts += 1
        state.sinks.append((id, sink))
      }
    } unsubscribe: { [weak self] id in
      let removed = self?.state.withLock { state -> StreamSink<Element>? in
        state.stops += 1
        guard let index = state.sinks.firstIndex(where: { $0.id == id }) else {
          state.unknownStops += 1
          return nil
        }
        return state.sinks.remove(at: index).sink
      }
      _ = removed
    }
  }

  func offer(_ element: Element, due: Duration = .zero) {
    for (_, sink) in state.withLock({ $0.sinks }) {
      sink.offer(element, due: due)
    }
  }

  func finish() {
    for (_, sink) in state.withLock({ $0.sinks }) {
      sink.finish()
    }
  }
}
