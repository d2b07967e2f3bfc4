import Simulation
import Testing
import Tracks

@Suite("Fixes from outside")
struct ReceptionTests {
  /// What comes of a fix every second, at so many metres a second, each a second of elapsed time.
  static func run(
    _ speeds: [Double], silence: Duration = .zero,
    _ set: (inout EventOptions) -> Void = { _ in }
  ) -> [Emission] {
    var events = EventOptions()
    set(&events)
    var reception = Reception(vehicles: 1, events: events)
    var emissions: [Emission] = []
    for (second, fix) in WatcherTests.journey(speeds: speeds).track.segments[0].fixes.enumerated() {
      reception.receive(fix, of: 0, at: .seconds(second), into: &emissions)
    }
    let end = Duration.seconds(speeds.count - 1) + silence
    while let deadline = reception.nextDeadline, deadline <= end {
      reception.advance(to: deadline, into: &emissions)
    }
    return emissions
  }

  @Test("They are numbered, stamped, and leave as they are")
  func fixes() {
    let journey = WatcherTests.journey(speeds: [10, 10, 10])
    let updates = Self.run([10, 10, 10]).compactMap {
      if case .location(let update) = $0 { update } else { nil }
    }
    #expect(updates.map(\.fix) == journey.track.segments[0].fixes)
    #expect(updates.map(\.sequence) == [1, 2, 3])
    #expect(updates.map(\.emitted) == [.zero, .seconds(1), .seconds(2)])
  }

  @Test("What they show is told as a player tells it")
  func events() {
    let fence = Geofence(
      id: "f", shape: .circle(center: WatcherTests.place(25), radius: 4))
    let emissions = Self.run([10, 10, 10, 10, 0, 0, 0, 0, 0, 0, 10]) {
      $0.geofences = [fence]
      $0.geofenceHysteresis = 0
      $0.speedLimit = 9
    }
    #expect(
      OrderTests.words(emissions) == [
        "00", "0overspeed", "0~", "0~", "0geofence.enter", "0geofence.exit", "0~", "0~", "0~", "0~",
        "0~", "0~", "0~", "0stopped", "0~", "0moving", "0overspeed",
      ])
  }

  @Test("A silence is judged by elapsed time, and a lost connection is one at once")
  func silence() {
    let short = Self.run([10, 10], silence: .seconds(60))
    #expect(short.count == 2)
    let long = Self.run([10, 10], silence: .seconds(61))
    #expect(OrderTests.words(long).last == "0signal.lost")
    var reception = Reception(vehicles: 1)
    var emissions: [Emission] = []
    reception.lose(0, at: .zero, into: &emissions)
    #expect(emissions.isEmpty)
    let fix = WatcherTests.journey(speeds: [0]).track.segments[0].fixes[0]
    reception.receive(fix, of: 0, at: .seconds(1), into: &emissions)
    reception.lose(0, at: .seconds(2), into: &emissions)
    reception.lose(0, at: .seconds(3), into: &emissions)
    reception.receive(fix, of: 0, at: .seconds(4), into: &emissions)
    reception.receive(fix, of: 7, at: .seconds(4), into: &emissions)
    #expect(OrderTests.words(emissions) == ["00", "0signal.lost", "0signal.regained", "00"])
  }
}
