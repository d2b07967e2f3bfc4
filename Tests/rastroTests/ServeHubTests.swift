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

@Suite(.timeLimit(.minutes(5)))
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
}
