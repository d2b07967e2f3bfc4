import Providers
import Simulation
import StreamMetrics
import TestSupport
import Testing
import Tracks

@Suite(.timeLimit(.minutes(5))) struct ProviderCommandTests {
  @Test func c14_anOldSeeksFixesNeverComeAfterANewerOnes() async throws {
    let provider = try SimulatedLocationProvider(
      Journeys.fleet(3, fixes: 10_000), clock: ImmediateClock(), loop: .forever,
      lifecycle: .commands)
    let updates = provider.updates(bufferingPolicy: .unbounded)
    let reader = Task {
      var newest: UInt32 = 0
      var seen = 0
      for await update in updates {
        #expect(update.generation >= newest)
        newest = update.generation
        seen += 1
        if newest >= 200 { break }
      }
      return seen
    }
    try provider.play()
    for index in 0..<200 {
      let state = try provider.seek(to: .index(index * 97 % 10_000))
      #expect(state.generation == UInt32(index + 1))
      // What waits in the buffer now is void, so the reader must not see it any more.
      await Task.yield()
    }
    let seen = await reader.value
    #expect(seen > 0)
    #expect(updates.counters.isConserved)
    provider.finish()
  }

  @Test func c14_aSeekMakesWhatWaitsVoid() async throws {
    let clock = ManualClock()
    let provider = try SimulatedLocationProvider(
      [Journeys.line(1000)], clock: clock, lifecycle: .commands)
    let updates = provider.updates(bufferingPolicy: .unbounded)
    var iterator = updates.makeAsyncIterator()
    try provider.play()
    await clock.run(to: .seconds(10))
    #expect(updates.counters.pending == 11)
    #expect(await iterator.next().map { Journeys.index($0.fix) } == 0)
    try provider.seek(to: .index(500))
    let update = await iterator.next()
    #expect(update?.generation == 1)
    #expect(update.map { Journeys.index($0.fix) } == 500)
    #expect(updates.counters.dropped == 10)
    #expect(updates.counters.isConserved)
  }

  @Test func seeksWhilePausedTellThePlaceAtOnce() async throws {
    let clock = ManualClock()
    let provider = try SimulatedLocationProvider(
      [Journeys.line(60)], clock: clock, lifecycle: .commands)
    var updates = provider.updates(bufferingPolicy: .unbounded).makeAsyncIterator()
    try provider.play()
    await clock.run(to: .seconds(40))
    for index in 0...40 {
      #expect(await updates.next().map { Journeys.index($0.fix) } == index)
    }
    provider.pause()
    let state = try provider.seek(to: .fraction(0))
    #expect(state.status == .paused)
    #expect(await updates.next().map { Journeys.index($0.fix) } == 0)
    try provider.step(by: 1)
    #expect(await updates.next().map { Journeys.index($0.fix) } == 1)
  }

  @Test func aCommandWakesTheLoopFromItsSleep() async throws {
    let clock = ManualClock()
    let provider = try SimulatedLocationProvider(
      [Journeys.line(3, every: .seconds(50))], clock: clock)
    var updates = provider.updates(bufferingPolicy: .unbounded).makeAsyncIterator()
    #expect(await updates.next() != nil)
    await clock.untilSleeping()
    #expect(clock.nextDeadline == .seconds(50))
    try provider.setRate(.times(1000))
    await untilTrue { clock.nextDeadline == .milliseconds(50) }
    try provider.setRate(.max)
    #expect(await updates.next() != nil)
    #expect(await updates.next() != nil)
    #expect(await updates.next() == nil)
  }

  @Test func commandsFromManyTasksAllCount() async throws {
    let provider = try SimulatedLocationProvider(
      [Journeys.line(1000)], clock: ImmediateClock(), loop: .forever, lifecycle: .commands)
    try provider.play()
    await withTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for index in 0..<100 {
            _ = try? provider.seek(to: .index(task * 100 + index))
            _ = provider.state
            if index % 10 == 0 { provider.pause() }
            _ = try? provider.play()
          }
        }
      }
    }
    #expect(provider.state.generation == 800)
    #expect(provider.state.status == .playing)
    await provider.shutdown()
    #expect(!provider.isRunning)
  }

  @Test func a01_theDelegateMayCommandFromItsCall() async throws {
    let provider = try SimulatedLocationProvider([Journeys.line(100)], clock: ImmediateClock())
    let recorder = DelegateRecorder()
    recorder.onUpdate = { provider, updates in
      guard updates.contains(where: { $0.generation == 0 }) else { return }
      _ = try? provider.seek(to: .index(90))
    }
    provider.delegate = recorder
    provider.startUpdating()
    await untilTrue { provider.subscriberCount == 0 }
    let seen = recorder.updates.elements
    #expect(seen.filter { $0.generation == 0 }.map { Journeys.index($0.fix) } == [0])
    #expect(seen.filter { $0.generation == 1 }.map { Journeys.index($0.fix) } == Array(90...99))
  }

  @Test func statesComeInTheirOrderAndTheNewestLast() async throws {
    let clock = ManualClock()
    let provider = try SimulatedLocationProvider(
      [Journeys.line(100)], clock: clock, lifecycle: .commands)
    var states = provider.states.makeAsyncIterator()
    #expect(await states.next()?.status == .ready)
    #expect(!provider.isRunning)
    try provider.play()
    #expect(await states.next()?.status == .playing)
    try provider.setRate(.times(4))
    #expect(await states.next()?.rate == .times(4))
    provider.pause()
    #expect(await states.next()?.status == .paused)
    try provider.seek(to: .fraction(1))
    #expect(await states.next()?.generation == 1)
    await untilTrue { !provider.isRunning }
    for index in 0..<100 { try provider.seek(to: .index(index)) }
    var newest = await states.next()
    while newest?.generation != 101 { newest = await states.next() }
  }

  @Test func refusesWhatPlaybackRefusesAndStaysAsItWas() throws {
    let provider = try SimulatedLocationProvider([Journeys.line(10)], clock: ManualClock())
    #expect(throws: PlaybackError.self) { try provider.setRate(.times(0)) }
    #expect(throws: PlaybackError.self) { try provider.setRate(.times(.nan)) }
    #expect(throws: PlaybackError.self) { try provider.setLoop(.count(0)) }
    #expect(throws: PlaybackError.self) { try provider.seek(to: .fraction(.infinity)) }
    #expect(provider.state.rate == .times(1))
    #expect(provider.state.loop == .off)
    #expect(provider.state.generation == 0)
  }

  @Test func loadingChangesTheSourceWhileSubscribersStay() async throws {
    let provider = try SimulatedLocationProvider([], clock: ImmediateClock())
    let recorder = DelegateRecorder()
    provider.delegate = recorder
    provider.startUpdating()
    await untilTrue { recorder.failures.count == 1 }
    #expect(recorder.failures.elements.first?.code == .nothingToPlay)

    var updates = provider.updates(bufferingPolicy: .unbounded).makeAsyncIterator()
    let first = try Timeline(journeys: [Journeys.line(1000, number: 1)])
    try provider.load(first)
    #expect(await updates.next()?.fix.coordinate.latitude == 1)
    let second = try Timeline(journeys: [Journeys.line(3, number: 2)])
    let state = try provider.load(second)
    var seen: [LocationUpdate] = []
    while let update = await updates.next() { seen.append(update) }
    #expect(seen.allSatisfy { $0.generation == state.generation })
    #expect(seen.map(\.fix.coordinate.latitude) == [2, 2, 2])
  }
}
