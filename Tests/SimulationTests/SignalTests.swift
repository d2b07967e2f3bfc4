import Simulation
import Testing
import Tracks

@Suite("Signal")
struct SignalTests {
  /// What is told of a fix when runs are compared.
  struct Line: Hashable {
    var vehicle: UInt32
    var fix: Fix
    var sequence: UInt64

    init(_ update: LocationUpdate) {
      (vehicle, fix, sequence) = (update.vehicle, update.fix, update.sequence)
    }
  }

  static let line = "0123456789abcdefghijklmnopqrstuvwxyz"

  static func run(
    _ lines: [String] = [line, line], rate: PlaybackRate = .times(1), faults: [String] = [],
    noise: NoisePreset = .none, seed: UInt64 = 7, loop: LoopMode = .off, limit: Int = 100
  ) throws -> Bench {
    var options = PlaybackOptions()
    options.rate = rate
    options.seed = seed
    options.noise = noise
    options.loop = loop
    options.faults = try faults.map { try Fault($0) }
    var bench = try Bench(
      lines.enumerated().map { Journey(id: "\($0)", name: "", track: Picture.track($1)) },
      options: options)
    try bench.playback.play(at: .zero)
    bench.run(limit: limit)
    return bench
  }

  @Test(
    "The same seed gives the same at any rate, another seed another",
    arguments: [PlaybackRate.times(1), .times(10), .times(100), .max])
  func determinism(rate: PlaybackRate) throws {
    let faults = [
      "drop=10%", "duplicate=10%", "reorder=10%", "jitter=1500ms", "freeze=5%/3s", "jump=3%",
      "skew=50ppm",
    ]
    let one = try Self.run(rate: .times(1), faults: faults, noise: .urban)
    let other = try Self.run(rate: rate, faults: faults, noise: .urban, limit: 3)
    #expect(one.updates.map(Line.init) == other.updates.map(Line.init))
    #expect(one.events.map(\.kind) == other.events.map(\.kind))
    let seeded = try Self.run(rate: rate, faults: faults, noise: .urban, seed: 8)
    #expect(one.updates.map(Line.init) != seeded.updates.map(Line.init))
  }

  @Test("Without faults and noise the output is the clean one")
  func off() throws {
    let clean = try Self.run(faults: [])
    let off = try Self.run(faults: ["drop=0%", "jump=0%/50m"])
    #expect(clean.updates == off.updates)
    #expect(clean.updates.map(\.fix) == off.updates.map(\.fix))

    var bench = try Bench("0123456789")
    try bench.playback.setFault(Fault("drop=100%"), at: .zero)
    bench.playback.setNoise(.urban, at: .zero)
    bench.playback.clearFaults(at: .zero)
    bench.playback.setNoise(.none, at: .zero)
    try bench.playback.play(at: .zero)
    #expect(bench.picture(10).withoutEvents == "0123456789")
  }

  @Test(
    "Faults as they look",
    arguments: [
      ("drop=100%@3s..6s", "012---6789--"),
      ("delay=2s", "--0123456789"),
      ("delay=3s@2s..4s", "01--4[25][36]789--"),
      ("duplicate=100%@4s..5s", "0123[44]56789--"),
      ("reorder=100%@4s..5s", "0123-[54]6789--"),
      ("freeze=100%/3s", "000333666999"),
      ("skew=2s", "0123456789--"),
    ])
  func pictures(fault: String, expected: String) throws {
    var options = PlaybackOptions()
    options.faults = [try Fault(fault)]
    var bench = try Bench("0123456789", options: options)
    try bench.playback.play(at: .zero)
    var picture = bench.picture(fault.hasPrefix("freeze") ? 10 : 12).withoutEvents
    if fault.hasPrefix("freeze") { picture = picture.replacing("0003336669", with: "000333666999") }
    // What a nanosecond parts comes in the next column of a clock that ticks in seconds.
    #expect(picture == expected || picture == expected.replacing("-[54]6", with: "-5[46]"))
    #expect(bench.count(.ended) == 1)
    #expect(bench.emissions.last.map { $0.isStartOrEnd } == true)
  }

