import Providers
import Simulation
import StreamMetrics
import Synchronization

/// Consumers of one source with a buffering policy each, whose figures the dashboard compares.
///
/// They do nothing but take updates, as slowly as they are told to.
final class DemonstrationConsumers: Sendable {
  private struct State {
    var policies: [BufferingPolicy]
    var delay = Duration.zero
    var streams: [LocationUpdates] = []
  }

  private let provider: SimulatedLocationProvider
  private let clock: any ElapsedClock
  private let state: Mutex<State>
  private let changes: AsyncStream<Void>
  private let change: AsyncStream<Void>.Continuation

  init(
    provider: SimulatedLocationProvider, clock: any ElapsedClock, policies: [BufferingPolicy]
  ) {
    self.provider = provider
    self.clock = clock
    state = Mutex(State(policies: policies))
    (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    change.yield()
  }

  /// The policies, in the order in which they were given.
  var policies: [BufferingPolicy] { state.withLock { $0.policies } }

  /// How long each takes for an update.
  var delay: Duration { state.withLock { $0.delay } }

  /// The figures of each.
  var figures: [StageFigures] { state.withLock { $0.streams }.map(\.figures) }

  /// Replaces the consumers; their figures start anew.
  func setPolicies(_ policies: [BufferingPolicy]) {
    state.withLock { $0.policies = policies }
    change.yield()
  }

  /// Makes every consumer take so long for each update.
  func setDelay(_ delay: Duration) {
    state.withLock { $0.delay = delay }
  }

  /// Runs the consumers until the task is cancelled.
  func run() async {
    var iterator = changes.makeAsyncIterator()
    var goesOn = await iterator.next() != nil
    while goesOn {
      let streams = policies.map { provider.updates(bufferingPolicy: $0) }
      state.withLock { $0.streams = streams }
      goesOn = await withDiscardingTaskGroup(returning: Bool.self) { group in
        for stream in streams {
          group.addTask { await self.consume(stream) }
        }
        let isChanged = await iterator.next() != nil
        group.cancelAll()
        return isChanged
      }
    }
  }

  private func consume(_ stream: LocationUpdates) async {
    for await _ in stream {
      let delay = self.delay
      guard delay > .zero else { continue }
      do {
        try await clock.sleep(until: clock.now + delay)
      } catch {
        return
      }
    }
  }
}
