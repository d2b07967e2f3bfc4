import Providers
import Recording
import Simulation
import StreamMetrics

/// The synthetic consumers of a run: some for each policy, each on a stream of its own.
struct Consumers: Sendable {
  /// The streams by policy, each iterated by every consumer of that policy.
  let streams: [CountedStream<Emission>]
  private let count: Int
  private let delay: Duration
  private let clock: any ElapsedClock

  /// Makes consumers that do not run yet.
  ///
  /// - Parameters:
  ///   - policies: How they buffer, each policy for so many.
  ///   - count: Consumers for each policy.
  ///   - delay: What each takes for one element, in elapsed time.
  ///   - provider: What they consume.
  ///   - clock: Measures the delay.
  init(
    policies: [BufferingPolicy], count: Int, delay: Duration, provider: SimulatedLocationProvider,
    clock: any ElapsedClock
  ) {
    streams = count == 0 ? [] : policies.map { provider.emissions(bufferingPolicy: $0) }
    self.count = count
    self.delay = delay
    self.clock = clock
  }

  /// How many there are.
  var total: Int { streams.count * count }

  /// Lets all consume until their streams end or the task is cancelled.
  ///
  /// - Parameter ready: Called once for each consumer when it is subscribed.
  func run(ready: @escaping @Sendable () -> Void) async {
    await withDiscardingTaskGroup { group in
      for stream in streams {
        for _ in 0..<count {
          group.addTask {
            var iterator = stream.makeAsyncIterator()
            ready()
            while await iterator.next() != nil {
              // A cancelled wait is followed by the stream's end.
              if delay > .zero { try? await clock.sleep(until: clock.now + delay) }
            }
          }
        }
      }
    }
  }

  /// What the consumers of each policy had counted.
  var snapshot: [RunSnapshot.Stage] {
    streams.map { stream in
      RunSnapshot.Stage(
        name: .consumer, policy: stream.bufferingPolicy, counters: stream.counters,
        latency: stream.latency)
    }
  }
}
