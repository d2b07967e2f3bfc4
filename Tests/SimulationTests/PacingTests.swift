import Simulation
import Testing
import Tracks

@Suite("What was asked of a run and what came of it")
struct PacingTests {
  static func bench(
    _ scenario: String = "[]", rate: PlaybackRate = .times(1), faults: [Fault] = []
  ) throws -> Bench {
    var options = PlaybackOptions()
    options.rate = rate
    options.faults = faults
    options.scenario = try Scenario(json: Array(scenario.utf8))
    var bench = try Bench("0---------1---------2", options: options)
    try bench.playback.play(at: .zero)
    return bench
  }

  @Test("At one rate it is that rate", arguments: [0.5, 1, 3, 100])
  func oneRate(rate: Double) throws {
    var bench = try Self.bench(rate: .times(rate))
    bench.run()
    let pacing = bench.playback.pacing(at: bench.now)
    #expect(pacing.askedRate == rate)
    let achieved = try #require(pacing.achievedRate)
    #expect(abs(achieved / rate - 1) < 1e-6)
  }

  @Test(
    "Of several rates it is the mean over the time that they last",
    arguments: [
      (#"[{"at": 10, "rate": 10}]"#, 20.0 / 11),
      (#"[{"at": 10, "rate": 0.5}]"#, 20.0 / 30),
      (#"[{"at": 0, "rate": 5}]"#, 5),
      (#"[{"at": 4, "pause": "20s"}]"#, 20.0 / 40),
      (#"[{"at": 10, "rate": "max"}]"#, 1),
      (#"[{"at": 10, "seek": "0s"}]"#, 1),
    ] as [(String, Double)])
  func severalRates(scenario: String, asked: Double) throws {
    var bench = try Self.bench(scenario)
    bench.run()
    let pacing = bench.playback.pacing(at: bench.now)
    let rate = try #require(pacing.askedRate)
    #expect(abs(rate - asked) < 1e-6)
    let achieved = try #require(pacing.achievedRate)
    #expect(abs(achieved - asked) < 1e-6)
  }

  @Test("Under max nothing is asked for")
  func max() throws {
    var bench = try Self.bench(rate: .max)
    bench.run()
    #expect(bench.playback.pacing(at: bench.now).askedRate == nil)
    #expect(bench.playback.pacing(at: bench.now).achievedRate == nil)
  }

  @Test("What is overdue has not been played")
  func overdue() throws {
    var bench = try Self.bench()
    bench.take()
    bench.now = .seconds(15)
    // The fix at 10 s was due, and nobody has taken it.
    let pacing = bench.playback.pacing(at: bench.now)
    #expect(pacing.askedRate == 1)
    #expect(pacing.achievedRate == 10.0 / 15)
    bench.take()
    #expect(bench.playback.pacing(at: bench.now).achievedRate == 1)
  }

  @Test("Of a pause that is under way counts what has passed")
  func pauseUnderWay() throws {
    var bench = try Self.bench(#"[{"at": 5, "pause": "1h"}]"#)
    bench.now = .seconds(5)
    bench.take()
    bench.now = .seconds(10)
    bench.take()
    #expect(bench.playback.pacing(at: bench.now).askedRate == 0.5)
    #expect(bench.playback.pacing(at: bench.now).achievedRate == 0.5)
    // Whoever pauses and plays on ends the pause of the scenario's, which then was no longer.
    bench.playback.pause(at: bench.now)
    bench.now = .seconds(100)
    try bench.playback.play(at: bench.now)
    bench.run()
    #expect(bench.now == .seconds(115))
    #expect(bench.playback.pacing(at: bench.now).askedRate == 20.0 / 25)
    #expect(bench.playback.pacing(at: bench.now).achievedRate == 20.0 / 25)
  }

  @Test("A change of rate leaves a pause of the scenario's as it is, and a seek ends it")
  func commandsInPause() throws {
    var bench = try Self.bench(#"[{"at": 5, "pause": "10s"}]"#)
    bench.now = .seconds(5)
    bench.take()
    bench.now = .seconds(6)
    try bench.playback.setRate(.times(10), at: bench.now)
    #expect(bench.playback.state(at: bench.now).status == .paused)
    #expect(bench.playback.nextDeadline == .milliseconds(15_500))
    try bench.playback.seek(to: .offset(.seconds(1)), at: bench.now)
    #expect(bench.playback.state(at: bench.now).status == .playing)
    bench.take()
    #expect(bench.playback.nextDeadline == .milliseconds(6900))
  }

  @Test("What a fault holds back over the end takes its time")
  func heldOverTheEnd() throws {
    var bench = try Self.bench(faults: [try Fault("delay=5s")])
    bench.run()
    #expect(bench.now == .seconds(25))
    let pacing = bench.playback.pacing(at: bench.now)
    #expect(pacing.askedRate == 1)
    #expect(pacing.achievedRate == 1)
  }

  @Test("Fixes that are stepped through were not asked for at any rate")
  func steps() throws {
    var bench = try Self.bench()
    bench.take()
    bench.now = .seconds(1)
    try bench.playback.step(by: 1, at: bench.now)
    bench.take()
    bench.now = .seconds(100)
    try bench.playback.play(at: bench.now)
    bench.run()
    #expect(bench.now == .seconds(110))
    #expect(bench.playback.pacing(at: bench.now).achievedRate == 1)
  }
}
