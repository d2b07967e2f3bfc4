import Providers
import StreamMetrics
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct SimulatedTimerProviderTests {
  @Test func ticksForAnHourWithoutDrift() async {
    let clock = ManualClock()
    let timer = SimulatedTimerProvider(every: .seconds(1), clock: clock)
    var iterator = timer.ticks(bufferingPolicy: .unbounded).makeAsyncIterator()
    await clock.run(to: .seconds(3600))
    timer.finish()
    for second in 1...3600 {
      let due = Duration.seconds(second)
      #expect(
        await iterator.next() == TimerTick(index: UInt64(second), due: due, emitted: due))
    }
    #expect(await iterator.next() == nil)
  }

  @Test func makesUpForLateWakesWithoutShiftingTheNext() async {
    let clock = ManualClock()
    let timer = SimulatedTimerProvider(every: .milliseconds(100), clock: clock)
    var iterator = timer.ticks(bufferingPolicy: .unbounded).makeAsyncIterator()
    await clock.untilSleeping()
    clock.advance(to: .milliseconds(250))
    #expect(await iterator.next()?.due == .milliseconds(100))
    let second = await iterator.next()
    #expect(second?.due == .milliseconds(200))
    #expect(second?.emitted == .milliseconds(250))
    await clock.untilSleeping()
    #expect(clock.nextDeadline == .milliseconds(300))
  }

  @Test func leavesOutTheOldestWhenFarTooLate() async {
    let clock = ManualClock()
    let timer = SimulatedTimerProvider(every: .seconds(1), clock: clock)
    let ticks = timer.ticks(bufferingPolicy: .unbounded)
    var iterator = ticks.makeAsyncIterator()
    await clock.untilSleeping()
    clock.advance(to: .seconds(1000))
    let first = await iterator.next()
    #expect(first?.index == 937)
    #expect(first?.missed == 936)
    for index in UInt64(938)...1000 {
      let tick = await iterator.next()
      #expect(tick?.index == index)
      #expect(tick?.missed == 0)
    }
    #expect(ticks.counters.offered == 64)
  }

  @Test func c07_theLastToLeaveStopsItAndTheNextStartsItAnew() async {
    let clock = ManualClock()
    let timer = SimulatedTimerProvider(every: .seconds(1), clock: clock)
    let ticks = timer.ticks(bufferingPolicy: .newest(1))
    var first: TimerTicks.Iterator? = ticks.makeAsyncIterator()
    var second: TimerTicks.Iterator? = ticks.makeAsyncIterator()
    #expect(timer.subscriberCount == 2)
    await clock.untilSleeping()
    clock.advance(by: .seconds(1))
    #expect(await first?.next()?.index == 1)
    #expect(await second?.next()?.index == 1)
    first = nil
    #expect(timer.isRunning)
    await clock.untilSleeping()
    second = nil
    #expect(!timer.isRunning)
    #expect(timer.subscriberCount == 0)
    await untilTrue { clock.sleeperCount == 0 }

    clock.advance(by: .milliseconds(500))
    var third = ticks.makeAsyncIterator()
    await clock.untilSleeping()
    #expect(clock.nextDeadline == .milliseconds(2500))
    clock.advance(by: .seconds(1))
    #expect(await third.next()?.index == 1)
  }

  @Test func finishEndsEveryStreamAndItStartsAgain() async {
    let clock = ManualClock()
    let timer = SimulatedTimerProvider(every: .seconds(1), clock: clock)
    let ticks = timer.ticks(bufferingPolicy: .newest(1))
    var first = ticks.makeAsyncIterator()
    var second = ticks.makeAsyncIterator()
    timer.finish()
    #expect(await first.next() == nil)
    #expect(await second.next() == nil)
    #expect(timer.subscriberCount == 0)
    #expect(!timer.isRunning)
    var third = ticks.makeAsyncIterator()
    await clock.untilSleeping()
    clock.advance(by: .seconds(1))
    #expect(await third.next()?.index == 1)
  }

  @Test func callsItsDelegateInOrder() async {
    let clock = ManualClock()
    let timer = SimulatedTimerProvider(every: .seconds(1), clock: clock)
    let recorder = TickRecorder()
    timer.delegate = recorder
    timer.startUpdating()
    timer.startUpdating()
    #expect(timer.subscriberCount == 1)
    await clock.run(to: .seconds(5))
    await untilTrue { recorder.ticks.count == 5 }
    #expect(recorder.ticks.elements.map(\.index) == [1, 2, 3, 4, 5])
    timer.stopUpdating()
    #expect(!timer.isRunning)
    clock.advance(by: .seconds(5))
    #expect(recorder.ticks.count == 5)
  }

  @Test func doesNotKeepItsDelegateNorItself() async {
    let clock = ManualClock()
    weak var weakTimer: SimulatedTimerProvider?
    weak var weakDelegate: TickRecorder?
    do {
      let timer = SimulatedTimerProvider(every: .seconds(1), clock: clock)
      let recorder = TickRecorder()
      timer.delegate = recorder
      timer.startUpdating()
      weakTimer = timer
      weakDelegate = recorder
      await clock.untilSleeping()
    }
    #expect(weakTimer == nil)
    #expect(weakDelegate == nil)
    await untilTrue { clock.sleeperCount == 0 }
  }

  @Test func a01_stoppingFromWithinTheCallbackDoesNotHang() async {
    let clock = ManualClock()
    let timer = SimulatedTimerProvider(every: .seconds(1), clock: clock)
    let recorder = TickRecorder { $0.finish() }
    timer.delegate = recorder
    timer.startUpdating()
    await clock.untilSleeping()
    clock.advance(by: .seconds(1))
    await untilTrue { !timer.isRunning }
    #expect(recorder.ticks.count == 1)
  }

  @Test func a06_ticksOnRealTimeWhereverItIsStarted() async {
    #expect(await firstTick() != nil)
    #expect(await Starter().start() != nil)
    #expect(await Task { await firstTick() }.value != nil)
  }

  private actor Starter {
    func start() async -> TimerTick? { await firstTick() }
  }
}

private func firstTick() async -> TimerTick? {
  var iterator = TimerTicks(
    every: .milliseconds(2), clock: MonotonicClock(), bufferingPolicy: .oldest(1)
  ).makeAsyncIterator()
  return await iterator.next()
}

private final class TickRecorder: SimulatedTimerProviderDelegate {
  let ticks = Log<TimerTick>()
  private let then: @Sendable (SimulatedTimerProvider) -> Void

  init(then: @escaping @Sendable (SimulatedTimerProvider) -> Void = { _ in }) {
    self.then = then
  }

  func timerProvider(_ provider: SimulatedTimerProvider, didTick tick: TimerTick) {
    ticks.append(tick)
    then(provider)
  }
}
