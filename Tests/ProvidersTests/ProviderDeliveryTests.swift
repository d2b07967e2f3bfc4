import Providers
import Simulation
import StreamMetrics
import TestSupport
import Testing
import Tracks

@Suite(.timeLimit(.minutes(5))) struct ProviderDeliveryTests {
  @Test func allWaysSeeTheSameInTheSameOrder() async throws {
    let provider = try SimulatedLocationProvider(
      Journeys.fleet(4, fixes: 50), clock: ImmediateClock(), lifecycle: .commands)
    let recorder = DelegateRecorder()
    provider.delegate = recorder
    provider.startUpdating()
    let sunk = Log<Emission>()
    let sink = provider.addSink { sunk.append($0) }
    var emissions = provider.emissions(bufferingPolicy: .unbounded).makeAsyncIterator()
    var updates = provider.updates(bufferingPolicy: .unbounded).makeAsyncIterator()
    var ofTwo = provider.updates(of: 2, bufferingPolicy: .unbounded).makeAsyncIterator()
    var events = provider.events(bufferingPolicy: .unbounded).makeAsyncIterator()
    try provider.play()
    await untilTrue { recorder.states.elements.last?.status == .ended }
    provider.finish()

    let all = sunk.elements
    #expect(all.map(\.sequence) == Array(1...UInt64(all.count)))
    #expect(recorder.emissions.elements == all)
    for emission in all {
      #expect(await emissions.next() == emission)
      switch emission {
      case .location(let update):
        #expect(await updates.next() == update)
        if update.vehicle == 2 { #expect(await ofTwo.next() == update) }
      case .event(let event):
        #expect(await events.next() == event)
      }
    }
    #expect(await emissions.next() == nil)
    #expect(await updates.next() == nil)
    #expect(await ofTwo.next() == nil)
    #expect(await events.next() == nil)
    sink.cancel()
  }

  @Test func aSinkWithoutRoomHoldsTheSimulation() async throws {
    let provider = try SimulatedLocationProvider(
      Journeys.fleet(1, fixes: 2000), clock: ImmediateClock(), rate: .max, lifecycle: .commands)
    let sunk = Log<Emission>()
    let (rooms, room) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .unbounded)
    let waits = Log<Int>()
    let sink = provider.addSink(
      { sunk.append($0) },
      untilRoom: {
        waits.append(sunk.count)
        for await _ in rooms { break }
      })
    try provider.play()
    await untilTrue { waits.count == 1 }
    #expect(sunk.count == 0)
    room.yield()
    await untilTrue { waits.count == 2 }
    let first = sunk.count
    #expect(first > 0 && first < 1000)
    room.finish()
    await untilTrue { provider.state.status == .ended && sunk.count == 2002 }
    sink.cancel()
  }

  /// A slow consumer takes one fix, then the rest of the trace passes, then it takes what is left.
  @Test(arguments: [
    (BufferingPolicy.newest(1), [0, 299]), (.newest(64), [0] + Array(236...299)),
    (.oldest(64), Array(0...64)), (.unbounded, Array(0...299)),
  ])
  func a03_policiesKeepWhatTheySaySideBySide(policy: BufferingPolicy, expected: [Int]) async throws
  {
    let clock = ManualClock()
    let provider = try SimulatedLocationProvider(
      [Journeys.line(300)], clock: clock, lifecycle: .commands)
    let slow = provider.updates(bufferingPolicy: policy)
    let others = [BufferingPolicy.newest(1), .newest(64), .oldest(64), .unbounded].map {
      provider.updates(bufferingPolicy: $0)
    }
    let iterators = others.map { $0.makeAsyncIterator() }
    var iterator = slow.makeAsyncIterator()
    var seen: [Int] = []
    try provider.play()
    if let update = await iterator.next() { seen.append(Journeys.index(update.fix)) }
    await clock.run(to: .seconds(298))
    await clock.untilSleeping()
    clock.advance(to: .seconds(300))
    await untilTrue { !provider.isRunning || provider.state.status == .ended }
    await untilTrue { slow.counters.offered == 300 }
    for other in others {
      let kept = UInt64(other.bufferingPolicy.limit ?? 300)
      #expect(other.counters == StageCounters(delivered: 0, dropped: 300 - kept, pending: kept))
    }
    provider.finish()
    while let update = await iterator.next() { seen.append(Journeys.index(update.fix)) }
    #expect(seen == expected)
    #expect(
      slow.counters
        == StageCounters(
          delivered: UInt64(expected.count), dropped: UInt64(300 - expected.count), pending: 0))
    withExtendedLifetime(iterators) {}
  }

  @Test func aSlowSubscriberDelaysNoOther() async throws {
    let clock = ManualClock()
    let provider = try SimulatedLocationProvider([Journeys.line(500)], clock: clock)
    let slow = provider.updates(bufferingPolicy: .newest(1))
    let slowIterator = slow.makeAsyncIterator()
    var quick = provider.updates(bufferingPolicy: .newest(1)).makeAsyncIterator()
    for index in 0..<500 {
      #expect(await quick.next().map { Journeys.index($0.fix) } == index)
      if index < 499 {
        await clock.untilSleeping()
        clock.advance(by: .seconds(1))
      }
    }
    #expect(slow.counters == StageCounters(delivered: 0, dropped: 499, pending: 1))
    withExtendedLifetime(slowIterator) {}
  }

  @Test(arguments: [BufferingPolicy.newest(1), .newest(64), .oldest(1), .unbounded])
  func underMaxSourceTimeWaitsForEverySubscriber(policy: BufferingPolicy) async throws {
    let provider = try SimulatedLocationProvider(
      [Journeys.line(2000)], clock: MonotonicClock(), rate: .max, lifecycle: .commands)
    let quick = provider.updates(bufferingPolicy: policy)
    let slow = provider.updates(bufferingPolicy: .newest(1))
    async let quickCount = count(quick, yields: 0)
    async let slowCount = count(slow, yields: 3)
    await untilTrue { provider.subscriberCount == 2 }
    try provider.play()
    for await state in provider.states where state.status == .ended { break }
    provider.finish()
    #expect(await quickCount == 2000)
    #expect(await slowCount == 2000)
    #expect(quick.counters == StageCounters(delivered: 2000, dropped: 0, pending: 0))
    #expect(slow.counters == StageCounters(delivered: 2000, dropped: 0, pending: 0))
  }

  @Test func itWaitsUpToWhereAScenarioLeavesMax() async throws {
    var options = PlaybackOptions()
    options.scenario = Scenario(steps: [
      .init(at: .zero, .rate(.max)), .init(at: .milliseconds(40_500), .rate(.times(1))),
    ])
    let clock = ManualClock()
    let provider = SimulatedLocationProvider(
      playback: try Playback(
        timeline: Timeline(journeys: [Journeys.line(60)]), options: options),
      clock: clock)
    let updates = provider.updates(bufferingPolicy: .newest(1))
    var places: [Int] = []
    for await update in updates {
      places.append(Journeys.index(update.fix))
      // The next is due on the clock, which nobody turns.
      if places.last == 40 { break }
    }
    #expect(places == Array(0...40))
    #expect(updates.counters.dropped == 0)
    #expect(provider.lateness.count <= 1)
  }

  private func count(_ updates: LocationUpdates, yields: Int) async -> Int {
    var count = 0
    for await _ in updates {
      count += 1
      for _ in 0..<yields { await Task.yield() }
    }
    return count
  }

  @Test func underMaxASubscriberThatLeavesHoldsNobodyUp() async throws {
    let provider = try SimulatedLocationProvider(
      [Journeys.line(2000)], clock: MonotonicClock(), rate: .max, lifecycle: .commands)
    let idle = provider.updates(bufferingPolicy: .newest(1))
    var idleIterator: LocationUpdates.Iterator? = idle.makeAsyncIterator()
    async let others = count(provider.updates(bufferingPolicy: .newest(1)), yields: 0)
    await untilTrue { provider.subscriberCount == 2 }
    try provider.play()
    _ = await idleIterator?.next()
    await untilTrue { idle.counters.pending == 1 }
    idleIterator = nil
    for await state in provider.states where state.status == .ended { break }
    provider.finish()
    #expect(await others == 2000)
    #expect(idle.counters == StageCounters(delivered: 1, dropped: 1, pending: 0))
  }

  @Test func underMaxItMayBeToldNotToWait() async throws {
    let playback = try Playback(timeline: Timeline(journeys: [Journeys.line(2000)]))
    let provider = SimulatedLocationProvider(
      playback: playback, clock: MonotonicClock(),
      options: .init(lifecycle: .commands, waitsForSubscribers: false))
    try provider.setRate(.max)
    let idle = provider.updates(bufferingPolicy: .newest(1))
    let iterator = idle.makeAsyncIterator()
    try provider.play()
    await untilTrue { idle.counters.offered == 2000 }
    #expect(idle.counters == StageCounters(delivered: 0, dropped: 1999, pending: 1))
    withExtendedLifetime(iterator) {}
  }

  @Test func underMaxACommandIsHeardWhileItWaits() async throws {
    let provider = try SimulatedLocationProvider(
      [Journeys.line(2000)], clock: MonotonicClock(), rate: .max)
    let updates = provider.updates(bufferingPolicy: .newest(1))
    var iterator = updates.makeAsyncIterator()
    #expect(await iterator.next().map { Journeys.index($0.fix) } == 0)
    await untilTrue { updates.counters.pending == 1 }
    try provider.seek(to: .index(1000))
    #expect(await iterator.next().map { Journeys.index($0.fix) } == 1000)
    provider.finish()
    while await iterator.next() != nil {}
  }

  @Test func countsWhatComesThrough() async throws {
    let clock = ManualClock()
    let provider = try SimulatedLocationProvider(
      [Journeys.line(50, every: .milliseconds(100))], clock: clock, lifecycle: .commands)
    let sunk = Log<Emission>()
    let sink = provider.addSink { sunk.append($0) }
    try provider.play()
    await clock.run(to: .milliseconds(3000))
    let figures = provider.figures
    #expect(figures.map(\.stage) == [.source, .broadcast])
    for stage in figures {
      #expect(stage.counters == StageCounters(delivered: 32, dropped: 0, pending: 0))
    }
    #expect(figures[0].rate == 10)
    #expect(figures[0].latency?.count == 31)
    #expect(figures[0].latency?.max == .zero)
    #expect(provider.lateness.count == 31)
    sink.cancel()
    #expect(provider.subscriberCount == 0)
  }

  @Test func latenessIsMeasuredFromWhenAFixWasDue() async throws {
    let clock = ManualClock()
    let provider = try SimulatedLocationProvider([Journeys.line(3)], clock: clock)
    var updates = provider.updates(bufferingPolicy: .unbounded).makeAsyncIterator()
    _ = await updates.next()
    await clock.untilSleeping()
    clock.advance(to: .milliseconds(1250))
    _ = await updates.next()
    #expect(provider.lateness.greatest == .milliseconds(250))
    await clock.untilSleeping()
    #expect(clock.nextDeadline == .seconds(2))
  }

  @Test func samplesWhereEveryVehicleIsNow() async throws {
    let clock = ManualClock()
    let provider = try SimulatedLocationProvider(
      Journeys.fleet(3, fixes: 10), clock: clock, lifecycle: .commands)
    try provider.play()
    await clock.untilSleeping()
    clock.advance(to: .milliseconds(500))
    var sample = FleetSample(sourceTime: Journeys.start, emitted: .zero, generation: 0)
    provider.sample(into: &sample)
    #expect(sample.vehicles == [0, 1, 2])
    #expect(sample.longitudes == [5000, 5000, 5000])
    #expect(sample.sourceTime == Journeys.start.advanced(by: .milliseconds(500)))
    #expect(provider.newestFix(of: 1).map(Journeys.index) == 0)
    #expect(provider.newestFix(of: 3) == nil)
    #expect(provider.vehicles.count == 3)
  }
}
