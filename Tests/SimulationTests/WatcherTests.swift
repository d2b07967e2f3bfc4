import Simulation
import Testing
import Tracks

@Suite("Events")
struct WatcherTests {
  /// A journey along the equator at so many metres a second in each second.
  static func journey(speeds: [Double], states: Bool = true) -> Journey {
    var fixes: [Fix] = []
    var meters = 0.0
    for (second, speed) in speeds.enumerated() {
      var fix = Fix(
        Geodesy.destination(
          from: Coordinate(wrappingLatitude: 0, longitude: 0), distance: meters, course: 90),
        time: Picture.start.advanced(by: .seconds(second)))
      if states { fix.speed = speed }
      fixes.append(fix)
      meters += speed
    }
    return Journey(id: "a", name: "a", track: Track(segments: [TrackSegment(fixes: fixes)]))
  }

  static func place(_ meters: Double, north: Double = 0) -> Coordinate {
    let east = Geodesy.destination(
      from: Coordinate(wrappingLatitude: 0, longitude: 0), distance: meters, course: 90)
    return Geodesy.destination(from: east, distance: north, course: 0)
  }

  static func run(
    _ journey: Journey, rate: PlaybackRate = .times(1),
    _ set: (inout PlaybackOptions) -> Void = { _ in }
  ) throws -> Bench {
    var options = PlaybackOptions()
    options.rate = rate
    set(&options)
    var bench = try Bench([journey], options: options)
    try bench.playback.play(at: .zero)
    bench.run()
    return bench
  }

  static func seconds(_ event: SimulationEvent) -> Double? {
    event.time.map { Picture.start.duration(to: $0).inSeconds }
  }

  @Test("A vehicle stops once and moves once, with hysteresis", arguments: [true, false])
  func stopsAndMoves(states: Bool) throws {
    let speeds: [Double] = [5, 5, 5, 0.2, 0.3, 0.2, 0.7, 0.1, 0, 0, 0.8, 0.3, 0, 5, 5, 5]
    let bench = try Self.run(Self.journey(speeds: speeds, states: states))
    let kinds = bench.events.map(\.kind).filter { $0 == .stopped || $0 == .moving }
    #expect(kinds == [.stopped, .moving])
    let times = bench.events.filter { $0.kind == .stopped || $0.kind == .moving }
      .compactMap(Self.seconds)
    #expect(times == (states ? [8, 13] : [9, 14]))
  }

  @Test("What a vehicle does when it is first seen is no event")
  func firstStateIsNoEvent() throws {
    let bench = try Self.run(Self.journey(speeds: Array(repeating: 0, count: 20)))
    #expect(bench.events.map(\.kind) == [.started, .ended])
  }

  @Test("Too fast is told once until it is slow again")
  func overspeed() throws {
    let bench = try Self.run(Self.journey(speeds: [10, 21, 22, 19.5, 21, 10, 25, 10])) {
      $0.events.speedLimit = 20
    }
    let events = bench.events.filter { $0.kind == .overspeed }
    #expect(events.compactMap(Self.seconds) == [1, 6])
    #expect(events.first?.details.first == .init("speed", .number(21)))
  }

  @Test(
    "A fence ten metres wide, crossed at 1000x, is entered once and left once",
    arguments: [PlaybackRate.times(1), .times(1000), .max])
  func thinFence(rate: PlaybackRate) throws {
    let shape = Geofence.Shape.circle(center: Self.place(1000), radius: 5)
    let bench = try Self.run(
      Self.journey(speeds: Array(repeating: 30, count: 100)), rate: rate
    ) {
      $0.events.geofences = [Geofence(id: "thin", shape: shape)]
    }
    let events = bench.events.filter { $0.kind.rawValue.hasPrefix("geofence") }
    #expect(events.map(\.kind) == [.geofenceEnter, .geofenceExit])
    let enter = try #require(events.first.flatMap(Self.seconds))
    let exit = try #require(events.last.flatMap(Self.seconds))
    #expect(abs(enter - 995.0 / 30) < 0.01)
    #expect(abs(exit - 1010.0 / 30) < 0.01)
    let coordinate = try #require(events.first?.coordinate)
    #expect(abs(Geodesy.distance(from: coordinate, to: Self.place(1000)) - 5) < 0.01)
    #expect(events.first?.details == [.init("geofence", .text("thin"))])
  }

  @Test("A position on the edge does not flap")
  func edge() throws {
    var journey = Self.journey(speeds: Array(repeating: 0, count: 40))
    for index in journey.track.segments[0].fixes.indices {
      journey.track.segments[0].fixes[index].coordinate = Self.place(index % 2 == 0 ? 99.5 : 100.5)
    }
    let shape = Geofence.Shape.circle(center: Self.place(0), radius: 100)
    let bench = try Self.run(journey) {
      $0.events.geofences = [Geofence(id: "edge", shape: shape)]
    }
    #expect(bench.count(.geofenceEnter) == 1)
    #expect(bench.count(.geofenceExit) == 0)
  }

