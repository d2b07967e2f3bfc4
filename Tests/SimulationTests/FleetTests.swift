import Simulation
import Testing
import Tracks

@Suite("Fleet")
struct FleetTests {
  static func bench(
    _ count: Int, seed: UInt64 = 1, along tracks: [Track] = [], minutes: Int = 60,
    _ set: (inout PlaybackOptions) -> Void = { _ in }
  ) throws -> Bench {
    var options = PlaybackOptions()
    set(&options)
    let timeline = try Timeline(
      fleet: FleetOptions(count: count, seed: seed, duration: .seconds(60 * minutes)),
      along: tracks)
    return Bench(playback: try Playback(timeline: timeline, options: options))
  }

  @Test("The same seed makes the same fleet at any rate, another another", arguments: [nil, 100.0])
  func determinism(rate: Double?) throws {
    func run(seed: UInt64, _ rate: PlaybackRate) throws -> [Fix] {
      var bench = try Self.bench(5, seed: seed, minutes: 1) { $0.rate = rate }
      try bench.playback.play(at: .zero)
      bench.run()
      return bench.updates.map(\.fix)
    }
    let one = try run(seed: 1, .times(1))
    #expect(one.count == 5 * 61)
    #expect(try run(seed: 1, rate.map(PlaybackRate.times) ?? .max) == one)
    #expect(try run(seed: 2, .times(1)) != one)
  }

  @Test("Vehicles move as far as their speed says, brake for turns, stop, wait and go on")
  func motion() throws {
    var bench = try Self.bench(40, minutes: 20) { $0.rate = .max }
    try bench.playback.play(at: .zero)
    bench.run(limit: 10_000)
    var newest: [UInt32: Fix] = [:]
    var worst = 0.0
    var stands = 0
    for update in bench.updates {
      let speed = try #require(update.fix.speed)
      #expect(speed < 25)
      if speed == 0 { stands += 1 }
      if let before = newest[update.vehicle], let speedBefore = before.speed {
        let meters = Geodesy.distance(from: before.coordinate, to: update.fix.coordinate)
        worst = max(worst, abs(meters - (speed + speedBefore) / 2))
        #expect(abs(speed - speedBefore) < 4)
      }
      newest[update.vehicle] = update.fix
    }
    // Within a second a lane may be changed at the end of a road, and a bend cut.
    #expect(worst < 13)
    #expect((0.05...0.6).contains(Double(stands) / Double(bench.updates.count)))
    #expect(bench.count(.stopped) > 40)
    #expect(bench.count(.moving) > 40)
  }

  @Test("The sample is where the fixes are, forward and back")
  func sampleAgreesWithFixes() throws {
    var bench = try Self.bench(200, minutes: 10) { $0.loop = .bounce }
    try bench.playback.play(at: .zero)
    for second in [0, 7, 333, 600, 900] {
      bench.now = .seconds(second)
      bench.take()
      let sample = bench.sample()
      #expect(sample.vehicles == Array(0..<200))
      for update in bench.updates.suffix(200) {
        let vehicle = Int(update.vehicle)
        let coordinate = update.fix.coordinate
        #expect(abs(Double(sample.latitudes[vehicle]) - coordinate.latitude * 1e7) <= 1)
        #expect(abs(Double(sample.longitudes[vehicle]) - coordinate.longitude * 1e7) <= 1)
        #expect(abs(Double(sample.speeds[vehicle]) - (update.fix.speed ?? -1) * 100) <= 1)
        let course = Double(sample.courses[vehicle]) / 100
        #expect(abs(Degrees.shortestTurn(from: course, to: update.fix.course ?? -1)) < 0.02)
      }
    }
  }

  @Test("A loop of the whole duration shows no jump")
  func seamless() throws {
    var bench = try Self.bench(100) { $0.loop = .forever }
    try bench.playback.seek(to: .fraction(0), at: .zero)
    let start = bench.sample()
    try bench.playback.seek(to: .fraction(1), at: .zero)
    let end = bench.sample()
    let same = (0..<100).filter {
      abs(start.latitudes[$0] - end.latitudes[$0]) < 100
        && abs(start.longitudes[$0] - end.longitudes[$0]) < 100
    }
    #expect(same.count >= 95)
  }

  @Test("Along a loaded track vehicles keep to it, each in its own place, and about as fast")
  func alongTracks() throws {
    let track = TimelineTests.timed([
      (0, 40, -3), (60, 40.005, -3), (120, 40.005, -2.99), (180, 40.01, -2.98),
    ])
    var bench = try Self.bench(50, along: [track], minutes: 10) { $0.rate = .max }
    try bench.playback.play(at: .zero)
    bench.run(limit: 10_000)
    let fence = Geofence(
      id: "road", shape: .corridor(lines: [track.segments[0].fixes.map(\.coordinate)], distance: 8))
    #expect(bench.updates.allSatisfy { fence.signedDistance(to: $0.fix.coordinate) < 0 })
    let fastest = bench.updates.compactMap(\.fix.speed).max() ?? 0
    #expect((8...20).contains(fastest))
    #expect(Set(bench.sample().latitudes).count > 40)
  }

  @Test("A fleet obeys the same commands as traces")
  func commands() throws {
    var bench = try Self.bench(3)
    try bench.playback.play(at: .zero)
    bench.now = .seconds(5)
    bench.take()
    #expect(bench.updates.count == 18)
    bench.playback.pause(at: bench.now)
    let place = bench.longitudes()
    bench.now = .seconds(50)
    #expect(bench.longitudes() == place)
    try bench.playback.seek(to: .offset(.seconds(1800)), at: bench.now)
    #expect(bench.take().count == 3)
    try bench.playback.setFault(Fault("drop=100%"), at: bench.now)
    try bench.playback.play(at: bench.now)
    bench.take()
    bench.now = .seconds(55)
    #expect(bench.take().isEmpty)
    #expect(bench.playback.state(at: bench.now).faults.map(\.count) == [15])
  }

  @Test("A vehicle's track is what it would emit")
  func track() throws {
    let timeline = try Timeline(fleet: FleetOptions(count: 4, seed: 9, duration: .seconds(30)))
    let track = timeline.track(of: 2)
    #expect(track.fixCount == 31)
    #expect(track.segments[0].fixes[0].time == timeline.first)
    #expect(throws: PlaybackError.self) { try Timeline(fleet: FleetOptions(count: 0)) }
  }
}
