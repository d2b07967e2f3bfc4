import Simulation
import Testing
import Tracks

@Suite("Playback")
struct PlaybackTests {
  @Test("Plays, and ends once with one event")
  func playsToTheEnd() throws {
    var bench = try Bench("012-34")
    try bench.playback.play(at: bench.now)
    //                                  012-34
    #expect(bench.picture(8) == "[<0]12-3[4>]--")
    #expect(bench.playback.state(at: bench.now).status == .ended)
    #expect(bench.playback.nextDeadline == nil)
  }

  @Test(
    "Rate", arguments: [(0.5, "[<0]-1-2-[3>]"), (1, "[<0]12[3>]---"), (2, "[<01][23>]-----")])
  func rate(rate: Double, expected: String) throws {
    var bench = try Bench("0123")
    try bench.playback.setRate(.times(rate), at: .zero)
    try bench.playback.play(at: .zero)
    if rate == 2 { bench.now = .milliseconds(500) }
    #expect(bench.picture(7) == expected)
  }

  @Test("A change of rate makes no jump")
  func rateChange() throws {
    var bench = try Bench("0123456789")
    try bench.playback.play(at: .zero)
    #expect(bench.picture(4) == "[<0]123")
    bench.now = .milliseconds(3500)
    let before = bench.playback.state(at: bench.now)
    try bench.playback.setRate(.times(0.5), at: bench.now)
    let after = bench.playback.state(at: bench.now)
    #expect(before.sourceTime == after.sourceTime)
    #expect(bench.playback.nextDeadline == .milliseconds(4500))
  }

  @Test("R3: a pause loses nothing and bursts nothing")
  func r3_pause() throws {
    var bench = try Bench("0123456789abcdefg")
    try bench.playback.play(at: .zero)
    #expect(bench.picture(11) == "[<0]123456789a")
    bench.playback.pause(at: .seconds(10))
    #expect(bench.picture(20) == "--------------------")
    bench.now = .seconds(30)
    try bench.playback.play(at: bench.now)
    #expect(bench.picture(3) == "-bc")
  }

  @Test("R3: a seek while paused tells the state there and nothing between")
  func r3_seekPaused() throws {
    var bench = try Bench("0123456789abcdefghijklmnop")
    try bench.playback.play(at: .zero)
    #expect(bench.picture(2) == "[<0]1")
    try bench.playback.seek(to: .offset(.seconds(20)), at: bench.now)
    bench.playback.pause(at: bench.now)
    #expect(bench.picture(1) == "k")
    let generation = bench.playback.state(at: bench.now).generation
    try bench.playback.seek(to: .offset(.seconds(5)), at: bench.now)
    #expect(bench.picture(3) == "5--")
    #expect(bench.playback.state(at: bench.now).generation == generation + 1)
    try bench.playback.play(at: bench.now)
    #expect(bench.picture(3) == "-67")
  }

  @Test("A seek while playing tells the state there, and goes on from there")
  func seekPlaying() throws {
    var bench = try Bench("0123456789abcdefg")
    try bench.playback.play(at: .zero)
    #expect(bench.picture(3) == "[<0]12")
    try bench.playback.seek(to: .fraction(0.5), at: bench.now)
    #expect(bench.picture(3) == "89a")
    try bench.playback.seek(to: .index(3), at: bench.now)
    #expect(bench.picture(3) == "345")
    try bench.playback.seek(to: .time(Picture.start.advanced(by: .seconds(14))), at: bench.now)
    #expect(bench.picture(4) == "ef[g>]-")
  }

