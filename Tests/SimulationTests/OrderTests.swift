import Simulation
import Testing
import Tracks

@Suite("What is due at the same time leaves in one order")
struct OrderTests {
  /// Each emission in words: the vehicle's number and place, or the kind of event.
  static func words(_ emissions: [Emission]) -> [String] {
    emissions.map { emission in
      switch emission {
      case .location(let update): "\(update.vehicle)\(Picture.letter(update.fix))"
      case .event(let event):
        event.vehicle.map { "\($0)\(event.kind.rawValue)" } ?? event.kind.rawValue
      }
    }
  }

  static func run(
    _ journeys: [Journey], rate: PlaybackRate, limit: Int = 100,
    _ set: (inout PlaybackOptions) -> Void = { _ in }
  ) throws -> [String] {
    var options = PlaybackOptions()
    options.rate = rate
    set(&options)
    var bench = try Bench(journeys, options: options)
    try bench.playback.play(at: .zero)
    bench.run(limit: limit, calls: 40)
    return words(bench.emissions)
  }

  @Test(
    "Vehicles by their numbers, and a vehicle's fixes as in its file",
    arguments: [PlaybackRate.times(1), .times(1000), .max], [1, 100])
  func vehicles(rate: PlaybackRate, limit: Int) throws {
    var twice = Picture.journeys("012", "abc", "xyz")
    // Two fixes of one vehicle in the same instant.
    let time = twice[1].track.segments[0].fixes[0].time
    twice[1].track.segments[0].fixes[1].time = time
    let order = try Self.run(twice, rate: rate, limit: limit)
    #expect(
      order == [
        "started", "00", "1a", "1b", "2x", "01", "2y", "02", "1c", "2z", "ended",
      ])
  }

  @Test("On the way back the other way round")
  func wayBack() throws {
    let order = try Self.run(Picture.journeys("01", "ab"), rate: .times(1)) { $0.loop = .bounce }
    #expect(order.prefix(8) == ["started", "00", "1a", "01", "1b", "looped", "1a", "00"])
  }

  @Test("The scenario, a tick, what was held back, then fixes with what lies before and after them")
  func events() throws {
    let fence = Geofence(
      id: "f", shape: .circle(center: Coordinate(wrappingLatitude: 0, longitude: 0.002), radius: 60)
    )
    let order = try Self.run(Picture.journeys("0123", "abcd"), rate: .times(1)) { options in
      options.scenario = Scenario(steps: [.init(at: .seconds(2), .noise(.none))])
      options.events.tickInterval = .seconds(2)
      options.events.geofences = [fence]
      options.events.speedLimit = 100
      options.events.dwellTime = .zero
      options.faults = [Fault(.delay, rate: 1, amount: .seconds(1), to: .seconds(1))]
    }
    #expect(
      order == [
        "started",
        // One second: what was held back of the first, then the fixes of this.
        "00", "1a", "01", "0overspeed", "1b", "1overspeed",
        "notice", "tick", "0geofence.enter", "02", "0geofence.dwell", "1c",
        "0geofence.exit", "03", "1d", "ended",
      ])
  }
}
