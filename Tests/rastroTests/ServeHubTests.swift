import DashboardProtocol
import LiveModels
import Providers
import Simulation
import Synchronization
import TestSupport
import Testing
import TraceFormats
import Tracks

@testable import WebServer
@testable import rastro

@Suite(.timeLimit(.minutes(1)))
struct ServeHubTests {
  // MARK: Joining

  @Test func aConnectionIsGreetedFirstThenSeesThePositions() async throws {
    let fixture = try await HubFixture()
    _ = try await fixture.hub.load(["a", "b"])
    let id = await fixture.connect(1)
    let items = fixture.transport.items
    #expect(items.first?.isSent(to: id, method: "hello") == true)
    guard case .send(_, let hello) = items[0], case .move(id, let group?) = items[1],
      case .broadcast(let frame, .full, group) = items[2]
    else {
      Issue.record("hello, group and frame are due: \(items)")
      return
    }
    let params = try #require(hello["params"])
    #expect(params["vehicles"]?.elements?.compactMap { $0["id"]?.string } == ["a", "b"])
    #expect(params["traces"]?.elements?.compactMap { $0["id"]?.string } == ["a", "b"])
    #expect(params["state"]?["status"]?.string == "ready")
    #expect(frame.columns.vehicles == [0, 1])
    #expect(frame.header.kind == .full)
    #expect(frame.header.emittedNanoseconds == 1_000)
  }

  @Test func whatIsSentBeforeTheGreetingIsAnsweredAfterIt() async throws {
    let fixture = try await HubFixture()
    let id = Connection.ID(shard: 0, generation: 1, slot: 1)
    await fixture.hub.handle(.opened(id, .controller))
    await fixture.send("state", from: id)
    _ = await fixture.answer(to: id)
    #expect(fixture.transport.items.first?.isSent(to: id, method: "hello") == true)
  }

  // MARK: Frames

  @Test func aFrameIsMadeOnceATickForAllThatWantTheSame() async throws {
    let fixture = try await HubFixture()
    _ = try await fixture.hub.load(["a", "b"])
    let one = await fixture.connect(1)
    await fixture.connect(2)
    _ = try await fixture.call("play", from: one)
    await fixture.hub.tick()
    fixture.transport.removeAll()
    for tick in 1...3 {
      fixture.clock.advance(to: .milliseconds(100 * tick))
      await fixture.hub.tick()
    }
    let frames = fixture.transport.frames
    #expect(frames.count == 3)
    #expect(Set(frames.map(\.group)).count == 1)
    #expect(frames.map(\.frame.header.sourceMicroseconds) == [100_000, 200_000, 300_000])
    let sequences = frames.map(\.frame.header.sequence)
    #expect(sequences == [sequences[0], sequences[0] + 1, sequences[0] + 2])
  }

