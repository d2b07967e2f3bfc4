import LiveModels
import Providers
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LatestRequestTests {
  @Test func c03_fiveKeystrokesMakeOneSearch() async throws {
    let clock = ManualClock()
    let search = LatestRequest<[String]>(clock: clock, delay: .milliseconds(100))
    let searched = Log<String>()
    var tasks: [Task<[String], any Error>] = []
    for word in ["c", "ca", "car", "cart", "carto"] {
      tasks.append(
        Task {
          try await search.value {
            searched.append(word)
            return [word]
          }
        })
      await clock.untilSleeping(1)
      // The one before has left its place to this one once the clock's only sleeper is due at
      // 100 ms from now.
      while clock.nextDeadline != clock.now + .milliseconds(100) || clock.sleeperCount != 1 {
        await Task.yield()
      }
      clock.advance(by: .milliseconds(30))
    }
    clock.advance(by: .milliseconds(100))
    for task in tasks.dropLast() {
      await #expect(throws: CancellationError.self) { _ = try await task.value }
    }
    #expect(try await tasks.last?.value == ["carto"])
    #expect(searched.elements == ["carto"])
  }

  @Test func c14_slowAnswerNeverReplacesFastOne() async throws {
    let clock = ImmediateClock()
    let search = LatestRequest<[String]>(clock: clock)
    let slowClock = ManualClock()
    let slow = Task {
      try await search.value {
        // An old search that does not look for its cancellation comes back after the newer one.
        try? await slowClock.sleep(until: .seconds(1))
        return ["old"]
      }
    }
    await slowClock.untilSleeping(1)
    #expect(try await search.value { ["new"] } == ["new"])
    slowClock.advance(to: .seconds(1))
    await #expect(throws: CancellationError.self) { _ = try await slow.value }
  }

  @Test func c12_callersCancellationEndsTheSearch() async {
    let clock = ManualClock()
    let search = LatestRequest<[String]>(clock: clock, delay: .milliseconds(100))
    let task = Task { try await search.value { ["never"] } }
    await clock.untilSleeping(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test(arguments: [
    ("city", true), ("CITY drive", true), ("drive 7", true), ("city boat", false), ("", true),
  ])
  func wordsMustAllOccur(query: String, isHit: Bool) {
    #expect(SearchWords(query).match(["City", "evening Drive", "v7"]) == isHit)
  }

  @Test func findsNoMoreThanTheLimit() throws {
    let hits = try SearchWords("v").filter(0..<100_000) { ["v\($0)"] }
    #expect(hits == Array(0..<SearchWords.limit))
  }
}