  @Test("What is held back over the end leaves before the end is told")
  func delayOverTheEnd() throws {
    var options = PlaybackOptions()
    options.rate = .max
    options.faults = [try Fault("delay=2s")]
    var bench = try Bench("0123456789", options: options)
    try bench.playback.play(at: .zero)
    bench.take()
    let ended = try #require(bench.events.last { $0.kind == .ended })
    #expect(bench.updates.last?.emitted == .seconds(11))
    #expect(ended.emitted == .seconds(11))
  }

  @Test(
    "A start after the end is refused", arguments: [SeekTarget.offset(.seconds(10)), .index(10)])
  func startAfterTheEnd(start: SeekTarget) throws {
    var options = PlaybackOptions()
    options.start = start
    let error = #expect(throws: PlaybackError.self) { try Bench("0123456789", options: options) }
    #expect(error?.code == .emptyRange)
  }

  @Test("A skewed clock is wrong, and the recorded time is carried")
  func skew() throws {
    let bench = try Self.run(["0123456789"], faults: ["skew=2s"])
    let update = try #require(bench.updates.last)
    #expect(update.fix.time == Picture.start.advanced(by: .seconds(11)))
    #expect(update.original == Picture.start.advanced(by: .seconds(9)))
  }

  @Test("A jump goes so far")
  func jump() throws {
    let bench = try Self.run(["0123456789"], faults: ["jump=100%/250m@5s..6s"])
    let expected = Coordinate(wrappingLatitude: 0, longitude: 0.005)
    let distances = bench.updates.map { Geodesy.distance(from: $0.fix.coordinate, to: expected) }
    #expect(abs(distances[5] - 250) < 0.01)
    #expect(bench.playback.state(at: bench.now).faults.map(\.count) == [1])
  }

  @Test("A fault strikes as often as it says, and is counted")
  func rates() throws {
    let lines = Array(repeating: Self.line, count: 60)
    let bench = try Self.run(
      lines, rate: .max, faults: ["drop=25%", "duplicate=10%"], loop: .count(5))
    let whole = Double(60 * 36 * 5)
    let counts = bench.playback.state(at: .zero).faults
    let dropped = try #require(counts.first { $0.fault.kind == .drop }).count
    let doubled = try #require(counts.first { $0.fault.kind == .duplicate }).count
    #expect(abs(Double(dropped) / whole - 0.25) < 0.02)
    #expect(abs(Double(doubled) / (whole - Double(dropped)) - 0.1) < 0.02)
    #expect(bench.updates.count == Int(whole) - dropped + doubled)
  }

