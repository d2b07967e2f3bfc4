import Foundation
import TestSupport
import Testing

@testable import rastro

/// A recording is a trace, and replays to what it holds.
@Suite(.serialized, .timeLimit(.minutes(5))) struct RecordReplayTests {
  /// A fix as its line has it, but for its numbers in the run.
  private struct Line: Equatable {
    var fields: String
    /// Milliseconds since the first fix.
    var emitted: Double
  }

  private func lines(_ text: String) throws -> [Line] {
    var first: Double?
    return try text.split(separator: "\n").filter { $0.hasPrefix(#"{"type":"fix""#) }.map { line in
      let start = try #require(line.firstRange(of: #""vehicle""#)?.lowerBound)
      let end = try #require(line.firstRange(of: #","emitted_ms":"#))
      let emitted = try #require(Double(line[end.upperBound...].dropLast()))
      first = first ?? emitted
      // To the nanosecond, whatever the subtraction adds to it.
      let since = ((emitted - (first ?? 0)) * 1e6).rounded() / 1e6
      return Line(fields: String(line[start..<end.lowerBound]), emitted: since)
    }
  }

  /// Records, then replays what was recorded.
  private func record(
    _ options: [String], replay: [String] = [], in directory: TemporaryDirectory
  ) async throws -> (first: [Line], second: [Line]) {
    try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 300))
    try directory.makeFile("b.gpx", TestTrace.gpx(fixes: 200, name: "other"))
    let runs = [
      ["a.gpx", "b.gpx"] + options + ["--events", "1.ndjson"],
      ["1.ndjson"] + replay + ["--events", "2.ndjson"],
    ]
    for arguments in runs {
      let result = try await Program.run(
        ["record", "--rate", "max", "--seed", "7"] + arguments, in: directory.url)
      #expect(result.status == 0, "\(result.errors)")
    }
    return (try lines(try directory.text("1.ndjson")), try lines(try directory.text("2.ndjson")))
  }

  @Test(arguments: [
    ["reorder=1%"], ["reorder=30%"], ["duplicate=10%"], ["drop=10%"], ["drop=100%@0s..20s"],
    ["freeze=5%/8s"], ["delay=200ms"], ["delay=20%/3s"], ["jitter=700ms"], ["jitter=30%/4s"],
    ["jump=5%/300m"], ["skew=2s"], ["skew=50ppm"], ["skew=90s@60s..120s"],
    ["reorder=10%", "duplicate=5%", "drop=5%", "freeze=2%/6s", "delay=5%/2s", "jump=1%/50m"],
  ])
  func whatFaultsDidIsReplayed(faults: [String]) async throws {
    try await TemporaryDirectory.with { directory in
      let (first, second) = try await record(
        faults.flatMap { ["--fault", $0] }, in: directory)
      #expect(first.count > 300)
      #expect(first == second)
    }
  }

  @Test(arguments: ["open-sky", "urban", "indoor", "tunnel"])
  func whatNoiseDidIsReplayed(preset: String) async throws {
    try await TemporaryDirectory.with { directory in
      let (first, second) = try await record(
        ["--noise", preset, "--fault", "reorder=5%"], in: directory)
      #expect(first.count == 500)
      #expect(first == second)
    }
  }

  @Test func roundsAndSeeksAreReplayed() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile(
        "s.json", #"{"steps":[{"at":"60s","seek":"20s"},{"at":"100s","fault":"reorder=10%"}]}"#)
      let (first, second) = try await record(
        ["--loop", "2", "--scenario", "s.json"], in: directory)
      #expect(first.count > 1000)
      #expect(first == second)
    }
  }

  @Test func aRunInRealTimeIsReplayedToo() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 200))
      for arguments in [
        ["a.gpx", "--rate", "200", "--fault", "reorder=10%", "--events", "1.ndjson"],
        ["1.ndjson", "--rate", "max", "--events", "2.ndjson"],
      ] {
        let result = try await Program.run(["record"] + arguments, in: directory.url)
        #expect(result.status == 0, "\(result.errors)")
      }
      let first = try lines(try directory.text("1.ndjson"))
      let second = try lines(try directory.text("2.ndjson"))
      #expect(first.map(\.fields) == second.map(\.fields))
      // It took one second, but 199 of the source's: it is replayed at the pace of its fixes.
      #expect(second.last?.emitted == 199_000)
    }
  }

  @Test func theTimesOfARecordingCanBeMoved() async throws {
    try await TemporaryDirectory.with { directory in
      let (first, second) = try await record(
        ["--fault", "reorder=20%"], replay: ["--timestamps", "2030-01-01T00:00:00Z"],
        in: directory)
      #expect(first.count == second.count)
      #expect(second.first?.fields.contains(#""time":"2030-01-01T00:00:00Z""#) == true)
      #expect(first.map(\.emitted) == second.map(\.emitted))
    }
  }
}