  @Test("One who stays is told of once")
  func dwell() throws {
    let shape = Geofence.Shape.circle(center: Self.place(0), radius: 50)
    let fence = Geofence(id: "home", shape: shape, dwellTime: .seconds(10))
    let bench = try Self.run(Self.journey(speeds: Array(repeating: 0, count: 40))) {
      $0.events.geofences = [fence]
    }
    let events = bench.events.filter { $0.kind == .geofenceDwell }
    #expect(events.compactMap(Self.seconds) == [10])
  }

  @Test("A fence begun from inside is entered with the first fix, and a seek out of it leaves it")
  func seekOutOfFence() throws {
    let shape = Geofence.Shape.circle(center: Self.place(0), radius: 50)
    var options = PlaybackOptions()
    options.events.geofences = [Geofence(id: "home", shape: shape)]
    var bench = try Bench(
      [Self.journey(speeds: Array(repeating: 10, count: 100))], options: options)
    try bench.playback.play(at: .zero)
    bench.take()
    #expect(bench.count(.geofenceEnter) == 1)
    try bench.playback.seek(to: .offset(.seconds(50)), at: .zero)
    bench.take()
    #expect(bench.count(.geofenceExit) == 1)
    #expect(bench.events.last.flatMap(Self.seconds) == 50)
  }

  @Test("A polygon's hole is outside it, and over the antimeridian a fence is whole")
  func polygonWithHole() {
    func ring(_ degrees: Double) -> [Coordinate] {
      [(-1, -1), (-1, 1), (1, 1), (1, -1)].map {
        Coordinate(wrappingLatitude: $0.0 * degrees, longitude: 180 + $0.1 * degrees)
      }
    }
    let fence = Geofence(
      id: "ring", shape: .polygons([.init(ring: ring(0.01), holes: [ring(0.005)])]))
    func distance(_ longitude: Double) -> Double {
      fence.signedDistance(to: Coordinate(wrappingLatitude: 0, longitude: longitude))
    }
    let degree = Geodesy.earthRadius * .pi / 180
    #expect(abs(distance(180) - 0.005 * degree) < 0.1)
    #expect(abs(distance(179.9925) + 0.0025 * degree) < 0.1)
    #expect(abs(distance(-179.9925) + 0.0025 * degree) < 0.1)
    #expect(abs(distance(-179.98) - 0.01 * degree) < 0.1)
    let start = Coordinate(wrappingLatitude: 0, longitude: 179.98)
    let end = Coordinate(wrappingLatitude: 0, longitude: -179.98)
    let crossings = fence.crossings(from: start, to: end, isInside: false, hysteresis: 1)
    #expect(crossings.map(\.isEntry) == [true, false, true, false])
    #expect(abs(crossings[0].fraction - 0.25) < 1e-3)
  }

  @Test("A corridor is as wide on both sides of its line")
  func corridor() {
    let fence = Geofence(
      id: "road", shape: .corridor(lines: [[Self.place(0), Self.place(500)]], distance: 20))
    #expect(abs(fence.signedDistance(to: Self.place(250, north: 30)) - 10) < 0.1)
    #expect(abs(fence.signedDistance(to: Self.place(250, north: -15)) + 5) < 0.1)
    #expect(abs(fence.signedDistance(to: Self.place(530)) - 10) < 0.1)
  }

  @Test("A gap loses the signal after a while, and says how long it was")
  func gap() throws {
    var options = TimelineOptions()
    options.gapPolicy = .cap(.seconds(5))
    var track = Picture.track("0123")
    for index in 2..<4 {
      track.segments[0].fixes[index].time = track.segments[0].fixes[index].time?.advanced(
        by: .seconds(3600))
    }
    var bench = try Bench([Journey(id: "a", name: "a", track: track)], timeline: options)
    try bench.playback.play(at: .zero)
    bench.run()
    #expect(bench.now == .seconds(7))
    let gap = try #require(bench.events.first { $0.kind == .gap })
    #expect(gap.details.contains(.init("duration_s", .number(3601))))
    #expect(gap.details.contains(.init("waited_s", .number(5))))
    #expect(bench.count(.signalLost) == 0)

    options.gapPolicy = .keep
    bench = try Bench([Journey(id: "a", name: "a", track: track)], timeline: options)
    try bench.playback.play(at: .zero)
    bench.run()
    #expect(bench.events.map(\.kind) == [.started, .signalLost, .gap, .signalRegained, .ended])
    #expect(bench.now == .seconds(3603))
  }
}
