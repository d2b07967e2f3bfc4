import Simulation
import Testing
import Tracks

@Suite("Timeline")
struct TimelineTests {
  static func untimed(_ points: [(Double, Double)]) -> Track {
    Track(segments: [
      TrackSegment(
        fixes: points.map { Fix(Coordinate(wrappingLatitude: $0.0, longitude: $0.1)) })
    ])
  }

  static func timed(_ points: [(second: Double, latitude: Double, longitude: Double)]) -> Track {
    Track(segments: [
      TrackSegment(
        fixes: points.map {
          Fix(
            Coordinate(wrappingLatitude: $0.latitude, longitude: $0.longitude),
            time: Picture.start.advanced(by: .seconds($0.second)))
        })
    ])
  }

  static let kilometre = Geodesy.destination(
    from: Coordinate(wrappingLatitude: 0, longitude: 0), distance: 1000, course: 0
  ).latitude

  @Test(
    "R5: a kilometre without times at 10 m/s is 101 positions in 100 s", arguments: [true, false])
  func r5_untimed(isResampled: Bool) throws {
    var options = TimelineOptions()
    options.untimedPace = .speed(metersPerSecond: 10)
    options.fixInterval = isResampled ? .seconds(1) : nil
    let track = Self.untimed([(0, 0), (Self.kilometre, 0)])
    var bench = try Bench([Journey(id: "a", name: "a", track: track)], timeline: options)
    try bench.playback.play(at: .zero)
    bench.run()
    #expect(bench.updates.count == 101)
    #expect(bench.now == .seconds(100))
    #expect(bench.updates.allSatisfy { abs(($0.fix.speed ?? 0) - 10) < 0.001 })
    #expect(bench.updates.allSatisfy { $0.original == nil })
    #expect(bench.updates[50].fix.marks.isSuperset(of: [.interpolated, .derivedSpeed]))
    #expect(abs(bench.updates[50].fix.coordinate.latitude - Self.kilometre / 2) < 1e-9)
  }

  @Test("A fixed interval between the points of an untimed track")
  func untimedInterval() throws {
    var options = TimelineOptions()
    options.untimedPace = .interval(.seconds(2))
    let track = Self.untimed([(0, 0), (0, 0.001), (0, 0.002)])
    var bench = try Bench([Journey(id: "a", name: "a", track: track)], timeline: options)
    try bench.playback.play(at: .zero)
    #expect(bench.picture(5) == "[<0]-1-[2>]")
  }

