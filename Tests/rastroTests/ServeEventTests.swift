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
struct ServeEventTests {
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

  /// Sequences of the events that were sent to one connection by name.
  private func replayed(to id: Connection.ID, by fixture: HubFixture) -> [UInt64] {
    fixture.transport.items.compactMap { item in
      guard item.isSent(to: id, method: "event"), case .send(_, let message) = item else {
        return nil
      }
      return message["params"]?["sequence"]?.int.map(UInt64.init)
    }
  }

  @Test(arguments: [
    ("an earlier life", 1, "20240101T000000-7"), ("a number ahead of ours", 1_000_000, nil),
    ("another run that had come as far", 0, "20240101T000000-7"),
  ])
  func aReaderOfAnotherRunIsToldSo(reader: String, sequence: Int, run: String?) async throws {
    let fixture = try await HubFixture()
    _ = try await fixture.hub.load(["a"])
    let id = await fixture.connect(1)
    var kept: [UInt64] = []
    for _ in 0..<3 {
      await fixture.hub.publish(event(.gap, vehicle: 0))
      kept.append(fixture.parts.sequence.current)
    }
    fixture.transport.removeAll()
    let last = sequence == 0 ? Int(fixture.parts.sequence.current) : sequence
    let params = #"{"sequence":\#(last)\#(run.map { #","run":"\#($0)""# } ?? "")}"#
    let answer = try await fixture.call("resume", params, from: id)
    #expect(answer["result"]?["reset"]?.string?.contains("started anew") == true)
    #expect(answer["result"]?["replayed"]?.int == 3)
    #expect(replayed(to: id, by: fixture) == kept)
  }

  @Test func aReaderOfThisRunIsNotReset() async throws {
    let fixture = try await HubFixture()
    _ = try await fixture.hub.load(["a"])
    let id = await fixture.connect(1)
    await fixture.hub.publish(event(.gap, vehicle: 0))
    fixture.transport.removeAll()
    let sequence = fixture.parts.sequence.current
    let answer = try await fixture.call(
      "resume", #"{"sequence":\#(sequence),"run":"test"}"#, from: id)
    #expect(answer["result"]?["reset"] == nil)
    #expect(answer["result"]?["replayed"]?.int == 0)
    #expect(replayed(to: id, by: fixture) == [])
  }

  @Test(arguments: [
    ("1@20240101T000000-7", true), ("99999", true), ("0@test", false), ("0", false),
  ])
  func aReaderOfTextIsToldSoToo(last: String, isReset: Bool) async throws {
    let fixture = try await HubFixture()
    await fixture.hub.publish(event(.gap))
    let place = try #require(FeedPlace(last))
    let text = String(decoding: await fixture.hub.feedEvents(after: place), as: UTF8.self)
    #expect(text.hasPrefix("event: gap\ndata: {\"reset\":\"the server has started anew") == isReset)
    #expect(text.contains("event: event\nid: \(fixture.parts.sequence.current)@test\ndata: {"))
  }

  @Test func aSearchFindsEventsUnderTheSequencesThatWereSent() async throws {
    let fixture = try await HubFixture()
    _ = try await fixture.hub.load(["a"])
    let id = await fixture.connect(1)
    for kind in [.gap, .stopped, .gap] as [SimulationEvent.Kind] {
      await fixture.hub.publish(event(kind, vehicle: 0))
    }
    let sent = fixture.transport.items.compactMap { item -> Int? in
      guard case .notify(let message, _) = item, message["params"]?["kind"]?.string == "gap" else {
        return nil
      }
      return message["params"]?["sequence"]?.int
    }
    await fixture.send("search", #"{"query":"GAP a","kind":"event"}"#, from: id)
    await fixture.clock.untilSleeping()
    fixture.clock.advance(by: .seconds(1))
    let hits = await fixture.answer(to: id)["result"]?["hits"]?.elements ?? []
    #expect(sent.count == 2)
    #expect(hits.compactMap { $0["sequence"]?.int } == sent.reversed())
  }

  @Test func theProtocolKnowsAllKinds() {
    #expect(EventMessage.kinds == SimulationEvent.Kind.allCases.map(\.rawValue))
  }

  @Test func theRingTellsWhatItLost() {
    var ring = EventRing(capacity: 3)
    for sequence in [2, 4, 5, 7, 9] as [UInt64] {
      let event = EventMessage(kind: "gap", sequence: sequence, generation: 1)
      ring.append(.init(event: event, message: [], feed: []))
    }
    #expect(ring.events(after: 4).events.map(\.sequence) == [5, 7, 9])
    #expect(ring.events(after: 4).lost == nil)
    #expect(ring.events(after: 1).events.map(\.sequence) == [5, 7, 9])
    #expect(ring.events(after: 1).lost == 2...4)
    #expect(ring.events(after: 9).events.isEmpty)
  }
}
