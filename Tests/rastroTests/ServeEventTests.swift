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
}
