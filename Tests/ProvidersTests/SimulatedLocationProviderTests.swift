import Providers
import Simulation
import StreamMetrics
import TestSupport
import Testing
import Tracks

@Suite(.timeLimit(.minutes(5))) struct SimulatedLocationProviderTests {
  // MARK: Time

  @Test func playsAnHourInVirtualTimeAndFinishes() async throws {
    let provider = try SimulatedLocationProvider([Journeys.line(3601)], clock: ImmediateClock())
    var seen: [Int] = []
    for await update in provider.updates(bufferingPolicy: .unbounded) {
      let index = Journeys.index(update.fix)
      #expect(update.due == .seconds(index))
      #expect(update.emitted == update.due)
      seen.append(index)
    }
    #expect(seen == Array(0...3600))
    #expect(provider.subscriberCount == 0)
    #expect(provider.state.status == .ended)
    await provider.shutdown()
    #expect(!provider.isRunning)
  }

  @Test func emitsTheSameOnEveryClockAndAtEveryRate() async throws {
    let journeys = Journeys.fleet(5, fixes: 200, every: .milliseconds(250))
    let virtual = try await emissions(journeys, clock: ImmediateClock())
    #expect(virtual.count > 1000)
    #expect(virtual.map(\.sequence) == Array(1...UInt64(virtual.count)))

    let clock = ManualClock()
    async let turned = emissions(journeys, clock: clock)
    await clock.untilSleeping()
    let turning = Task { await clock.run(to: .seconds(3600)) }
    let isTheSame = try await turned == virtual
    #expect(isTheSame, "what was emitted when on the clock that is turned by hand")
    turning.cancel()

    for rate in [PlaybackRate.max, .times(1000), .times(0.01)] {
      let other = try await emissions(journeys, clock: ImmediateClock(), rate: rate)
      #expect(other.count == virtual.count)
      let isTheSame = other.map(\.timeless) == virtual.map(\.timeless)
      #expect(isTheSame, "rate \(rate)")
    }
    let real = try await emissions(journeys, clock: MonotonicClock(), rate: .times(1000))
    #expect(real.count == virtual.count)
    let different = zip(real, virtual).first { $0.timeless != $1.timeless }
    #expect(different == nil)
  }

  private func emissions(
    _ journeys: [Journey], clock: any ElapsedClock, rate: PlaybackRate = .times(1)
  ) async throws -> [Emission] {
    let provider = try SimulatedLocationProvider(journeys, clock: clock, rate: rate)
    var seen: [Emission] = []
    for await emission in provider.emissions(bufferingPolicy: .unbounded) { seen.append(emission) }
    return seen
  }

  @Test func a05_twentyVehiclesKeepTheirOrderTwoHundredTimes() async throws {
    let journeys = Journeys.fleet(20, fixes: 10)
    for _ in 0..<200 {
      let emissions = try await emissions(journeys, clock: ImmediateClock(), rate: .times(100))
      #expect(emissions.map(\.sequence) == Array(1...UInt64(emissions.count)))
      var next = [Int](repeating: 0, count: 20)
      for case .location(let update) in emissions {
        #expect(Journeys.index(update.fix) == next[Int(update.vehicle)])
        next[Int(update.vehicle)] += 1
      }
      #expect(next == [Int](repeating: 10, count: 20))
      guard case .event(let first) = emissions.first, case .event(let last) = emissions.last else {
        Issue.record("An event comes first and last")
        return
      }
      #expect(first.kind == .started)
      #expect(last.kind == .ended)
    }
  }

  // MARK: Subscribers

  @Test func c07_theLastToLeaveStopsItAndTheNextBeginsAtTheStart() async throws {
    let clock = ManualClock()
    let provider = try SimulatedLocationProvider([Journeys.line(100)], clock: clock)
    let updates = provider.updates(bufferingPolicy: .newest(8))
    for round in 1...3 {
      var first: LocationUpdates.Iterator? = updates.makeAsyncIterator()
      var second: LocationUpdates.Iterator? = updates.makeAsyncIterator()
      #expect(provider.subscriberCount == 2)
      #expect(await first?.next().map { Journeys.index($0.fix) } == 0, "round \(round)")
      #expect(await second?.next().map { Journeys.index($0.fix) } == 0)
      await clock.untilSleeping()
      clock.advance(by: .seconds(1))
      #expect(await first?.next().map { Journeys.index($0.fix) } == 1)
      first = nil
      #expect(provider.state.status == .playing)
      #expect(await second?.next().map { Journeys.index($0.fix) } == 1)
      second = nil
      #expect(provider.subscriberCount == 0)
      #expect(provider.state.status == .ready)
      await untilTrue { !provider.isRunning }
      #expect(clock.sleeperCount == 0)
    }
    #expect(updates.counters.isConserved)
    #expect(updates.counters.pending == 0)
  }

  @Test func c07_aThousandSubscribersComeAndGo() async throws {
    let provider = try SimulatedLocationProvider(
      [Journeys.line(10)], clock: ImmediateClock(), loop: .forever)
    let updates = provider.updates(bufferingPolicy: .newest(2))
    let events = provider.events(bufferingPolicy: .oldest(2))
    await withTaskGroup { group in
      for index in 0..<1000 {
        group.addTask {
          switch index % 3 {
          case 0:
            for await _ in updates { break }
          case 1:
            for await _ in events { break }
          default:
            let reader = Task { for await _ in updates {} }
            reader.cancel()
            await reader.value
          }
        }
      }
    }
    #expect(provider.subscriberCount == 0)
    #expect(provider.state.status == .ready)
    await untilTrue { !provider.isRunning }
    for counters in [updates.counters, events.counters] {
      #expect(counters.isConserved)
      #expect(counters.pending == 0)
    }
  }

  @Test func c08_shutdownLeavesNothingRunning() async throws {
    let clock = ManualClock()
    let provider = try SimulatedLocationProvider(
      [Journeys.line(100)], clock: clock, lifecycle: .commands)
    var updates = provider.updates(bufferingPolicy: .newest(1)).makeAsyncIterator()
    var ticks = provider.ticks(every: .seconds(1), bufferingPolicy: .newest(1)).makeAsyncIterator()
    let sink = provider.addSink { _ in }
    try provider.play()
    await clock.untilSleeping(2)
    await provider.shutdown()
    #expect(await ticks.next() == nil)
    _ = await updates.next()
    #expect(await updates.next() == nil)
    #expect(provider.subscriberCount == 0)
    #expect(!provider.isRunning)
    await untilTrue { clock.sleeperCount == 0 }
    sink.cancel()
  }

  @Test func c08_releasingItEndsItsTaskAndItsStreams() async throws {
    let clock = ManualClock()
    weak var released: SimulatedLocationProvider?
    var states: CountedStream<PlaybackState>.Iterator?
    do {
      let provider = try SimulatedLocationProvider([Journeys.line(100)], clock: clock)
      released = provider
      states = provider.states.makeAsyncIterator()
      try provider.play()
      await clock.untilSleeping()
    }
    #expect(released == nil)
    _ = await states?.next()
    #expect(await states?.next() == PlaybackState?.none)
    await untilTrue { clock.sleeperCount == 0 }
  }

  @Test func aStreamKeepsItsProvider() async throws {
    var updates = try SimulatedLocationProvider([Journeys.line(3)], clock: ImmediateClock())
      .updates(bufferingPolicy: .unbounded).makeAsyncIterator()
    for index in 0..<3 {
      #expect(await updates.next().map { Journeys.index($0.fix) } == index)
    }
    #expect(await updates.next() == nil)
  }

  @Test func playsWithoutSubscribersOnceItWasTold() async throws {
    let clock = ManualClock()
    let provider = try SimulatedLocationProvider([Journeys.line(10)], clock: clock)
    try provider.play()
    await clock.run(to: .seconds(3))
    var updates = provider.updates(bufferingPolicy: .unbounded).makeAsyncIterator()
    await clock.untilSleeping()
    clock.advance(by: .seconds(1))
    #expect(await updates.next().map { Journeys.index($0.fix) } == 4)
    provider.stop()
    #expect(provider.state.status == .ready)
    #expect(provider.subscriberCount == 1)
  }
}
