import DashboardProtocol
import Glibc
import Simulation
import Tracks

/// A fleet simulated and encoded, against a plain C loop of the same arithmetic on the same numbers,
/// turn by turn in one process.
enum Fleets {
  private static let usage = "usage: Benchmarks fleet [VEHICLES [TICKS]]"
  private static let turns = 51

  static func run(_ arguments: [String]) throws -> Int32 {
    guard arguments.count <= 2, let count = Int(arguments.first ?? "100000"),
      let ticks = Int(arguments.count > 1 ? arguments[1] : "8"), (1...1_000_000).contains(count),
      ticks > 0
    else {
      print(usage)
      return 64
    }
    let directory = try BenchmarkDirectory()
    defer { directory.remove() }
    let reference = try FleetReference(directory)
    let options = FleetOptions(count: count, seed: 1)
    var ours = try FleetBench(options)
    let fleet = Fleet(options, along: [])
    var theirs = [UInt8](repeating: 0, count: 32 + 16 * count)
    var seconds: [(swift: Double, c: Double)] = []
    for turn in 0..<turns {
      let swift = cpuSeconds { for tick in 0..<ticks { ours.tick(turn * ticks + tick) } }
      let c = cpuSeconds {
        for tick in 0..<ticks {
          reference.fill(&theirs, fleet, seconds: FleetBench.seconds(turn * ticks + tick))
        }
      }
      seconds.append((swift, c))
    }
    let updates = Double(count * ticks)
    let swift = updates / median(seconds.map(\.swift))
    let c = updates / median(seconds.map(\.c))
    let ratio = median(seconds.map { $0.c / $0.swift })
    print("vehicles \(count), road nodes \(fleet.nodes.count), ticks \(ticks), turns \(turns)")
    print("same bytes: \(ours.differences(from: theirs)) of \(count) vehicles differ")
    print(
      "swift: \(millions(swift)) million vehicle updates a second a core, simulated and encoded")
    print("c:     \(millions(c))")
    print("ratio: \(Double(Int(ratio * 100)) / 100), the median of the turns")
    print("100 000 vehicles at 10 Hz: \(Double(Int(1e6 / swift * 1000)) / 10) % of a core")
    let small = FleetOptions(count: min(count, 20_000), seed: 1, duration: .seconds(50))
    let generated = try Timeline(fleet: small)
    print("fleet fixes at max: \(try emissions(of: generated)) million a second a core")
    let journeys = generated.vehicles.map {
      Journey(id: $0.id, name: $0.name, track: generated.track(of: $0.number))
    }
    let recorded = try Timeline(journeys: journeys)
    print("recorded fixes at max: \(try emissions(of: recorded)) million a second a core")
    return 0
  }

  private static func millions(_ rate: Double) -> String { "\(Double(Int(rate / 1e4)) / 100)" }

  /// How fast fixes leave a player at rate `max`, with all that watches them, in millions a second.
  private static func emissions(of timeline: Timeline) throws -> String {
    var options = PlaybackOptions()
    options.rate = .max
    var playback = try Playback(timeline: timeline, options: options)
    try playback.play(at: .zero)
    var emissions: [Emission] = []
    var whole = 0
    let seconds = cpuSeconds {
      while let deadline = playback.nextDeadline {
        emissions.removeAll(keepingCapacity: true)
        playback.advance(to: deadline, limit: 4096, into: &emissions)
        whole += emissions.count
      }
    }
    return millions(Double(whole) / seconds)
  }

  static func cpuSeconds(_ body: () -> Void) -> Double {
    func now() -> Double {
      var time = timespec()
      unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
    let start = now()
    body()
    return now() - start
  }
}

/// Our way from the clock to the bytes of a frame.
private struct FleetBench {
  private var playback: Playback
  private var sample: FleetSample
  private var bytes: [UInt8] = []

  init(_ options: FleetOptions) throws {
    let timeline = try Timeline(fleet: options)
    playback = try Playback(timeline: timeline)
    sample = FleetSample(sourceTime: timeline.first, emitted: .zero, generation: 0)
    try playback.play(at: .zero)
  }

  static func seconds(_ tick: Int) -> Double { Double(tick * 100_000_000) * 1e-9 }

  mutating func tick(_ number: Int) {
    playback.sample(at: .milliseconds(100 * number), into: &sample)
    let header = PositionFrame.Header(
      emittedNanoseconds: UInt64(number), sourceMicroseconds: sample.sourceTime.microseconds,
      sequence: UInt32(number), generation: sample.generation, kind: .full)
    let columns = PositionColumns(
      vehicles: sample.vehicles, latitudes: sample.latitudes, longitudes: sample.longitudes,
      speeds: sample.speeds, courses: sample.courses)
    bytes = PositionFrame(header: header, columns: columns).encoded()
  }

  /// How many vehicles have other bytes than in another frame.
  func differences(from other: [UInt8]) -> Int {
    stride(from: 32, to: bytes.count, by: 16).count {
      bytes[$0..<$0 + 16] != other[$0..<$0 + 16]
    }
  }
}
