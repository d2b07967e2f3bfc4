import Simulation
import Testing
import Tracks

@Suite("Late ticks")
struct LatePolicyTests {
  static func bench(_ late: LatePolicy, rate: Double = 1) throws -> Bench {
    var options = PlaybackOptions()
    options.late = late
    options.rate = .times(rate)
    return try Bench("0123456789abcdefghijklmnopqrstuvwxyz", options: options)
  }

  @Test("Caught up: all comes at once, and the schedule stays")
  func catchUp() throws {
    var bench = try Self.bench(.catchUp(limit: .seconds(10)))
    try bench.playback.play(at: .zero)
    #expect(bench.picture(2) == "[<0]1")
    bench.now = .milliseconds(5500)
    #expect(Picture.column(bench.take()) == "[2345]")
    #expect(bench.playback.nextDeadline == .seconds(6))
  }

  @Test("Caught up to a limit: what is later moves the schedule")
  func catchUpLimit() throws {
    var bench = try Self.bench(.catchUp(limit: .seconds(2)))
    try bench.playback.play(at: .zero)
    #expect(bench.picture(2) == "[<0]1")
    bench.now = .seconds(12)
    // 2 was due ten seconds ago, and is now due two seconds ago.
    #expect(Picture.column(bench.take()) == "[234]")
    #expect(bench.playback.nextDeadline == .seconds(13))
    #expect(bench.playback.state(at: bench.now).skipped == 0)
  }

  @Test("Skipped: what is too late is dropped and counted, and the schedule stays")
  func skip() throws {
    var bench = try Self.bench(.skip(tolerance: .milliseconds(100)))
    try bench.playback.play(at: .zero)
    #expect(bench.picture(2) == "[<0]1")
    bench.now = .milliseconds(5050)
    #expect(Picture.column(bench.take()) == "5")
    #expect(bench.playback.nextDeadline == .seconds(6))
    #expect(bench.playback.state(at: bench.now).skipped == 3)
  }

  @Test("Slipped: nothing is lost, and nothing comes in a burst")
  func slip() throws {
    var bench = try Self.bench(.slip)
    try bench.playback.play(at: .zero)
    #expect(bench.picture(2) == "[<0]1")
    bench.now = .milliseconds(5500)
    #expect(Picture.column(bench.take()) == "2")
    #expect(bench.playback.nextDeadline == .milliseconds(6500))
  }

  @Test("The rate that came of it is told beside the one asked for")
  func achievedRate() throws {
    var bench = try Self.bench(.slip, rate: 2)
    try bench.playback.play(at: .zero)
    bench.take()
    #expect(bench.playback.state(at: .zero).achievedRate == nil)
    for second in 1...10 {
      bench.now = .seconds(second)
      bench.take()
    }
    let state = bench.playback.state(at: bench.now)
    #expect(state.rate == .times(2))
    #expect(abs((state.achievedRate ?? 0) - 1) < 0.01)

    bench = try Self.bench(.catchUp(limit: .seconds(10)), rate: 2)
    try bench.playback.play(at: .zero)
    for second in 0...10 {
      bench.now = .seconds(second)
      bench.take()
    }
    #expect(abs((bench.playback.state(at: bench.now).achievedRate ?? 0) - 2) < 0.01)
  }

  @Test("A limit leaves the rest for the next call, which is due now")
  func limit() throws {
    var bench = try Self.bench(.catchUp(limit: .seconds(100)))
    try bench.playback.play(at: .zero)
    bench.now = .seconds(10)
    #expect(bench.take(limit: 4).count == 4)
    #expect(bench.playback.nextDeadline == .seconds(10))
    #expect(bench.take(limit: 100).count == 8)
    #expect(bench.updates.map(\.sequence) == Array(2...12))
  }

  @Test("Their names", arguments: ["catch-up", "skip", "slip"])
  func names(name: String) {
    #expect(LatePolicy(name)?.name == name)
    #expect(LatePolicy("early") == nil)
  }

  @Test("R2: two fixes in one second have finite speeds or none")
  func r2_equalTimes() throws {
    let track = TimelineTests.timed([
      (26, 46.58570, 6.60486), (27, 46.58569, 6.60481), (27, 46.58566, 6.60479),
      (28, 46.58562, 6.60481),
    ])
    var bench = try Bench([Journey(id: "a", name: "a", track: track)])
    try bench.playback.play(at: .zero)
    for _ in 0..<30 {
      bench.take()
      let sample = bench.sample()
      #expect(sample.speeds.allSatisfy { $0 == .max || $0 < 1000 })
      bench.now += .milliseconds(100)
    }
    #expect(bench.updates.map(\.fix.coordinate) == track.segments[0].fixes.map(\.coordinate))
    #expect(bench.updates.allSatisfy { $0.fix.speed?.isFinite ?? true })
  }

  @Test("R6: standing still has no course that jumps about")
  func r6_standing() throws {
    let points = (0..<20).map { second -> (second: Double, latitude: Double, longitude: Double) in
      let (north, east) = (Double(second * 7 % 5), Double(second * 3 % 4))
      return (Double(second), 46 + north * 1e-6, 6 + east * 1e-6)
    }
    let track = TimelineTests.timed(points)
    var bench = try Bench([Journey(id: "a", name: "a", track: track)])
    try bench.playback.play(at: .zero)
    var courses: Set<UInt16> = []
    for _ in 0..<190 {
      bench.take()
      courses.formUnion(bench.sample().courses)
      bench.now += .milliseconds(100)
    }
    #expect(courses == [.max])
  }
}
