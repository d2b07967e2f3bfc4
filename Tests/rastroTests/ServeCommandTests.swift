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
struct ServeCommandTests {
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
    ("retry", #"{"traces":["a","nothing"]}"#, "traces"),
    ("retry", #"{"traces":[]}"#, "traces"),
    ("subscribe", #"{"kinds":["earthquake"]}"#, "kinds"),
    ("setFault", #"{"kind":"drop","amount_ms":5}"#, "amount_ms"),
    ("setFault", #"{"kind":"jump","amount_ms":5}"#, "amount_ms"),
    ("setFault", #"{"kind":"delay","amount_m":5}"#, "amount_m"),
    ("setFault", #"{"kind":"drop","from":"1970-01-01T00:00:00Z"}"#, "from"),
    ("setPolicy", #"{"policies":["newest:0"]}"#, "policies"), ("vehicle", #"{"id":"x"}"#, "id"),
  ])
  func namesTheFieldThatIsWrong(method: String, params: String, field: String) async throws {
    let fixture = try await HubFixture()
    let id = await fixture.connect(1)
    let answer = try await fixture.call(method, params, from: id)
    #expect(answer["error"]?["data"]?["field"]?.string == field)
  }

  @Test(arguments: [
    (#""from":"1970-01-01T00:02:00Z""#, "from"), (#""to":"1969-12-31T23:59:00Z""#, "to"),
    (#""from":"1970-01-01T00:00:30Z""#, nil), (#""to":"1970-01-01T00:00:30Z""#, nil),
  ])
  func aFaultHitsInItsWindowOrIsRefused(window: String, field: String?) async throws {
    let fixture = try await HubFixture()
    _ = try await fixture.hub.load(["a"])
    let id = await fixture.connect(1)
    let answer = try await fixture.call("setFault", #"{"kind":"drop",\#(window)}"#, from: id)
    #expect(answer["error"]?["data"]?["field"]?.string == field)
    #expect((answer["result"]?["faults"]?.elements?.count == 1) == (field == nil))
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
    let far = try await fixture.call(
      "setFault", #"{"kind":"jump","rate":0.1,"amount_m":250}"#, from: id, number: 4)
    let jump = far["result"]?["faults"]?.elements?.first { $0["kind"]?.string == "jump" }
    #expect(jump?["amount_m"]?.double == 250)
    #expect(jump?["amount_ms"] == nil)
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

  /// The steps that the interface describes are those that a scenario's file may have, and no others.
  @Test(arguments: [
    ("rate", ["10", "\"max\""]),
    (
      "seek",
      [
        "\"90s\"", "90", #"{"fraction":0.5}"#, #"{"index":3}"#,
        #"{"time":"2024-05-01T10:00:00Z"}"#,
      ]
    ),
    ("pause", ["\"5s\"", "5"]), ("fault", ["\"drop=5%\""]), ("faults", ["\"off\""]),
    ("noise", ["\"urban\""]), ("outage", ["\"20s\"", "20"]),
  ])
  func theInterfaceDescribesAScenarioAsItsFileHasIt(key: String, values: [String]) throws {
    let document = try JSONReader.read(OpenRPCDocument.bytes(version: "1"))
    let schema = document["components"]?["schemas"]?["ScenarioStep"]?["properties"]
    guard case .object(let properties) = schema else {
      Issue.record("no steps are described")
      return
    }
    #expect(
      properties.map(\.key) == [
        "at", "rate", "seek", "pause", "play", "fault", "faults", "noise", "outage", "comment",
      ])
    #expect(properties.contains { $0.key == key })
    for value in values {
      let step = #"{"at":"10s","\#(key)":\#(value),"comment":"why"}"#
      for text in ["[\(step)]", #"{"steps":[\#(step)]}"#] {
        #expect(throws: Never.self) { try Scenario(json: Array(text.utf8)) }
      }
      let params = try JSONReader.read(Array(#"{"steps":[\#(step)]}"#.utf8))
      #expect(throws: Never.self) {
        try DashboardMethod.command(named: "scenario", params: params)
      }
    }
    let steps = Array(#"[{"at":1,"pause":true},{"at":2,"play":true}]"#.utf8)
    #expect(throws: Never.self) { try Scenario(json: steps) }
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
