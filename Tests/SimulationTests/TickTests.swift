import Simulation
import Testing
import Tracks

@Suite("Ticks")
struct TickTests {
  static func bench(
    _ interval: Duration, _ line: String = "01234", rate: PlaybackRate = .times(1),
    _ set: (inout PlaybackOptions) -> Void = { _ in }
  ) throws -> Bench {
    var options = PlaybackOptions()
    options.rate = rate
    options.events.tickInterval = interval
    set(&options)
    var bench = try Bench(line, options: options)
    try bench.playback.play(at: .zero)
    return bench
  }

  static func ticks(_ bench: Bench) -> [(second: Double?, index: SimulationEvent.Value?)] {
    bench.events.filter { $0.kind == .tick }.map {
      (WatcherTests.seconds($0), $0.details.first?.value)
    }
  }

  @Test("Source time decides, at any rate", arguments: [PlaybackRate.times(1), .times(40), .max])
  func sourceTime(rate: PlaybackRate) throws {
    var bench = try Self.bench(.milliseconds(1500), rate: rate)
    bench.run()
    let ticks = Self.ticks(bench)
    #expect(ticks.map(\.second) == [1.5, 3])
    #expect(ticks.map(\.index) == [.integer(1), .integer(2)])
    #expect(bench.emissions.count == 5 + 2 + 2)
    // The tick at 3 s leaves before the fix of that second.
    let fix = try #require(bench.updates.first { Picture.letter($0.fix) == "3" })
    let tick = try #require(bench.events.last { $0.kind == .tick })
    #expect(tick.sequence + 1 == fix.sequence)
  }

  @Test("They rise over the seam of a loop, and begin anew with a restart")
  func loop() throws {
    var bench = try Self.bench(.seconds(2), "012") { $0.loop = .count(2) }
    bench.run()
    #expect(Self.ticks(bench).map(\.second) == [2, 4])
    bench.emissions = []
    try bench.playback.play(at: bench.now)
    bench.run()
    #expect(Self.ticks(bench).map(\.second) == [2, 4])
    #expect(Self.ticks(bench).map(\.index) == [.integer(1), .integer(2)])
  }

  @Test("A pause has none, and a step those up to its fix")
  func pauseAndStep() throws {
    var bench = try Self.bench(.seconds(1), "0---1")
    bench.take()
    bench.now = .milliseconds(1500)
    bench.take()
    bench.playback.pause(at: bench.now)
    bench.now = .seconds(60)
    #expect(bench.take().isEmpty)
    #expect(Self.ticks(bench).count == 1)
    try bench.playback.step(by: 1, at: bench.now)
    bench.take()
    #expect(Self.ticks(bench).map(\.second) == [1, 2, 3, 4])
    #expect(Picture.column(bench.emissions).hasPrefix("[<01"))
  }

  @Test("None is asked for by default, and none too often")
  func limits() throws {
    var bench = try Bench("0123")
    try bench.playback.play(at: .zero)
    bench.run()
    #expect(bench.count(.tick) == 0)
    #expect(throws: PlaybackError.self) { try Self.bench(.microseconds(999)) }
  }
}
