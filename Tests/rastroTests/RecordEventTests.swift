import Foundation
import Simulation
import TestSupport
import Testing

/// Every kind of event can be had from the command line, and says what, when and where.
@Suite(.timeLimit(.minutes(5))) struct RecordEventTests {
  /// Drives east on the equator at 20 m/s, stands for ten seconds, drives on, is unheard for two minutes,
  /// and drives on again.
  private static var trace: String {
    var points = ""
    var meters = 0.0
    func point(_ second: Int) -> String {
      let time =
        "2024-05-01T10:\(second / 60 < 10 ? "0" : "")\(second / 60):"
        + "\(second % 60 < 10 ? "0" : "")\(second % 60)Z"
      return "<trkpt lat=\"0\" lon=\"\(meters / 111_195)\"><time>\(time)</time></trkpt>"
    }
    for second in 0..<60 {
      points += point(second)
      meters += (20..<30).contains(second) ? 0 : 20
    }
    for second in 180..<200 {
      points += point(second)
      meters += 20
    }
    return "<gpx version=\"1.1\" creator=\"t\"><trk><trkseg>\(points)</trkseg></trk></gpx>"
  }

  /// A circle of 100 m around a place 300 m on, where one stays for 5 s.
  private static let fence = #"""
    {"type":"Feature","id":"stop","properties":{"radius":100,"dwell":"5s"},
     "geometry":{"type":"Point","coordinates":[0.0036,0]}}
    """#

  @Test func everyKindIsHadFromTheCommandLine() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", Self.trace)
      try directory.makeFile("f.geojson", Self.fence)
      try directory.makeFile(
        "s.json", #"[{"at":"1s","noise":"none"},{"at":"190s","fault":"drop=0%"}]"#)
      let result = try await Program.run(
        [
          "record", "a.gpx", "--rate", "max", "--loop", "2", "--geofence", "f.geojson",
          "--speed-limit", "36km/h", "--tick", "1m", "--scenario", "s.json", "--events", "e.ndjson",
        ], in: directory.url)
      #expect(result.status == 0, "\(result.errors)")
      let events = try directory.text("e.ndjson").split(separator: "\n").compactMap { line in
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      }.filter { $0["type"] as? String == "event" }
      let seen = Set(events.compactMap { $0["kind"] as? String })
      #expect(seen == Set(SimulationEvent.Kind.allCases.map(\.rawValue)))
      var last = 0
      for event in events {
        let kind = try #require(event["kind"] as? String)
        let sequence = try #require(event["sequence"] as? Int)
        #expect(sequence > last)
        last = sequence
        #expect(event["time"] is String, "\(kind)")
        let concernsAll = ["started", "looped", "ended", "tick", "notice", "fault"].contains(kind)
        guard !concernsAll else { continue }
        #expect(event["vehicle"] as? String == "a", "\(kind)")
        #expect(event["lat"] is Double && event["lon"] is Double, "\(kind)")
      }
      let limit = events.first { $0["kind"] as? String == "overspeed" }?["limit"] as? Double
      #expect(limit == 10)
      let ticks = events.filter { $0["kind"] as? String == "tick" }
      #expect(ticks.first?["time"] as? String == "2024-05-01T10:01:00Z")
      #expect(ticks.compactMap { $0["index"] as? Int } == Array(1...ticks.count))
    }
  }

  @Test(arguments: [
    (["--speed-limit", "50"], "a speed such as"), (["--speed-limit", "-3km/h"], "a speed such as"),
    (["--tick", "0"], "a duration from 1ms"), (["--tick", "10us"], "a duration from 1ms"),
    (["--tick", "soon"], "a duration from 1ms"),
  ])
  func wrongOptionsAreOneLine(options: [String], word: String) async throws {
    for command in ["record", "serve"] {
      let result = try await Program.run([command] + options)
      #expect(result.status == 64)
      #expect(result.errors.contains(word) && result.errors.count { $0 == "\n" } == 1)
    }
  }

  @Test func theRateThatAScenarioAsksForIsTheOneThatIsJudged() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 11))
      try directory.makeFile("s.json", #"[{"at":"5s","rate":50}]"#)
      let result = try await Program.run(
        [
          "record", "a.gpx", "--rate", "10", "--scenario", "s.json", "--report", "r.json",
          "--threshold", "rate_error<50%",
        ], in: directory.url)
      #expect(result.status == 0, "\(result.errors)")
      let run = try #require(try directory.object("r.json")["run"] as? [String: Any])
      // Five seconds in half of one, then five in a tenth.
      let asked = try #require(run["asked_rate"] as? Double)
      #expect(abs(asked - 10 / 0.6) < 1e-6)
    }
  }
}