  @Test("Adding a fault or a vehicle shifts no other")
  func independence() throws {
    func dropped(_ faults: [String], vehicles: Int) throws -> [SourceTime] {
      let bench = try Self.run(
        Array(repeating: Self.line, count: vehicles), faults: faults, noise: .none)
      let seen = Set(bench.updates.filter { $0.vehicle == 0 }.compactMap(\.original))
      return (0..<36).map { Picture.start.advanced(by: .seconds($0)) }.filter { !seen.contains($0) }
    }
    let alone = try dropped(["drop=20%"], vehicles: 1)
    #expect(!alone.isEmpty)
    #expect(
      try dropped(["freeze=10%/2s", "jump=10%", "drop=20%", "reorder=5%"], vehicles: 1) == alone)
    #expect(try dropped(["drop=20%"], vehicles: 5) == alone)
  }

  @Test("A lost signal is told, and the vehicle is not shown; it comes back as it was")
  func outage() throws {
    var options = PlaybackOptions()
    options.events.lostAfter = .seconds(3)
    options.faults = [try Fault("drop=100%@3s..10s")]
    var bench = try Bench("0123456789abcdef", options: options)
    try bench.playback.play(at: .zero)
    #expect(bench.picture(6) == "[<0]12---")
    #expect(bench.longitudes() == [20_000])
    #expect(bench.picture(3).contains("?"))
    #expect(bench.longitudes().isEmpty)
    bench.now = .seconds(9)
    #expect(bench.picture(3) == "-[=a]b")
    #expect(bench.longitudes() == [110_000])
  }

  @Test(
    "The reported accuracy is true: 68 % of the errors lie inside it",
    arguments: NoisePreset.allCases.filter { $0 != .none })
  func trueAccuracy(preset: NoisePreset) throws {
    var options = PlaybackOptions()
    options.rate = .max
    options.noise = preset
    options.seed = 3
    options.loop = .count(10)
    // Far apart in time, so that what wanders slowly has gone elsewhere.
    let lines = Array(repeating: String(repeating: "0---------", count: 10), count: 400)
    var bench = try Bench(
      lines.enumerated().map { Journey(id: "\($0)", name: "", track: Picture.track($1)) },
      options: options)
    try bench.playback.play(at: .zero)
    let truth = Coordinate(wrappingLatitude: 0, longitude: 0)
    var inside = 0
    var whole = 0
    while bench.playback.nextDeadline != nil {
      for case .location(let update) in bench.take(limit: 1000) {
        let accuracy = try #require(update.fix.horizontalAccuracy)
        #expect(accuracy > 0)
        whole += 1
        if Geodesy.distance(from: update.fix.coordinate, to: truth) <= accuracy { inside += 1 }
      }
      bench.emissions.removeAll()
    }
    #expect(whole == 40_000)
    #expect((0.66...0.70).contains(Double(inside) / Double(whole)))
  }

  @Test("Noise that wanders is near to what it was a moment ago, and white noise is not")
  func wandering() throws {
    func steps(_ model: NoiseModel) throws -> Double {
      var options = PlaybackOptions()
      options.noiseModel = model
      options.seed = 11
      var bench = try Bench(
        [Journey(id: "a", name: "", track: Picture.track(String(repeating: "0", count: 2000)))],
        options: options)
      try bench.playback.play(at: .zero)
      bench.run()
      let fixes = bench.updates.map(\.fix.coordinate)
      let sum = zip(fixes, fixes.dropFirst()).reduce(0) {
        $0 + Geodesy.distance(from: $1.0, to: $1.1)
      }
      return sum / 2000
    }
    let white = try steps(NoiseModel(white: 10))
    let wandering = try steps(NoiseModel(wander: 10, wanderTime: .seconds(20)))
    // The mean step of white noise is 10 √π m; of a Gauss–Markov process 10 √(π (1 − e^(−1/20))) m.
    #expect(abs(white / 17.7 - 1) < 0.1)
    #expect(abs(wandering / 3.91 - 1) < 0.15)
  }

  @Test("At the time of a fix the sample is where the fix is, noise and all")
  func sampleShowsNoise() throws {
    var options = PlaybackOptions()
    options.noise = .urban
    var bench = try Bench("0123456789", options: options)
    try bench.playback.play(at: .zero)
    bench.now = .seconds(5)
    bench.take()
    let fix = try #require(bench.updates.last?.fix)
    #expect(bench.sample().longitudes == [Int32((fix.coordinate.longitude * 1e7).rounded())])
    #expect(
      Geodesy.distance(from: fix.coordinate, to: Coordinate(wrappingLatitude: 0, longitude: 0.005))
        > 0.1)
  }

  @Test("While fixes are lost, nothing moves that did not arrive")
  func markerWaits() throws {
    var bench = try Bench("0123456789")
    try bench.playback.play(at: .zero)
    #expect(bench.picture(3) == "[<0]12")
    try bench.playback.setFault(Fault("drop=100%"), at: bench.now)
    bench.now = .milliseconds(4500)
    bench.take()
    #expect(bench.longitudes() == [20_000])
  }

  @Test(
    "Faults in words",
    arguments: [
      "drop=1%", "delay=200ms", "jitter=1500ms", "duplicate=50%", "reorder=0.5%", "freeze=0.1%/5s",
      "jump=2%/500m", "skew=2s", "skew=50ppm", "drop=100%@60s..90s", "delay=5%/2s@..30s",
      "drop=10%@3600s..",
    ])
  func faultText(_ text: String) throws {
    #expect(try Fault(text).description == text)
  }

  @Test(
    "Words that are no fault",
    arguments: [
      "", "drop", "drop=", "drop=200%", "drop=-1%", "drop=nan", "fall=1%", "delay=5%/",
      "drop=1%/5s",
      "jump=5s", "drop=1%@", "drop=1%@9s..3s", "drop=1%@..", "delay=0x10s", "freeze=1%/5s/2s",
    ])
  func badFaultText(_ text: String) {
    #expect(throws: PlaybackError.self) { try Fault(text) }
  }
}
