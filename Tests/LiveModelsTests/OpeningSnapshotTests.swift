import LiveModels
import Providers
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct OpeningSnapshotTests {
  private struct Broken: Error {}

  @Test func c01_takesAsLongAsTheSlowest() async throws {
    let clock = ManualClock()
    let ended = Log<String>()
    @Sendable func source(_ name: String, _ milliseconds: Int) async throws -> String {
      try await clock.sleep(until: .milliseconds(milliseconds))
      ended.append("\(name) \(clock.now)")
      return name
    }
    let task = Task {
      try await OpeningSnapshot(
        catalogue: { try await source("catalogue", 400) },
        fleet: { try await source("fleet", 250) }, metrics: { try await source("metrics", 100) })
    }
    // All three sleep at once: none waits for another.
    await clock.untilSleeping(3)
    clock.advance(to: .milliseconds(100))
    clock.advance(to: .milliseconds(250))
    clock.advance(to: .milliseconds(400))
    let snapshot = try await task.value
    #expect(snapshot.catalogue == "catalogue")
    #expect(snapshot.fleet == "fleet")
    #expect(snapshot.metrics == "metrics")
    #expect(clock.now == .milliseconds(400))
    #expect(Set(ended.elements.map { $0.split(separator: " ")[0] }).count == 3)
  }

  @Test func c01_aFailureCancelsTheOthers() async {
    let clock = ManualClock()
    let cancelled = Log<String>()
    @Sendable func source(_ name: String) async throws -> String {
      do {
        try await clock.sleep(until: .seconds(1000))
      } catch {
        cancelled.append(name)
        throw error
      }
      return name
    }
    let task = Task {
      try await OpeningSnapshot(
        catalogue: {
          try await clock.sleep(until: .milliseconds(1))
          throw Broken()
        }, fleet: { try await source("fleet") }, metrics: { try await source("metrics") })
    }
    await clock.untilSleeping(3)
    clock.advance(to: .milliseconds(1))
    await #expect(throws: Broken.self) { _ = try await task.value }
    #expect(Set(cancelled.elements) == ["fleet", "metrics"])
    #expect(clock.sleeperCount == 0)
  }
}
