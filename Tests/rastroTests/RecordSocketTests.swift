import TestSupport
import Testing

@testable import rastro

@Suite(.timeLimit(.minutes(5))) struct RecordSocketTests {
  @Test func clientsThatReadLoseNothingAndThoseThatStopAreTold() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 3000))
      let result = try await Program.run(
        [
          "record", "a.gpx", "--rate", "10", "--duration", "2s", "--clients", "8",
          "--slow-clients", "2", "--report", "a.json", "--threshold",
          "latency.p50[socket]<10s", "--threshold", "latency.p50[written]<10s",
        ], in: directory.url)
      #expect(result.status == 0, "\(result.errors)")
      let report = try directory.object("a.json")
      try RecordTests.expectConservation(report)
      let socket = try #require(try RecordTests.stages(report).first { $0.name == "socket" })
      #expect(socket.policy == nil)
      // Frames go out ten times a second to eight clients; a busy machine makes some late.
      #expect(socket.offered > 0 && socket.offered % 8 == 0)
      #expect(socket.delivered > 0)
      #expect(socket.pending <= 8)
      let figures = try #require((report["stages"] as? [[String: Any]])?.last)
      func median(_ key: String) -> Double? { (figures[key] as? [String: Double])?["p50"] }
      let (written, received) = (
        try #require(median("written_ms")), try #require(median("latency_ms"))
      )
      // What is received was written before; the histogram is 1 % off at most.
      #expect(written > 0 && written <= received * 1.02)
      #expect(result.errors.contains("pass latency.p50[written]<10s (measured "))
    }
  }

  @Test func underMaximumRateTheyGetFramesToo() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 300))
      let result = try await Program.run(
        ["record", "a.gpx", "--rate", "max", "--clients", "2", "--report", "a.json"],
        in: directory.url)
      #expect(result.status == 0, "\(result.errors)")
      let stages = try RecordTests.stages(try directory.object("a.json"))
      #expect(stages.map(\.name) == ["source", "broadcast", "consumer", "socket"])
      #expect((stages.last?.delivered ?? 0) > 0)
    }
  }
}
