import Glibc
import Providers
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ClockTests {
  @Test func monotonicClockKnowsItsZeroOnTheMachinesClock() {
    let before = machineNanoseconds()
    let clock = MonotonicClock()
    let origin = clock.originNanoseconds
    let after = machineNanoseconds()
    #expect((before...after).contains(origin))
    let elapsed = clock.now
    #expect(elapsed >= .zero)
    #expect(origin + UInt64(elapsed / .nanoseconds(1)) <= machineNanoseconds())
  }

  @Test func monotonicClockDoesNotWakeBeforeTheDeadline() async throws {
    let clock = MonotonicClock()
    try await clock.sleep(until: .milliseconds(5))
    #expect(clock.now >= .milliseconds(5))
    try await clock.sleep(until: .milliseconds(1))
  }

  @Test func monotonicClockThrowsWhenCancelled() async {
    let clock = MonotonicClock()
    let sleeper = Task { try await clock.sleep(until: .seconds(3600)) }
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }

  @Test func immediateClockJumpsToEachDeadline() async throws {
    let clock = ImmediateClock()
    for hour in 1...24 {
      try await clock.sleep(until: .seconds(hour * 3600))
      #expect(clock.now == .seconds(hour * 3600))
    }
    try await clock.sleep(until: .zero)
    #expect(clock.now == .seconds(24 * 3600))
  }

  @Test func immediateClockThrowsWhenCancelled() async {
    let clock = ImmediateClock()
    let sleeper = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await clock.sleep(until: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.now == .zero)
  }

  @Test func untouchableClockReportsEachTouch() async throws {
    let reports = Log<String>()
    let clock = UntouchableClock { reports.append($0) }
    #expect(clock.now == .zero)
    try await clock.sleep(until: .seconds(1))
    #expect(
      reports.elements
        == ["The clock was asked for the time", "A task slept until 1.0 seconds"])
  }

  private func machineNanoseconds() -> UInt64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
