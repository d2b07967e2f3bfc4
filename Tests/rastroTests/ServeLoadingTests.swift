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
struct ServeLoadingTests {
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
}
