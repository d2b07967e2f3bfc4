import Providers
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ManualClockTests {
  @Test func wakesInTheOrderOfDeadlines() async {
    let clock = ManualClock()
    let woken = Log<Int>()
    await withTaskGroup { group in
      for second in [3, 1, 2] {
        group.addTask {
          try? await clock.sleep(until: .seconds(second))
          woken.append(second)
        }
      }
      await clock.untilSleeping(3)
      for second in 1...3 {
        #expect(clock.nextDeadline == .seconds(second))
        clock.advance(to: .seconds(second))
        while woken.count < second { await Task.yield() }
        #expect(clock.sleeperCount == 3 - second)
      }
    }
    #expect(woken.elements == [1, 2, 3])
  }

  @Test func returnsAtOnceWhenTheDeadlineLiesBehind() async throws {
    let clock = ManualClock()
    clock.advance(by: .seconds(5))
    try await clock.sleep(until: .seconds(5))
    try await clock.sleep(until: .seconds(-1))
    #expect(clock.now == .seconds(5))
  }

  @Test func doesNotWakeEarly() async {
    let clock = ManualClock()
    let sleeper = Task { try await clock.sleep(until: .seconds(2)) }
    await clock.untilSleeping()
    clock.advance(by: .milliseconds(1999))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .milliseconds(1))
    #expect(clock.sleeperCount == 0)
    await #expect(throws: Never.self) { try await sleeper.value }
  }

  @Test func doesNotGoBack() {
    let clock = ManualClock()
    clock.advance(to: .seconds(2))
    clock.advance(to: .seconds(1))
    #expect(clock.now == .seconds(2))
  }

  @Test func throwsWhenCancelledBeforeOrWhileItWaits() async {
    let clock = ManualClock()
    let waiting = Task { try await clock.sleep(until: .seconds(1)) }
    await clock.untilSleeping()
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }

    let early = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await clock.sleep(until: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await early.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test func cancelledWhileAdvancedResumesOnce() async {
    for _ in 0..<2000 {
      let clock = ManualClock()
      let sleeper = Task { try await clock.sleep(until: .seconds(1)) }
      await clock.untilSleeping()
      async let advanced: Void = clock.advance(to: .seconds(1))
      sleeper.cancel()
      await advanced
      _ = await sleeper.result
      #expect(clock.sleeperCount == 0)
    }
  }

  @Test func runsEachTaskAtItsOwnInstant() async {
    let clock = ManualClock()
    let seen = Log<Duration>()
    let ticking = Task {
      for second in 1...1000 {
        try await clock.sleep(until: .seconds(second))
        seen.append(clock.now)
      }
      try await clock.sleep(until: .seconds(5000))
    }
    await clock.run(to: .milliseconds(1_000_500))
    #expect(seen.elements == (1...1000).map { .seconds($0) })
    #expect(clock.now == .milliseconds(1_000_500))
    ticking.cancel()
  }

  @Test func watcherStopsWhenCancelled() async {
    let clock = ManualClock()
    let watcher = Task { await clock.untilSleeping() }
    watcher.cancel()
    await watcher.value
  }
}