  @Test("A seek beyond either end goes to that end")
  func seekClamps() throws {
    var bench = try Bench("0123")
    try bench.playback.seek(to: .time(SourceTime(nanoseconds: 0)), at: .zero)
    #expect(bench.picture(1) == "0")
    try bench.playback.seek(to: .fraction(7), at: .zero)
    #expect(bench.picture(1) == "3")
    try bench.playback.seek(to: .index(-5), at: .zero)
    #expect(bench.picture(1) == "0")
    #expect(throws: PlaybackError.self) {
      try bench.playback.seek(to: .fraction(.nan), at: .zero)
    }
  }

  @Test("Steps a fix on and back")
  func steps() throws {
    var bench = try Bench("0123456")
    try bench.playback.step(by: 1, at: .zero)
    #expect(bench.picture(1) == "[<0]")
    try bench.playback.step(by: 1, at: .zero)
    #expect(bench.picture(1) == "1")
    try bench.playback.step(by: 1, at: .zero)
    try bench.playback.step(by: 1, at: .zero)
    #expect(bench.picture(1) == "[23]")
    try bench.playback.step(by: -1, at: .zero)
    #expect(bench.picture(1) == "2")
    try bench.playback.step(by: 4, at: .zero)
    #expect(bench.picture(1) == "6")
    try bench.playback.step(by: 1, at: .zero)
    #expect(bench.picture(1) == "-")
    #expect(bench.playback.state(at: .zero).status == .paused)
  }

  @Test("A step back from between two fixes goes to the one before")
  func stepBackFromBetween() throws {
    var bench = try Bench("0123456")
    try bench.playback.play(at: .zero)
    bench.now = .milliseconds(2500)
    bench.take()
    try bench.playback.step(by: -1, at: bench.now)
    #expect(bench.picture(1) == "2")
  }

  @Test("R4: three rounds of eleven fixes are thirty-three, their times rising")
  func r4_rounds() throws {
    var options = PlaybackOptions()
    options.loop = .count(3)
    var bench = try Bench("0123456789a", options: options)
    try bench.playback.play(at: .zero)
    bench.run()
    let times = bench.updates.compactMap(\.fix.time)
    #expect(times.count == 33)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(bench.count(.looped) == 2)
    #expect(bench.count(.ended) == 1)
    #expect(bench.emissions.map(\.sequenceNumber) == Array(1...UInt64(bench.emissions.count)))
    let originals = bench.updates.compactMap(\.original)
    #expect(originals[11] == originals[0])
  }

  @Test("R4: the seam of a loop is no movement")
  func r4_seam() throws {
    var options = PlaybackOptions()
    options.loop = .forever
    var bench = try Bench("012", options: options)
    try bench.playback.play(at: .zero)
    #expect(bench.picture(7) == "[<0]12[@0]12[@0]")
    bench.now = .milliseconds(8500)
    bench.take()
    var sample = FleetSample(sourceTime: Picture.start, emitted: .zero, generation: 0)
    bench.playback.sample(at: bench.now, into: &sample)
    #expect(sample.longitudes == [20_000])
    #expect(sample.speeds == [.max])
    #expect(sample.sourceTime == Picture.start.advanced(by: .milliseconds(8500)))
  }

  @Test("A limit ends playback over all rounds, what is due just then included")
  func limit() throws {
    var options = PlaybackOptions()
    options.loop = .forever
    options.rate = .max
    options.limit = .seconds(5)
    var playback = try Playback(
      timeline: Timeline(journeys: Picture.journeys("012")), options: options)
    var emissions: [Emission] = []
    try playback.play(at: .zero)
    playback.advance(to: .zero, limit: 1000, into: &emissions)
    let fixes = emissions.compactMap { emission -> LocationUpdate? in
      if case .location(let update) = emission { update } else { nil }
    }
    #expect(fixes.map { Picture.letter($0.fix) } == ["0", "1", "2", "0", "1", "2"])
    #expect(fixes.last?.emitted == .seconds(5))
    let state = playback.state(at: .zero)
    #expect(state.status == .ended)
    #expect(state.played == .seconds(5))
  }

  @Test("The time played goes on over rounds, and does not pass the end")
  func played() throws {
    var options = PlaybackOptions()
    options.loop = .count(2)
    options.rate = .times(2)
    var playback = try Playback(
      timeline: Timeline(journeys: Picture.journeys("0123")), options: options)
    var emissions: [Emission] = []
    try playback.play(at: .zero)
    for (elapsed, played) in [(1.0, 2.0), (2, 4), (3, 6), (9, 7)] {
      playback.advance(to: .seconds(elapsed), limit: 100, into: &emissions)
      #expect(playback.state(at: .seconds(elapsed)).played == .seconds(played))
    }
  }

  @Test("There and back")
  func bounce() throws {
    var options = PlaybackOptions()
    options.loop = .bounce
    var bench = try Bench("0123", options: options)
    try bench.playback.play(at: .zero)
    #expect(bench.picture(9) == "[<0]12[3@]21[0@]12")
    let times = bench.updates.compactMap(\.fix.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0.duration(to: $1) == .seconds(1) })
  }

  @Test("A range is played alone")
  func range() throws {
    var bench = try Bench("0123456789")
    try bench.playback.setRange(
      PlaybackRange(from: .offset(.seconds(3)), to: .offset(.seconds(5))), at: .zero)
    #expect(bench.picture(1) == "3")
    let state = bench.playback.state(at: bench.now)
    let (first, last) = (try #require(state.rangeFirst), try #require(state.rangeLast))
    #expect(first.duration(to: last) == .seconds(2))
    #expect(state.first?.duration(to: first) == .seconds(3))
    try bench.playback.play(at: .zero)
    #expect(bench.picture(4) == "<4[5>]-")
    #expect(throws: PlaybackError.self) {
      try bench.playback.setRange(
        PlaybackRange(from: .fraction(0.8), to: .fraction(0.2)), at: .zero)
    }
  }

  @Test("Play at the end starts again, in a new generation")
  func restart() throws {
    var bench = try Bench("01")
    try bench.playback.play(at: .zero)
    #expect(bench.picture(3) == "[<0][1>]-")
    let generation = bench.playback.state(at: bench.now).generation
    try bench.playback.play(at: bench.now)
    #expect(bench.picture(3) == "[<0][1>]-")
    #expect(bench.playback.state(at: bench.now).generation == generation + 1)
  }

  @Test("After stop nothing plays on")
  func stop() throws {
    var bench = try Bench("0123456")
    try bench.playback.play(at: .zero)
    #expect(bench.picture(3) == "[<0]12")
    bench.playback.stop(at: bench.now)
    #expect(bench.playback.nextDeadline == nil)
    #expect(bench.picture(5) == "-----")
    #expect(bench.playback.state(at: bench.now).status == .ready)
    try bench.playback.play(at: bench.now)
    #expect(bench.picture(2) == "[<0]1")
  }

  @Test("Vehicles keep their relation at any rate", arguments: [1, 10, 100, nil] as [Double?])
  func sameFixesAtAnyRate(rate: Double?) throws {
    func run(_ rate: PlaybackRate) throws -> [String] {
      var options = PlaybackOptions()
      options.rate = rate
      var bench = try Bench("0123456789", "a-b-c-d-e", "-5--6", options: options)
      try bench.playback.play(at: .zero)
      bench.run()
      return bench.updates.map { "\($0.vehicle)\(Picture.letter($0.fix))\($0.sequence)" }
    }
    let asked = rate.map(PlaybackRate.times) ?? .max
    #expect(try run(asked) == run(.times(1)))
    #expect(try run(asked).count == 17)
  }

  @Test("R1: the schedule does not drift, however late each call comes")
  func r1_noDrift() throws {
    var bench = try Bench(String(repeating: "0123456789", count: 360))
    try bench.playback.play(at: .zero)
    while let deadline = bench.playback.nextDeadline {
      bench.now = max(bench.now, deadline) + .milliseconds(3)
      bench.take()
    }
    let updates = bench.updates
    #expect(updates.count == 3600)
    #expect(updates.last?.due == .seconds(3599))
    #expect(updates.allSatisfy { $0.emitted - $0.due == .milliseconds(3) })
  }

  @Test("Under max the time emitted is source time since the start")
  func maxRate() throws {
    var options = PlaybackOptions()
    options.rate = .max
    var bench = try Bench("0-1--2", options: options)
    try bench.playback.play(at: .seconds(40))
    bench.now = .seconds(40)
    bench.run(limit: 1)
    #expect(bench.updates.map(\.emitted) == [.zero, .seconds(2), .seconds(5)])
  }

  @Test(
    "Fixes at one time leave in the order of the file, and one from before with the one before it")
  func r2_equalAndBackward() throws {
    var track = Picture.track("0123")
    track.segments[0].fixes[2].time = Picture.start
    var bench = try Bench([Journey(id: "a", name: "a", track: track)])
    try bench.playback.play(at: .zero)
    #expect(bench.picture(4) == "[<0][12]-[3>]")
    let update = bench.updates[2]
    #expect(update.fix.time == Picture.start.advanced(by: .seconds(1)))
    #expect(update.original == Picture.start)
    #expect(update.fix.marks.contains(.derivedTime))
  }

  @Test("Nothing loaded is refused, and so is a trace without a position")
  func nothingToPlay() throws {
    var playback = try Playback(timeline: nil)
    #expect(throws: PlaybackError.self) { try playback.play(at: .zero) }
    #expect(throws: PlaybackError.self) {
      try Timeline(journeys: [Journey(id: "a", name: "a", track: Track())])
    }
    #expect(playback.state(at: .zero).status == .idle)
    #expect(playback.nextDeadline == nil)
  }

  @Test("A single fix, looped, has a time of its own each round")
  func singleFix() throws {
    var options = PlaybackOptions()
    options.loop = .count(3)
    var bench = try Bench("5", options: options)
    try bench.playback.play(at: .zero)
    #expect(bench.picture(4) == "[<5][@5][@5>]-")
  }

  @Test("Rates outside 0.01...1000 are refused", arguments: [0, -1, 0.001, 1001, .nan, .infinity])
  func badRate(rate: Double) throws {
    var bench = try Bench("01")
    #expect(throws: PlaybackError.self) {
      try bench.playback.setRate(.times(rate), at: .zero)
    }
  }
}

extension Emission {
  var sequenceNumber: UInt64 {
    switch self {
    case .location(let update): update.sequence
    case .event(let event): event.sequence
    }
  }
}
