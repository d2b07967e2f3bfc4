import Foundation
import TestSupport
import Testing

@testable import Providers

@Suite(.timeLimit(.minutes(5))) struct LoopSignalTests {
  @Test func keepsASignalThatNobodyWaitsFor() async {
    let signal = LoopSignal()
    signal.raise()
    signal.raise()
    await signal.wait()
    let isWaiting = Task { await signal.wait() }
    signal.raise()
    await isWaiting.value
  }

  @Test func endsWhenTheTaskIsCancelled() async {
    let signal = LoopSignal()
    let waiter = Task { await signal.wait() }
    waiter.cancel()
    await waiter.value
  }

  @Test func endsAtTheDeadlineAtTheLatest() async {
    let clock = ManualClock()
    let signal = LoopSignal()
    let waiter = Task { await signal.wait(until: .seconds(5), on: clock) }
    await clock.untilSleeping()
    clock.advance(to: .seconds(5))
    await waiter.value

    let woken = Task { await signal.wait(until: .seconds(10), on: clock) }
    await clock.untilSleeping()
    signal.raise()
    await woken.value
    #expect(clock.sleeperCount == 0)
    #expect(clock.now == .seconds(5))
  }

  @Test func c10_aThreadWakesATaskAndNothingBlocksThePool() async {
    let answered = LoopSignal()
    let rounds = Log<Int>()
    // The thread polls: it is the task's side that must not block.
    let thread = Thread {
      for round in 1...1000 {
        while rounds.count < round { sched_yield() }
        answered.raise()
      }
    }
    thread.start()
    for round in 1...1000 {
      rounds.append(round)
      await answered.wait()
    }
    #expect(rounds.count == 1000)
  }
}
