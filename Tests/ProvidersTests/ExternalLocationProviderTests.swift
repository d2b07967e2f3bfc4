import Providers
import Simulation
import StreamMetrics
import TestSupport
import Testing
import Tracks

@Suite(.timeLimit(.minutes(5)))
struct ExternalLocationProviderTests {
  private func fix(_ second: Int) -> Fix {
    Fix(
      Coordinate(wrappingLatitude: 0, longitude: Double(second) / 1000),
      time: SourceTime(nanoseconds: Int64(second) * 1_000_000_000))
  }

  @Test func tellsWhatIsHandedOverInOrderAndFinishes() async {
    let provider = ExternalLocationProvider(vehicles: 2, clock: ManualClock())
    let log = Log<UInt64>()
    let token = provider.addSink {
      if case .location(let update) = $0 { log.append(update.sequence) }
    } finished: {
      log.append(0)
    }
    defer { token.cancel() }
    let updates = provider.updates(of: 1, bufferingPolicy: .unbounded)
    var iterator = updates.makeAsyncIterator()
    for second in 0..<10 { provider.receive(fix(second), of: UInt32(second % 2)) }
    provider.finish()
    await provider.run()
    var seen: [Fix] = []
    while let update = await iterator.next() { seen.append(update.fix) }
    #expect(seen == [1, 3, 5, 7, 9].map(fix))
    #expect(log.elements == Array(1...10) + [0])
    #expect(provider.counters.delivered == 10 && provider.counters.isConserved)
    #expect(provider.subscriberCount == 0)
    #expect(provider.newestFix(of: 1) == fix(9))
  }

  @Test func whatIsNotToldInTimeIsDroppedAndCounted() async {
    let provider = ExternalLocationProvider(clock: ManualClock())
    let limit = ExternalLocationProvider.waitingLimit
    for second in 0..<limit + 5 { provider.receive(fix(second)) }
    #expect(provider.counters.dropped == 5)
    #expect(provider.counters.pending == UInt64(limit))
    let log = Log<Fix>()
    let token = provider.addSink { if case .location(let update) = $0 { log.append(update.fix) } }
    provider.finish()
    await provider.run()
    token.cancel()
    #expect(log.elements.first == fix(5))
    #expect(provider.counters.isConserved && provider.counters.pending == 0)
  }

  @Test func aSilenceIsToldWhenItsTimeHasCome() async {
    let clock = ManualClock()
    let provider = ExternalLocationProvider(clock: clock)
    let events = provider.events(bufferingPolicy: .unbounded)
    var iterator = events.makeAsyncIterator()
    await withDiscardingTaskGroup { group in
      group.addTask { await provider.run() }
      provider.receive(fix(1))
      await clock.untilSleeping()
      clock.advance(by: .seconds(61))
      #expect(await iterator.next()?.kind == .signalLost)
      provider.receive(fix(2))
      #expect(await iterator.next()?.kind == .signalRegained)
      group.cancelAll()
    }
    #expect(await iterator.next() == nil)
    #expect(clock.sleeperCount == 0)
  }

  @Test func c07_whoLeavesEndsNobodyElse() async {
    let provider = ExternalLocationProvider(clock: ManualClock())
    let updates = provider.updates(bufferingPolicy: .newest(1))
    do {
      var first = updates.makeAsyncIterator()
      var second = updates.makeAsyncIterator()
      #expect(provider.subscriberCount == 2)
      provider.receive(fix(1))
      provider.finish()
      await provider.run()
      #expect(await first.next()?.fix == fix(1))
      #expect(await second.next()?.fix == fix(1))
    }
    for _ in 0..<100 {
      let iterator = updates.makeAsyncIterator()
      #expect(provider.subscriberCount == 1)
      _ = iterator
    }
    #expect(provider.subscriberCount == 0)
  }

  /// Simulated, then external, then simulated again: nobody who follows the device notices but by the fixes.
  @Test func aDeviceTakesItInPlaceOfASimulationWhileItsSubscribersStay() async throws {
    let simulated = try SimulatedLocationProvider(
      [Journeys.line(3)], clock: ImmediateClock(), lifecycle: .commands)
    let clock = ManualClock()
    let external = ExternalLocationProvider(clock: clock)
    let device = DeviceLocationProvider(source: simulated, authorization: .authorized)
    var iterator = device.updates(bufferingPolicy: .unbounded).makeAsyncIterator()
    try simulated.play()
    var recorded: [Fix] = []
    for _ in 0..<3 { if let fix = await iterator.next() { recorded.append(fix) } }
    #expect(recorded.count == 3)
    device.setSource(external)
    #expect(simulated.subscriberCount == 0 && external.subscriberCount == 1)
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask { await external.run() }
      external.receive(fix(7))
      #expect(await iterator.next() == fix(7))
      async let answer = device.requestLocation(timeout: .seconds(5))
      // The request waits for its timeout, and the provider for a silence.
      await clock.untilSleeping(2)
      external.receive(fix(8))
      #expect(try await answer == fix(8))
      #expect(await iterator.next() == fix(8))
      device.setSource(simulated)
      #expect(external.subscriberCount == 0)
      try simulated.play()
      #expect(await iterator.next() == recorded.first)
      group.cancelAll()
    }
    await simulated.shutdown()
  }
}
