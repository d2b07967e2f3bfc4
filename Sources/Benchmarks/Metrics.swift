import Providers
import Simulation
import StreamMetrics
import Tracks

/// What counting, measuring and streaming cost an element, beside a plain loop and a plain stream.
enum Metrics {
  private static let rounds = 5

  // Off the main actor: each element would hop there and back.
  @concurrent
  static func run(_ arguments: [String]) async -> Int32 {
    let count = arguments.first.flatMap { Int($0) } ?? 200_000
    guard count > 0 else {
      print("usage: Benchmarks metrics [COUNT]")
      return 64
    }
    var random = SystemRandomNumberGenerator()
    let values = (0..<count).map { _ in UInt64.random(in: 1000...1_000_000_000, using: &random) }
    print("nanoseconds of processor time an element, least of \(rounds) rounds of \(count)")

    let loop = await best(count) { plainLoop(values) }
    report("plain loop: count into 1024 cells", loop)
    report("StageCounters: offer, deliver", await best(count) { counters(values) }, of: loop)
    report("RateWindow: record", await best(count) { rates(values) }, of: loop)
    report("LatencyHistogram: record", await best(count) { histogram(values) }, of: loop)

    let plain = await best(count) { await plainStream(count) }
    report("plain AsyncStream: yield, next", plain)
    report(
      "CountedStream: offer, next", await best(count) { await countedStream(count, clock: nil) },
      of: plain)
    report(
      "CountedStream with latency",
      await best(count) { await countedStream(count, clock: MonotonicClock()) }, of: plain)
    report(
      "StreamSink: offer to newest:1, displacing",
      await best(count) { displacing(count) }, of: plain)
    report(
      "Broadcaster: send, a subscriber of 100",
      await best(count) { broadcast(count / 100) }, of: plain)
    guard await provider(count) == 0 else { return 1 }
    return await EventWriting.report(count)
  }

  private static func provider(_ count: Int) async -> Int32 {
    do {
      let fixes = (0..<count).map { index in
        Fix(
          Coordinate(wrappingLatitude: 0, longitude: Double(index % 1000) / 1000),
          time: SourceTime(nanoseconds: Int64(index) * 1_000_000))
      }
      let journey = Journey(
        id: "a", name: "a", track: Track(segments: [TrackSegment(fixes: fixes)]))
      var options = PlaybackOptions()
      options.rate = .max
      let timeline = try Timeline(journeys: [journey])
      let sunk = try await best(count) { try await play(timeline, options, toStream: false) }
      report("provider at rate max: fix to a sink", sunk)
      let taken = try await best(count) { try await play(timeline, options, toStream: true) }
      report("provider at rate max: fix to a stream that it waits for", taken, of: sunk)
      return 0
    } catch {
      print("Benchmarks: \(error)")
      return 1
    }
  }

  /// Nanoseconds of processor time an element in the quickest round; other programs do not count.
  static func best(
    _ count: Int, _ body: () async throws -> UInt64
  ) async rethrows -> Double {
    var least = Double.infinity
    for _ in 0..<rounds {
      let start = ProcessFigures.current()?.cpuTime ?? .zero
      let result = try await body()
      let elapsed = (ProcessFigures.current()?.cpuTime ?? .zero) - start
      // What was worked out is looked at, so that it is not left out.
      precondition(result > 0)
      least = min(least, elapsed / .nanoseconds(1) / Double(count))
    }
    return least
  }

  static func report(_ name: String, _ cost: Double, of reference: Double? = nil) {
    let ratio = reference.map { "  × \(rounded(cost / $0))" } ?? ""
    print("\(rounded(cost))\t\(name)\(ratio)")
  }

  private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

  private static func plainLoop(_ values: [UInt64]) -> UInt64 {
    var cells = [UInt64](repeating: 0, count: 1024)
    for value in values { cells[Int(value >> 10 & 1023)] += 1 }
    return cells.reduce(0, +)
  }

  private static func counters(_ values: [UInt64]) -> UInt64 {
    var cells = [StageCounters](repeating: StageCounters(), count: 16)
    for value in values {
      let cell = Int(value >> 10 & 15)
      cells[cell].offer()
      if value & 1 == 0 { cells[cell].deliver() } else { cells[cell].drop() }
    }
    return cells.reduce(0) { $0 + $1.offered }
  }

  private static func rates(_ values: [UInt64]) -> UInt64 {
    var window = RateWindow()
    var now = Duration.zero
    for _ in values {
      now += .microseconds(10)
      window.record(at: now)
    }
    return UInt64(window.rate(at: now + .seconds(1)) ?? 0) + 1
  }

  private static func histogram(_ values: [UInt64]) -> UInt64 {
    var histogram = LatencyHistogram()
    for value in values { histogram.record(nanoseconds: value) }
    return histogram.count
  }

  private static func plainStream(_ count: Int) async -> UInt64 {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Int.self, bufferingPolicy: .bufferingNewest(64))
    var iterator = stream.makeAsyncIterator()
    var sum: UInt64 = 0
    for element in 1...count {
      continuation.yield(element)
      sum += UInt64(await iterator.next() ?? 0)
    }
    return sum
  }

  private static func countedStream(_ count: Int, clock: (any ElapsedClock)?) async -> UInt64 {
    let broadcaster = Broadcaster<Int>(clock: clock)
    var iterator = broadcaster.subscribe(bufferingPolicy: .newest(64)).makeAsyncIterator()
    var sum: UInt64 = 0
    for element in 1...count {
      broadcaster.send(element)
      sum += UInt64(await iterator.next() ?? 0)
    }
    return sum
  }

  private static func displacing(_ count: Int) -> UInt64 {
    let broadcaster = Broadcaster<Int>()
    let stream = broadcaster.subscribe(bufferingPolicy: .newest(1))
    let iterator = stream.makeAsyncIterator()
    for element in 1...count { broadcaster.send(element) }
    return withExtendedLifetime(iterator) { stream.counters.offered }
  }

  private static func broadcast(_ count: Int) -> UInt64 {
    let broadcaster = Broadcaster<Int>()
    let streams = (0..<100).map { _ in broadcaster.subscribe(bufferingPolicy: .newest(1)) }
    let iterators = streams.map { $0.makeAsyncIterator() }
    for element in 0..<count { broadcaster.send(element) }
    return withExtendedLifetime(iterators) { streams.reduce(1) { $0 + $1.counters.offered } }
  }

  private static func play(
    _ timeline: Timeline, _ options: PlaybackOptions, toStream: Bool
  ) async throws -> UInt64 {
    let provider = SimulatedLocationProvider(
      playback: try Playback(timeline: timeline, options: options), clock: MonotonicClock())
    guard toStream else {
      let sink = provider.addSink { _ in }
      for await state in provider.states where state.status == .ended { break }
      sink.cancel()
      return provider.figures[0].counters.delivered
    }
    var count: UInt64 = 0
    for await _ in provider.updates(bufferingPolicy: .newest(64)) { count += 1 }
    return count
  }
}