  @Test func nothingIsSentWhileNothingMoves() async throws {
    let fixture = try await HubFixture()
    _ = try await fixture.hub.load(["a"])
    let id = await fixture.connect(1)
    await fixture.hub.tick()
    fixture.transport.removeAll()
    for _ in 0..<5 { await fixture.hub.tick() }
    #expect(fixture.transport.frames.isEmpty)
    _ = try await fixture.call("seek", #"{"fraction":0.5}"#, from: id)
    await fixture.hub.tick()
    await fixture.hub.tick()
    #expect(fixture.transport.frames.map(\.frame.header.sourceMicroseconds) == [30_000_000])
  }

  @Test func aReaderGetsTheVehiclesAndTheBoxItWants() async throws {
    let fixture = try await HubFixture(traces: ["a.gpx", "b.gpx", "c.gpx"])
    _ = try await fixture.hub.load(["a", "b", "c"])
    let id = await fixture.connect(1)
    fixture.transport.removeAll()
    _ = try await fixture.call("subscribe", #"{"vehicles":["b"]}"#, from: id)
    #expect(fixture.transport.frames.map(\.frame.columns.vehicles) == [[1]])
    fixture.transport.removeAll()
    _ = try await fixture.call("subscribe", #"{"box":[-1,41.95,1,42.5]}"#, from: id, number: 2)
    #expect(fixture.transport.frames.map(\.frame.columns.vehicles) == [[2]])
    fixture.transport.removeAll()
    // The one that is named is sent wherever it is.
    _ = try await fixture.call(
      "subscribe", #"{"vehicles":["a"],"box":[-1,41.95,1,42.5]}"#, from: id, number: 3)
    #expect(fixture.transport.frames.map(\.frame.columns.vehicles) == [[0, 2]])
    fixture.transport.removeAll()
    _ = try await fixture.call("subscribe", from: id, number: 4)
    #expect(fixture.transport.frames.map(\.frame.columns.vehicles) == [[0, 1, 2]])
  }

  @Test func aPeriodIsKeptAndItsLastValueIsNotLost() async throws {
    let fixture = try await HubFixture()
    _ = try await fixture.hub.load(["a"])
    let id = await fixture.connect(1)
    _ = try await fixture.call("play", from: id)
    _ = try await fixture.call("subscribe", #"{"period_ms":300}"#, from: id, number: 2)
    fixture.transport.removeAll()
    for tick in 1...7 {
      fixture.clock.advance(to: .milliseconds(100 * tick))
      await fixture.hub.tick()
    }
    #expect(
      fixture.transport.frames.map(\.frame.header.sourceMicroseconds) == [300_000, 600_000])
    fixture.clock.advance(to: .milliseconds(750))
    _ = try await fixture.call("pause", from: id, number: 3)
    fixture.transport.removeAll()
    for tick in 8...12 {
      fixture.clock.advance(to: .milliseconds(100 * tick))
      await fixture.hub.tick()
    }
    #expect(fixture.transport.frames.map(\.frame.header.sourceMicroseconds) == [750_000])
  }

  @Test func framesHoldOnlyWhatChangedBetweenFullOnes() async throws {
    // Three stand still at their ends after a minute, while one that begins late still moves.
    let fixture = try await HubFixture(traces: ["a.gpx", "b.gpx", "c.gpx", "d.gpx"])
    var timeline = try await fixture.parts.timeline(
      of: fixture.parts.library.load(["a", "b", "c"]))
    let late = try await fixture.parts.library.trace("d").playableTracks[0]
    let others = timeline.vehicles.map(\.id)
    var journeys: [Journey] = []
    for id in others {
      journeys.append(
        Journey(
          id: id, name: id, track: try await fixture.parts.library.trace(id).playableTracks[0]))
    }
    journeys.append(Journey(id: "d", name: "d", track: late, startOffset: .seconds(30)))
    timeline = try Timeline(journeys: journeys)
    _ = try await fixture.hub.load(timeline: timeline)
    let id = await fixture.connect(1)
    _ = try await fixture.call("seek", #"{"time":"1970-01-01T00:01:10Z"}"#, from: id)
    _ = try await fixture.call("play", from: id, number: 2)
    await fixture.hub.tick()
    fixture.transport.removeAll()
    for tick in 1...12 {
      fixture.clock.advance(to: .milliseconds(100 * tick))
      await fixture.hub.tick()
    }
    let frames = fixture.transport.frames
    #expect(frames.filter { $0.extent == .changes }.allSatisfy { $0.frame.header.kind == .changed })
    #expect(frames.filter { $0.extent == .full }.allSatisfy { $0.frame.header.kind == .full })
    #expect(frames.filter { $0.extent == .changes }.map(\.frame.columns.vehicles).contains([3]))
    let full = frames.filter { $0.extent == .full }
    #expect((1...2).contains(full.count))
    #expect(full.allSatisfy { $0.frame.columns.vehicles == [0, 1, 2, 3] })
  }

  // MARK: Loading

  @Test func aLoadTellsWhoCameAndWent() async throws {
    let fixture = try await HubFixture(traces: ["a.gpx", "b.gpx", "broken.gpx"])
    _ = try await fixture.hub.load(["a"])
    let id = await fixture.connect(1)
    fixture.transport.removeAll()
    let answer = try await fixture.call("load", #"{"traces":["b","broken"]}"#, from: id)
    #expect(answer["result"]?["status"]?.string == "ready")
    let told = fixture.transport.items.compactMap(\.told)
    #expect(told.prefix(3) == ["event", "vehicles", "state"])
    let changes: JSONValue? = fixture.transport.items.lazy.compactMap {
      if case .notify(let message, _) = $0, message["method"]?.string == "vehicles" {
        message["params"]
      } else {
        nil
      }
    }.first
    #expect(changes?["added"]?.elements?.compactMap { $0["id"]?.string } == ["b"])
    #expect(changes?["removed"]?.elements == [.text("a")])
    let unknown = try await fixture.call("load", #"{"traces":["zz"]}"#, from: id, number: 2)
    #expect(unknown["error"]?["code"]?.int == -32_002)
    let broken = try await fixture.call("load", #"{"traces":["broken"]}"#, from: id, number: 3)
    #expect(broken["error"]?["message"]?.string == "line 3: not well-formed")
    #expect(fixture.parts.provider.vehicles.map(\.id) == ["b"])
  }

  @Test func c14_aNewerLoadEndsTheOneBefore() async throws {
    let slow = Gate()
    let fixture = try await HubFixture { name in
      guard name == "a.gpx" else { return }
      await slow.pass()
      try Task.checkCancellation()
    }
    let id = await fixture.connect(1)
    await fixture.send("load", #"{"traces":["a"]}"#, from: id)
    await slow.untilEntered()
    let newer = try await fixture.call("load", #"{"traces":["b"]}"#, from: id, number: 2)
    #expect(newer["result"]?["status"]?.string == "ready")
    slow.open()
    let older = await fixture.answer(to: id)
    #expect(older["error"]?["code"]?.int == -32_001)
    #expect(fixture.parts.provider.vehicles.map(\.id) == ["b"])
    // A cancellation is no failure.
    #expect(await fixture.parts.library.entry("a")?.error == nil)
  }

  @Test func aPauseDoesNotWaitForALoad() async throws {
    let slow = Gate()
    let fixture = try await HubFixture { name in
      if name == "b.gpx" { await slow.pass() }
    }
    _ = try await fixture.hub.load(["a"])
    let id = await fixture.connect(1)
    _ = try await fixture.call("play", from: id)
    await fixture.send("load", #"{"traces":["b"]}"#, from: id, number: 2)
    await slow.untilEntered()
    let paused = try await fixture.call("pause", from: id, number: 3)
    #expect(paused["result"]?["status"]?.string == "paused")
    slow.open()
    _ = await fixture.answer(to: id, number: 2)
  }

  @Test func c12_aCloseEndsWhatTheConnectionStarted() async throws {
    let slow = Gate()
    let cancelled = Log<Bool>()
    let fixture = try await HubFixture { _ in
      await slow.pass()
      cancelled.append(Task.isCancelled)
      try Task.checkCancellation()
    }
    let id = await fixture.connect(1)
    fixture.transport.removeAll()
    await fixture.send("load", #"{"traces":["a"]}"#, from: id)
    await slow.untilEntered()
    #expect(fixture.parts.counters.tasks == 1)
    await fixture.hub.handle(.closed(id))
    slow.open()
    while fixture.parts.counters.tasks > 0 { await Task.yield() }
    while cancelled.count == 0 { await Task.yield() }
    #expect(cancelled.elements == [true])
    #expect(fixture.parts.provider.vehicles.isEmpty)
    #expect(fixture.transport.items.isEmpty)
  }

  @Test func c08_nothingIsLeftAfterTheEnd() async throws {
    let slow = Gate()
    let fixture = try await HubFixture { _ in
      await slow.pass()
      try Task.checkCancellation()
    }
    for slot in 1...3 {
      let id = await fixture.connect(slot)
      await fixture.send("load", #"{"traces":["a"]}"#, from: id)
    }
    await slow.untilEntered()
    slow.open()
    await fixture.hub.shutdown()
    #expect(fixture.parts.counters.tasks == 0)
    #expect(await fixture.hub.connections.isEmpty)
  }

  // MARK: Commands

  @Test func aBatchIsAnsweredTogetherAndInOrder() async throws {
    let fixture = try await HubFixture()
    let id = await fixture.connect(1)
    fixture.transport.removeAll()
    let batch = #"""
      [{"jsonrpc":"2.0","id":1,"method":"load","params":{"traces":["a"]}},
       {"jsonrpc":"2.0","method":"play"},{"jsonrpc":"2.0","id":2,"method":"state"},
       {"jsonrpc":"2.0","id":3,"method":"vehicle","params":{"id":"nobody"}}]
      """#
    await fixture.hub.handle(.message(id, Array(batch.utf8)))
    let answers = await fixture.transport.first { item -> [JSONValue]? in
      if case .send(id, .array(let answers)) = item { answers } else { nil }
    }
    #expect(answers.map { $0["id"]?.int } == [1, 2, 3])
    #expect(answers[1]["result"]?["status"]?.string == "playing")
    #expect(answers[2]["error"]?["code"]?.int == -32_002)
  }

  @Test(arguments: [
    ("pause", "{}", -32_003), ("load", #"{"traces":["a"]}"#, -32_003),
    ("setNoise", #"{"preset":"urban"}"#, -32_003), ("state", "{}", nil), ("traces", "{}", nil),
    ("search", #"{"query":"a","kind":"trace"}"#, nil),
  ])
  func aViewerMayWatchOnly(method: String, params: String, code: Int?) async throws {
    let fixture = try await HubFixture()
    let id = await fixture.connect(1, role: .viewer)
    await fixture.send(method, params, from: id)
    if method == "search" {
      await fixture.clock.untilSleeping()
      fixture.clock.advance(by: .seconds(1))
    }
    #expect(await fixture.answer(to: id)["error"]?["code"]?.int == code)
  }

  @Test(arguments: [
    ("setNoise", #"{"preset":"fog"}"#, "preset"), ("setFault", #"{"kind":"fire"}"#, "kind"),
    ("setPolicy", #"{"policies":["newest:0"]}"#, "policies"), ("vehicle", #"{"id":"x"}"#, "id"),
  ])
  func namesTheFieldThatIsWrong(method: String, params: String, field: String) async throws {
    let fixture = try await HubFixture()
    let id = await fixture.connect(1)
    let answer = try await fixture.call(method, params, from: id)
    #expect(answer["error"]?["data"]?["field"]?.string == field)
  }

  @Test func noiseAndFaultsShowInTheState() async throws {
    let fixture = try await HubFixture()
    _ = try await fixture.hub.load(["a"])
    let id = await fixture.connect(1)
    let noisy = try await fixture.call("setNoise", #"{"preset":"urban","seed":7}"#, from: id)
    #expect(noisy["result"]?["noise"]?.string == "urban")
    let faulty = try await fixture.call(
      "setFault", #"{"kind":"delay","rate":0.5,"amount_ms":200}"#, from: id, number: 2)
    let fault = try #require(faulty["result"]?["faults"]?.elements?.first)
    #expect(fault["kind"]?.string == "delay")
    #expect(fault["rate"]?.double == 0.5)
    #expect(fault["amount_ms"]?.double == 200)
    let clean = try await fixture.call("clearFaults", from: id, number: 3)
    #expect(clean["result"]?["faults"]?.elements == [])
  }

  @Test func aScenarioRunsAndTakesEffect() async throws {
    let fixture = try await HubFixture()
    _ = try await fixture.hub.load(["a"])
    let id = await fixture.connect(1)
    let wrong = try await fixture.call("scenario", #"{"steps":[{"at":"1s"}]}"#, from: id)
    #expect(wrong["error"]?["data"]?["field"]?.string == "steps")
    let right = try await fixture.call(
      "scenario", #"{"steps":[{"at":"1s","rate":10}]}"#, from: id, number: 2)
    #expect(right["result"]?["status"]?.string == "ready")
    _ = try await fixture.call("play", from: id, number: 3)
    while !fixture.parts.provider.isRunning { await Task.yield() }
    await fixture.clock.untilSleeping()
    fixture.clock.advance(to: .seconds(1))
    while fixture.parts.provider.state.rate != .times(10) { await Task.yield() }
    fixture.clock.advance(to: .seconds(2))
    let state = try await fixture.call("state", from: id, number: 4)
    #expect(state["result"]?["sourceTime"]?.string == "1970-01-01T00:00:11.000Z")
    await fixture.parts.provider.shutdown()
  }

  // MARK: Events

  private func event(_ kind: SimulationEvent.Kind, vehicle: UInt32? = nil) -> SimulationEvent {
    SimulationEvent(
      kind: kind, sequence: 0, generation: 1, vehicle: vehicle,
      time: SourceTime(nanoseconds: 0), emitted: .zero)
  }

  @Test func eventsGoToThoseWhoWantThem() async throws {
    let fixture = try await HubFixture()
    _ = try await fixture.hub.load(["a", "b"])
    let all = await fixture.connect(1)
    let gaps = await fixture.connect(2)
    let second = await fixture.connect(3)
    _ = try await fixture.call("subscribe", #"{"kinds":["gap"]}"#, from: gaps)
    _ = try await fixture.call("subscribe", #"{"vehicles":["b"]}"#, from: second)
    fixture.transport.removeAll()
    await fixture.hub.publish(event(.gap, vehicle: 0))
    await fixture.hub.publish(event(.stopped, vehicle: 1))
    await fixture.hub.publish(event(.gap, vehicle: 1))
    let told = fixture.transport.items.map { item -> Set<Connection.ID> in
      guard case .notify(_, let audience) = item else { return [] }
      if case .connections(let ids) = audience { return Set(ids) }
      return [all, gaps, second]
    }
    #expect(told == [[all, gaps], [all, second], [all, gaps, second]])
  }

  @Test func aReaderThatComesBackGetsWhatItMissed() async throws {
    let fixture = try await HubFixture()
    _ = try await fixture.hub.load(["a"])
    let id = await fixture.connect(1)
    for _ in 0..<5 { await fixture.hub.publish(event(.gap, vehicle: 0)) }
    let sequence = fixture.parts.sequence.current
    fixture.transport.removeAll()
    let answer = try await fixture.call(
      "resume", #"{"sequence":\#(sequence - 2)}"#, from: id)
    #expect(answer["result"]?["replayed"]?.int == 2)
    #expect(answer["result"]?["lost"] == nil)
    let replayed = fixture.transport.items.compactMap { item -> Int? in
      guard item.isSent(to: id, method: "event"), case .send(_, let message) = item else {
        return nil
      }
      return message["params"]?["sequence"]?.int
    }
    #expect(replayed == [Int(sequence) - 1, Int(sequence)])
  }

  @Test func theRingTellsWhatItLost() {
    var ring = EventRing(capacity: 3)
    for sequence in [2, 4, 5, 7, 9] as [UInt64] {
      ring.append(.init(sequence: sequence, kind: "gap", vehicle: nil, message: [], feed: []))
    }
    #expect(ring.events(after: 4).events.map(\.sequence) == [5, 7, 9])
    #expect(ring.events(after: 4).lost == nil)
    #expect(ring.events(after: 1).events.map(\.sequence) == [5, 7, 9])
    #expect(ring.events(after: 1).lost == 2...4)
    #expect(ring.events(after: 9).events.isEmpty)
  }

  // MARK: Limits

  @Test func c17_aConnectionRunsSoManyCommandsAtATime() async throws {
    let slow = Gate()
    let fixture = try await HubFixture(traces: ["broken.gpx"]) { _ in await slow.pass() }
    let id = await fixture.connect(1)
    // A first reading fails, so that every retry reads again, all waiting for the same.
    async let first = fixture.call("load", #"{"traces":["broken"]}"#, from: id)
    await slow.untilEntered()
    slow.open()
    _ = try await first
    slow.close()
    while fixture.parts.counters.tasks > 0 { await Task.yield() }
    for number in 1...DashboardHub.taskLimit + 1 {
      await fixture.send("retry", from: id, number: 100 + number)
    }
    let refused = await fixture.answer(to: id, number: 101 + DashboardHub.taskLimit)
    #expect(refused["error"]?["code"]?.int == -32_004)
    #expect(fixture.parts.counters.tasks == DashboardHub.taskLimit)
    slow.open()
    for number in 1...DashboardHub.taskLimit {
      #expect(await fixture.answer(to: id, number: 100 + number)["result"] != nil)
    }
  }

  @Test func c17_aFloodOfCommandsIsAnsweredNotQueued() async throws {
    let inbox = ConnectionInbox()
    let id = Connection.ID(shard: 0, generation: 1, slot: 1)
    for _ in 0..<1000 { inbox.post(message: [], from: id) }
    inbox.post(.closed(id))
    inbox.finish()
    let seen = Log<String>()
    await inbox.drain { item in
      switch item {
      case .message: seen.append("message")
      case .flooded: seen.append("flooded")
      case .closed: seen.append("closed")
      case .opened: seen.append("opened")
      }
    }
    #expect(seen.elements.filter { $0 == "message" }.count == ConnectionInbox.messageLimit)
    #expect(seen.elements.suffix(2) == ["flooded", "closed"])
  }
}

/// Holds whoever passes while it is closed, whether that is cancelled or not.
private final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var entered = 0
    var held: [CheckedContinuation<Void, Never>] = []
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func pass() async {
    await withCheckedContinuation { continuation in
      let resumed = state.withLock { state in
        state.entered += 1
        var resumed = state.watchers
        state.watchers = []
        if state.isOpen { resumed.append(continuation) } else { state.held.append(continuation) }
        return resumed
      }
      for continuation in resumed { continuation.resume() }
    }
  }

  func open() {
    let held = state.withLock { state in
      state.isOpen = true
      defer { state.held = [] }
      return state.held
    }
    for continuation in held { continuation.resume() }
  }

  func close() {
    state.withLock { $0.isOpen = false }
  }

  /// Waits until somebody has come.
  func untilEntered() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.entered > 0 { return true }
        state.watchers.append(continuation)
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}