  @Test("P3: missing times are filled by distance and marked, none dated today")
  func p3_halfTimed() throws {
    var track = Picture.track("01234")
    for index in [0, 2, 4] { track.segments[0].fixes[index].time = nil }
    track.segments[0].fixes[3].time = Picture.start.advanced(by: .seconds(11))
    var bench = try Bench([Journey(id: "a", name: "a", track: track)])
    try bench.playback.play(at: .zero)
    bench.run()
    let start = try #require(bench.updates.first?.fix.time)
    #expect(
      bench.updates.compactMap { $0.fix.time.map { start.duration(to: $0).inSeconds } } == [
        0, 5, 10, 15, 20,
      ])
    #expect(
      bench.updates.map(\.original) == [
        nil, track.segments[0].fixes[1].time, nil, track.segments[0].fixes[3].time, nil,
      ])
    #expect(
      bench.updates.map { $0.fix.marks.contains(.derivedTime) } == [true, false, true, false, true])
  }

  @Test("P4: between segments there is time, but nothing moves or is sent")
  func p4_segments() throws {
    var bench = try Bench("0-|-3")
    try bench.playback.play(at: .zero)
    #expect(bench.picture(2) == "[<0]-")
    #expect(bench.longitudes() == [0])
    bench.now = .seconds(2)
    #expect(bench.picture(2) == "-[3>]")
  }

  @Test(
    "Gaps",
    arguments: [
      (GapPolicy.keep, "01---?[!=2]", [0, 10_000, 10_000, 10_000, 10_000, nil, 20_000]),
      (.hold, "01----[!2]", [0, 10_000, 10_000, 10_000, 10_000, 10_000, 20_000]),
      (.dropout, "0[1?]----[!=2]", [0, nil, nil, nil, nil, nil, 20_000]),
      (.jump, "0[1!2]-----", [0, 20_000, 20_000, 20_000, 20_000, 20_000, 20_000]),
      (.cap(.seconds(2)), "01-[!2]---", [0, 10_000, 10_000, 20_000, 20_000, 20_000, 20_000]),
      (.interpolate, "01~~~~2", [0, 10_000, 12_000, 14_000, 16_000, 18_000, 20_000]),
    ] as [(GapPolicy, String, [Int32?])])
  func gaps(policy: GapPolicy, expected: String, positions: [Int32?]) throws {
    var timeline = TimelineOptions()
    timeline.gapPolicy = policy
    timeline.gapTime = .seconds(3)
    var options = PlaybackOptions()
    options.events.lostAfter = .seconds(3)
    let lines = ["01----2"]
    var bench = try Bench(
      lines.map { Journey(id: $0, name: $0, track: Picture.track($0)) },
      timeline: timeline, options: options)
    try bench.playback.play(at: .zero)
    var picture = ""
    var seen: [Int32?] = []
    for _ in 0..<7 {
      picture += Picture.column(bench.take().filter { !$0.isStartOrEnd })
      seen.append(bench.longitudes().first)
      bench.now += .seconds(1)
    }
    #expect(picture == expected)
    #expect(seen == positions)
    #expect(bench.updates.last?.fix.time == Picture.start.advanced(by: .seconds(6)))
  }

  @Test("A gap is only shortened where no vehicle has a fix")
  func gapOfOneVehicle() throws {
    var timeline = TimelineOptions()
    timeline.gapPolicy = .cap(.seconds(1))
    timeline.gapTime = .seconds(3)
    let journeys = Picture.journeys("01-----2", "0123---4")
    var bench = try Bench(journeys, timeline: timeline)
    try bench.playback.play(at: .zero)
    #expect(bench.picture(6).withoutEvents == "[00][11]23[24]-")
  }

  @Test("Tracks that overlap keep their times, others start together, unless it is said how")
  func alignment() throws {
    func line(_ second: Int, _ line: String) -> Journey {
      var track = Picture.track(line)
      for index in track.segments[0].fixes.indices {
        track.segments[0].fixes[index].time = track.segments[0].fixes[index].time?.advanced(
          by: .seconds(second))
      }
      return Journey(id: line, name: line, track: track)
    }
    func picture(_ journeys: [Journey], _ alignment: Alignment?) throws -> String {
      var options = TimelineOptions()
      options.alignment = alignment
      var bench = try Bench(journeys, timeline: options)
      try bench.playback.play(at: .zero)
      return bench.picture(7).withoutEvents
    }
    #expect(try picture([line(0, "0123"), line(2, "abcd")], nil) == "01[2a][3b]cd-")
    #expect(try picture([line(0, "012"), line(4, "abc")], nil) == "[0a][1b][2c]----")
    #expect(try picture([line(0, "012"), line(4, "abc")], .recorded) == "012-abc")
    #expect(try picture([line(0, "0123"), line(2, "abcd")], .starts) == "[0a][1b][2c][3d]---")
    var late = line(0, "abc")
    late.startOffset = .seconds(2)
    #expect(try picture([line(0, "012"), late], .starts) == "01[2a]bc--")
    late.startOffset = .seconds(-2)
    #expect(try picture([line(0, "012"), late], .starts) == "ab[0c]12--")
  }

  @Test("Times start where they are asked to, and the recorded ones are carried")
  func timestamps() throws {
    var options = TimelineOptions()
    let other = SourceTime(nanoseconds: 5_000_000_000)
    options.timestamps = .starting(other)
    var bench = try Bench("0-1", timeline: options)
    try bench.playback.play(at: .zero)
    bench.run()
    #expect(bench.updates.compactMap(\.fix.time) == [other, other.advanced(by: .seconds(2))])
    #expect(bench.updates.first?.original == Picture.start)
    #expect(bench.updates.allSatisfy { $0.fix.marks.isEmpty })
  }

  @Test("R6: the course goes the short way, and north is 0")
  func r6_course() throws {
    var track = Self.timed([(0, 0, 0), (2, 0.001, 0)])
    track.segments[0].fixes[0].course = 350
    track.segments[0].fixes[1].course = 10
    var bench = try Bench([Journey(id: "a", name: "a", track: track)])
    try bench.playback.play(at: .zero)
    bench.now = .seconds(1)
    let sample = bench.sample()
    #expect(sample.courses == [0])
  }

  @Test("P18: over the antimeridian by the short way")
  func p18_antimeridian() throws {
    let track = Self.timed([(0, -16.8, 179.8), (3, -16.8, -179.9)])
    var bench = try Bench([Journey(id: "a", name: "a", track: track)])
    try bench.playback.play(at: .zero)
    bench.now = .seconds(1)
    #expect(abs(Double(bench.longitudes()[0]) / 1e7 - 179.9) < 1e-4)
    bench.now = .seconds(2)
    #expect(abs(abs(Double(bench.longitudes()[0]) / 1e7) - 180) < 1e-4)
  }

  @Test("Interpolation off, linear and smooth", arguments: Interpolation.allCases)
  func interpolation(_ interpolation: Interpolation) throws {
    var options = TimelineOptions()
    options.interpolation = interpolation
    let track = Self.timed([(0, 0, 0), (1, 0, 0.001), (2, 0.001, 0.001), (3, 0.001, 0.002)])
    var bench = try Bench([Journey(id: "a", name: "a", track: track)], timeline: options)
    try bench.playback.play(at: .zero)
    // At the fixes themselves all three agree.
    bench.now = .seconds(2)
    #expect(bench.sample().latitudes == [10_000])
    bench.now = .milliseconds(1500)
    let sample = bench.sample()
    switch interpolation {
    case .off: #expect(sample.latitudes == [0] && sample.longitudes == [10_000])
    case .linear:
      #expect(abs(sample.latitudes[0] - 5000) <= 1 && abs(sample.longitudes[0] - 10_000) <= 1)
    case .smooth:
      // By symmetry half way in both, on a curve that leaves the corners rounded.
      #expect(abs(sample.latitudes[0] - 5000) <= 1 && abs(sample.longitudes[0] - 10_000) <= 1)
      bench.now = .milliseconds(1250)
      #expect(bench.sample().longitudes[0] > 10_200)
    }
  }

  @Test("A grid of fixes is marked where it lies between recorded ones")
  func resampled() throws {
    var options = TimelineOptions()
    options.fixInterval = .milliseconds(500)
    var bench = try Bench("0123", timeline: options)
    try bench.playback.play(at: .zero)
    #expect(bench.picture(8, tick: .milliseconds(500)) == "[<0]~1~2~[3>]-")
    #expect(
      bench.updates.map { $0.fix.marks.contains(.interpolated) } == [
        false, true, false, true, false, true, false,
      ])
    #expect(
      bench.updates.map { $0.original == nil } == [false, true, false, true, false, true, false])
  }

  @Test("A vehicle is nowhere before its start, and stands without a speed after its end")
  func beforeAndAfter() throws {
    var bench = try Bench(Picture.journeys("--01", "0123456"))
    try bench.playback.play(at: .zero)
    #expect(bench.sample().vehicles == [1])
    bench.now = .milliseconds(2500)
    bench.take()
    #expect(bench.sample().vehicles == [0, 1])
    #expect(bench.sample().speeds[0] != .max)
    bench.now = .seconds(5)
    bench.take()
    #expect(bench.sample().longitudes == [10_000, 50_000])
    #expect(bench.sample().speeds[0] == .max)
    #expect(bench.events.map(\.kind) == [.started, .ended])
    #expect(bench.events.last?.vehicle == 0)
  }

  @Test(
    "Times at the ends of what can be said overflow nothing", arguments: [nil, Alignment.recorded])
  func endsOfTime(alignment: Alignment?) throws {
    var options = TimelineOptions()
    options.alignment = alignment
    var track = Picture.track("0123")
    track.segments[0].fixes[0].time = SourceTime(nanoseconds: .min + 1)
    track.segments[0].fixes[3].time = SourceTime(nanoseconds: .max)
    let journeys = [Journey(id: "a", name: "a", track: track)] + Picture.journeys("012")
    var playback = PlaybackOptions()
    playback.rate = .max
    playback.loop = .forever
    var bench = try Bench(journeys, timeline: options, options: playback)
    try bench.playback.play(at: .zero)
    bench.run()
    #expect(bench.count(.ended) >= 1)
    let times = bench.updates.compactMap(\.fix.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test("The playhead does not pass the end")
  func playheadStopsAtTheEnd() throws {
    var bench = try Bench("0123")
    try bench.playback.play(at: .zero)
    let state = bench.playback.state(at: .seconds(100))
    #expect(state.sourceTime == state.last)
    #expect(state.fraction == 1)
  }
}

extension Bench {
  func sample() -> FleetSample {
    var sample = FleetSample(sourceTime: Picture.start, emitted: .zero, generation: 0)
    playback.sample(at: now, into: &sample)
    return sample
  }

  func longitudes() -> [Int32] { sample().longitudes }
}

extension Emission {
  var isStartOrEnd: Bool {
    guard case .event(let event) = self else { return false }
    return event.kind == .started || event.kind == .ended
  }
}

extension String {
  /// The picture without the signs of events.
  var withoutEvents: String {
    var line = ""
    var cell: String?
    for letter in self {
      let isEvent = "<>@!?=".contains(letter)
      switch letter {
      case _ where isEvent: if cell == nil { line += "-" }
      case "[": cell = ""
      case "]":
        let letters = cell ?? ""
        line += letters.isEmpty ? "-" : letters.count == 1 ? letters : "[\(letters)]"
        cell = nil
      default:
        if cell != nil { cell?.append(letter) } else { line.append(letter) }
      }
    }
    return line
  }
}
