import Foundation
import Simulation
import StreamMetrics
import Testing
import Tracks

@testable import Recording

/// Values that several tests need.
enum Sample {
  static func fix(_ latitude: Double = 47.1, _ longitude: Double = 8.5) throws -> Fix {
    let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
    return Fix(coordinate, time: try #require(ISO8601Time("2024-05-01T10:00:00Z")).time)
  }

  static func emission(_ sequence: UInt64) throws -> Emission {
    .location(
      LocationUpdate(
        vehicle: 0, fix: try fix(), sequence: sequence, generation: 0, due: .zero,
        emitted: .milliseconds(sequence)))
  }

  static func latency(_ milliseconds: ClosedRange<Int>) -> LatencySummary? {
    var histogram = LatencyHistogram()
    for value in milliseconds { histogram.record(.milliseconds(value)) }
    return LatencySummary(histogram)
  }

  /// A run with two policies, three seconds, one threshold that holds and one that does not.
  static func report() throws -> RunReport {
    var report = RunReport(
      run: .init(
        id: "r1", command: "rastro record \"a & b\".gpx", seed: 7, source: "a & b.gpx", duration: 3,
        askedRate: .times(10), achievedRate: 9.5),
      stages: [
        .init(
          name: .source, counters: StageCounters(delivered: 300, dropped: 0, pending: 0),
          rate: 100, latency: latency(1...4)),
        .init(name: .broadcast, counters: StageCounters(delivered: 590, dropped: 10, pending: 0)),
        .init(
          name: .consumer, policy: .newest(1),
          counters: StageCounters(delivered: 280, dropped: 19, pending: 1), rate: 93.5,
          latency: latency(1...20)),
        .init(
          name: .consumer, policy: .unbounded,
          counters: StageCounters(delivered: 300, dropped: 0, pending: 0), rate: 100,
          latency: latency(1...100)),
        .init(
          name: .socket, counters: StageCounters(delivered: 299, dropped: 1, pending: 0),
          rate: 99.5,
          latency: latency(2...40), written: latency(1...30)),
      ],
      process: ProcessFigures(
        cpuTime: .milliseconds(250), residentBytes: 40_000_000, peakResidentBytes: 50_000_000,
        threads: 4),
      history: [
        .init(
          time: 1, emitted: 100, delivered: 190, dropped: 5, rate: 100,
          latency95: .microseconds(1500), written95: .microseconds(700)),
        .init(time: 2, emitted: 100, delivered: 200, dropped: 4, rate: 100, latency95: nil),
        .init(
          time: 3, emitted: 100, delivered: 190, dropped: 1, rate: 100,
          latency95: .milliseconds(3)),
      ])
    report.thresholds = try ["dropped<0.1%", "rate_error<=5%"].map {
      try #require(Threshold($0)).evaluated(on: report)
    }
    return report
  }
}

/// A text that is compared with a committed file; `RASTRO_RECORD_GOLDEN=1` writes the file anew.
func expectGolden(
  _ bytes: [UInt8], _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Golden")
  let golden = folder.appendingPathComponent(name)
  if ProcessInfo.processInfo.environment["RASTRO_RECORD_GOLDEN"] == "1" {
    try Data(bytes).write(to: golden)
  }
  #expect(
    try Data(bytes) == Data(contentsOf: golden), "differs from Golden/\(name)",
    sourceLocation: sourceLocation)
}
