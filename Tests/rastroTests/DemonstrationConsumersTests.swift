import LiveModels
import Providers
import Simulation
import StreamMetrics
import Testing

@testable import rastro

@Suite(.timeLimit(.minutes(5)))
struct DemonstrationConsumersTests {
  /// Runs the consumers of a fixture for as long as a body takes.
  private func running(
    _ fixture: HubFixture, _ body: (DemonstrationConsumers) async throws -> Void
  ) async throws {
    let consumers = fixture.parts.consumers
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask { await consumers.run() }
      try await body(consumers)
      group.cancelAll()
    }
  }

  @Test func eachPolicyHasAConsumerAndNewOnesTakeTheirPlace() async throws {
    let fixture = try await HubFixture()
    let provider = fixture.parts.provider
    try await running(fixture) { consumers in
      while provider.subscriberCount != 1 { await Task.yield() }
      #expect(consumers.figures.map(\.policy) == [.newest(1)])
      let policies: [BufferingPolicy] = [.oldest(4), .unbounded, .newest(2)]
      consumers.setPolicies(policies)
      #expect(consumers.policies == policies)
      while provider.subscriberCount != 3 || consumers.figures.count != 3 { await Task.yield() }
      #expect(consumers.figures.map(\.policy) == policies)
      #expect(consumers.figures.allSatisfy { $0.counters.offered == 0 })
      consumers.setPolicies([])
      while provider.subscriberCount != 0 { await Task.yield() }
      consumers.setPolicies([.newest(1)])
      while provider.subscriberCount != 1 { await Task.yield() }
    }
    #expect(provider.subscriberCount == 0)
    #expect(fixture.clock.sleeperCount == 0)
  }

  @Test func aSlowConsumerDropsByItsPolicyAndCountsAll() async throws {
    let fixture = try await HubFixture()
    _ = try await fixture.hub.load(["a"])
    try await running(fixture) { consumers in
      consumers.setDelay(.seconds(20))
      consumers.setPolicies([.newest(1), .unbounded])
      while consumers.figures.map(\.policy) != [.newest(1), .unbounded] { await Task.yield() }
      _ = try await fixture.parts.playback.play()
      while consumers.figures[0].counters.dropped < 3 {
        await fixture.clock.untilSleeping()
        fixture.clock.advance(by: .seconds(1))
        await Task.yield()
      }
      let figures = consumers.figures.map(\.counters)
      for counters in figures {
        #expect(counters.offered == counters.delivered + counters.dropped + counters.pending)
      }
      #expect(figures[0].pending <= 1)
      #expect(figures[1].dropped == 0)
      #expect(figures[1].pending > 1)
    }
    await fixture.parts.provider.shutdown()
    #expect(fixture.clock.sleeperCount == 0)
  }
}
