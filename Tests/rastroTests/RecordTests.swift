import Foundation
import TestSupport
import Testing

@testable import rastro

/// `rastro record`, run as a user would.
@Suite(.timeLimit(.minutes(5))) struct RecordTests {
  /// What a report says of the stages.
  struct Stage {
    var name: String
    var policy: String?
    var offered: Int
    var delivered: Int
    var dropped: Int
    var pending: Int
  }

  static func stages(_ report: [String: Any]) throws -> [Stage] {
    try #require(report["stages"] as? [[String: Any]]).map { stage in
      func count(_ key: String) throws -> Int { try #require(stage[key] as? Int) }
      return Stage(
        name: try #require(stage["name"] as? String), policy: stage["policy"] as? String,
        offered: try count("offered"), delivered: try count("delivered"),
        dropped: try count("dropped"), pending: try count("pending"))
    }
  }

  /// Checks that every element is accounted for, at each stage and from stage to stage.
  static func expectConservation(
    _ report: [String: Any], consumers: Int = 1,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let stages = try stages(report)
    for stage in stages {
      #expect(
        stage.offered == stage.delivered + stage.dropped + stage.pending, "\(stage)",
        sourceLocation: sourceLocation)
    }
    let source = try #require(stages.first { $0.name == "source" })
    let broadcast = try #require(stages.first { $0.name == "broadcast" })
    #expect(broadcast.offered == source.delivered, sourceLocation: sourceLocation)
    for stage in stages where stage.name == "consumer" {
      #expect(
        stage.offered == broadcast.delivered * consumers, "\(stage)",
        sourceLocation: sourceLocation)
    }
  }

  @Test func aTraceIsRecordedAndReportedAtMaximumRate() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 100))
      let result = try await Program.run(
        ["record", "a.gpx", "--rate", "max", "--events", "a.ndjson", "--report", "a.json"],
        in: directory.url)
      #expect(result.status == 0)
      #expect(result.output.isEmpty)
      #expect(result.errors.hasPrefix("rastro: 102 emitted, 102 delivered, 0 dropped in "))
      #expect(result.errors.count { $0 == "\n" } == 1)
      let lines = try directory.text("a.ndjson").split(separator: "\n")
      #expect(lines.count == 102)
      #expect(
        lines[0]
          == #"{"type":"event","kind":"started","sequence":1,"generation":0,"#
          + #""time":"2024-05-01T10:00:00Z","emitted_ms":0}"#)
      #expect(
        lines[1].hasPrefix(
          #"{"type":"fix","sequence":2,"generation":0,"vehicle":"a","#
            + #""time":"2024-05-01T10:00:00Z","lat":47,"lon":8,"#))
      #expect(lines[100].hasSuffix(#","emitted_ms":99000}"#))
      let report = try directory.object("a.json")
      try Self.expectConservation(report)
      let run = try #require(report["run"] as? [String: Any])
      #expect(run["asked_rate"] as? String == "max")
      #expect(run["source"] as? String == "a.gpx")
      #expect(run["seed"] as? Int == 1)
    }
  }

  @Test(arguments: [
    (["--geofence", "bad.json"], 65, "bad.json:2: "),
    (["--scenario", "bad.json"], 65, "bad.json:2: "),
    (["--report", "none/a.json"], 74, "none/a.json: "), (["--start-paused"], 64, "--start-paused "),
    (["--start-at", "2h"], 65, "a.gpx: the start lies after the end; "),
  ])
  func whatCannotBeDoneIsToldBeforeTheRun(
    options: [String], status: Int32, message: String
  ) async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 10))
      try directory.makeFile("bad.json", "{\n")
      let result = try await Program.run(
        ["record", "a.gpx", "--rate", "max"] + options, in: directory.url)
      #expect(result.status == status)
      #expect(result.errors.hasPrefix("rastro: " + message))
      #expect(result.errors.count { $0 == "\n" } == 1)
    }
  }

  @Test func twoRunsAreTheSameBytes() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 500))
      for name in ["1.ndjson", "2.ndjson"] {
        let result = try await Program.run(
          ["record", "a.gpx", "--rate", "max", "--events", name], in: directory.url)
        #expect(result.status == 0)
      }
      #expect(try directory.text("1.ndjson") == directory.text("2.ndjson"))
    }
  }

  @Test func theSeedDecidesNoiseAndFaultsAndNothingElseDoes() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 500))
      let faults = ["--fault", "drop=2%", "--fault", "duplicate=2%", "--fault", "reorder=2%"]
      func record(_ name: String, rate: String, seed: String, _ rest: [String]) async throws {
        let result = try await Program.run(
          [
            "record", "a.gpx", "--rate", rate, "--seed", seed, "--events", "\(name).ndjson",
            "--report", "\(name).json",
          ] + rest, in: directory.url)
        #expect(result.status == 0)
        try Self.expectConservation(try directory.object("\(name).json"))
      }
      try await record("1", rate: "max", seed: "7", ["--noise", "urban"] + faults)
      try await record("2", rate: "max", seed: "7", ["--noise", "urban"] + faults)
      try await record("3", rate: "max", seed: "8", ["--noise", "urban"] + faults)
      try await record("4", rate: "1000", seed: "7", ["--noise", "urban"] + faults)
      #expect(try directory.text("1.ndjson") == directory.text("2.ndjson"))
      #expect(try directory.text("1.ndjson") != directory.text("3.ndjson"))
      #expect(fixes(try directory.text("1.ndjson")) == fixes(try directory.text("4.ndjson")))
      let source = try #require(try Self.stages(try directory.object("1.json")).first)
      #expect(source.dropped > 0)
      // Without noise and faults the seed decides nothing.
      try await record("5", rate: "max", seed: "7", [])
      try await record("6", rate: "max", seed: "8", ["--noise", "none"])
      #expect(try directory.text("5.ndjson") == directory.text("6.ndjson"))
    }
  }

  @Test func aFleetIsRecordedAndTheTimeLimitIsExactAtMaximumRate() async throws {
    try await TemporaryDirectory.with { directory in
      for name in ["1", "2"] {
        let result = try await Program.run(
          [
            "record", "--fleet", "50", "--seed", "3", "--rate", "max", "--duration", "20s",
            "--policy", "unbounded", "--events", "\(name).ndjson",
          ], in: directory.url)
        #expect(result.status == 0)
      }
      let text = try directory.text("1.ndjson")
      #expect(text == (try directory.text("2.ndjson")))
      #expect(fixes(text).count == 50 * 21)
      #expect(text.hasSuffix(#","emitted_ms":20000}"# + "\n"))
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 30))
      let looped = try await Program.run(
        [
          "record", "a.gpx", "--rate", "max", "--loop", "forever", "--duration", "100s",
          "--events", "3.ndjson",
        ], in: directory.url)
      #expect(looped.status == 0)
      #expect(fixes(try directory.text("3.ndjson")).count == 101)
    }
  }

  /// The lines of the fixes without what depends on the rate.
  private func fixes(_ text: String) -> [Substring] {
    text.split(separator: "\n").filter { $0.hasPrefix(#"{"type":"fix""#) }
      .map { $0.prefix(upTo: $0.firstRange(of: #","emitted_ms""#)?.lowerBound ?? $0.endIndex) }
  }

  @Test func realTimeAndMaximumRateGiveTheSameFixes() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 100))
      for rate in ["max", "1000"] {
        let result = try await Program.run(
          ["record", "a.gpx", "--rate", rate, "--events", "\(rate).ndjson"], in: directory.url)
        #expect(result.status == 0)
      }
      let fast = fixes(try directory.text("max.ndjson"))
      #expect(fast.count == 100)
      #expect(fast == fixes(try directory.text("1000.ndjson")))
    }
  }

  @Test func aRecordingReplaysToTheSameFixes() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("Bus 7.gpx", TestTrace.gpx(fixes: 100))
      for (input, output) in [("Bus 7.gpx", "1.ndjson"), ("1.ndjson", "2.ndjson")] {
        let result = try await Program.run(
          ["record", input, "--rate", "max", "--events", output], in: directory.url)
        #expect(result.status == 0)
      }
      #expect(try directory.text("1.ndjson").contains(#""vehicle":"bus-7""#))
      #expect(try directory.text("1.ndjson") == directory.text("2.ndjson"))
    }
  }

  @Test func whatFaultsLostIsCountedAlsoWhenTheyAreClearedAtOnce() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 100))
      // All of it falls into one batch under `max`.
      try directory.makeFile(
        "s.json",
        #"{"steps":[{"at":"10s","fault":"drop=100%"},{"at":"20s","faults":"off"},"#
          + #"{"at":"30s","fault":"drop=100%"},{"at":"35s","fault":"drop=0%"}]}"#)
      let result = try await Program.run(
        [
          "record", "a.gpx", "--rate", "max", "--scenario", "s.json", "--events", "a.ndjson",
          "--report", "a.json",
        ], in: directory.url)
      #expect(result.status == 0, "\(result.errors)")
      let report = try directory.object("a.json")
      try Self.expectConservation(report)
      let source = try #require(try Self.stages(report).first)
      let lines = try directory.text("a.ndjson").split(separator: "\n")
      #expect(fixes(lines.joined(separator: "\n")).count == 85)
      #expect(source.dropped == 15)
      #expect(source.delivered == lines.count)
    }
  }

  @Test func policiesAreComparedOnOneSource() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 400))
      let result = try await Program.run(
        [
          "record", "a.gpx", "--rate", "1000", "--consumer-delay", "3ms", "--policy", "newest:1",
          "--policy", "newest:16", "--policy", "oldest:16", "--policy", "unbounded", "--consumers",
          "2", "--report", "a.json",
        ], in: directory.url)
      #expect(result.status == 0)
      let report = try directory.object("a.json")
      try Self.expectConservation(report, consumers: 2)
      let consumers = try Self.stages(report).filter { $0.name == "consumer" }
      #expect(consumers.map(\.policy) == ["newest:1", "newest:16", "oldest:16", "unbounded"])
      // 402 emissions in 0.4 s, each taking 3 ms: at most a third is taken before the end.
      for stage in consumers.dropLast() { #expect(stage.dropped > 0, "\(stage)") }
      #expect(consumers[3].dropped == 0)
      for stage in consumers { #expect(stage.offered == 804) }
    }
  }

  @Test func thresholdsDecideTheExitStatus() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 50))
      let good = try await Program.run(
        ["record", "a.gpx", "--rate", "max", "--threshold", "dropped<0.1%"], in: directory.url)
      #expect(good.status == 0)
      #expect(good.errors.contains("rastro: pass dropped<0.1% (measured 0%)\n"))
      let bad = try await Program.run(
        [
          "record", "a.gpx", "--rate", "max", "--threshold", "delivered[source]>1000",
          "--threshold", "latency.p95[socket]<1s", "--report", "a.json",
        ], in: directory.url)
      #expect(bad.status == 1)
      #expect(bad.errors.contains("rastro: FAIL delivered[source]>1000 (measured 52)\n"))
      #expect(bad.errors.contains("rastro: FAIL latency.p95[socket]<1s (not measured)\n"))
      let thresholds = try #require(
        try directory.object("a.json")["thresholds"] as? [[String: Any]])
      #expect(thresholds.map { $0["passed"] as? Bool } == [false, false])
      #expect(thresholds[0]["value"] as? Int == 52)
    }
  }

  @Test func aFailedThresholdEndsTheRunWhenAsked() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 3000))
      let result = try await Program.run(
        [
          "record", "a.gpx", "--rate", "10", "--threshold", "delivered[source]<2",
          "--abort-on-fail",
        ], in: directory.url)
      #expect(result.status == 1)
      #expect(result.errors.contains("; a threshold failed\n"))
    }
  }

  @Test func theTimeLimitEndsTheRun() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 3000))
      let result = try await Program.run(
        ["record", "a.gpx", "--rate", "10", "--duration", "500ms", "--report", "a.json"],
        in: directory.url)
      #expect(result.status == 0)
      #expect(result.errors.contains("; the time was over\n"))
      try Self.expectConservation(try directory.object("a.json"))
    }
  }

  @Test func aReportOnStandardOutputIsAlone() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 10))
      let result = try await Program.run(
        ["record", "a.gpx", "--rate", "max", "--report", "-", "--threshold", "dropped<1"],
        in: directory.url)
      #expect(result.status == 0)
      let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
      #expect((object as? [String: Any])?.keys.contains("stages") == true)
      let both = try await Program.run(
        ["record", "a.gpx", "--report", "-", "--events", "-"], in: directory.url)
      #expect(both.status == 64)
    }
  }

  @Test func everyFormOfReportIsWritten() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 10))
      let forms = ["json", "csv", "html", "prom"]
      let result = try await Program.run(
        ["record", "a.gpx", "--rate", "max"] + forms.flatMap { ["--report", "r.\($0)"] },
        in: directory.url)
      #expect(result.status == 0)
      for form in forms { #expect(!(try directory.text("r.\(form)")).isEmpty) }
      #expect(try directory.text("r.csv").hasPrefix("t_s,emitted,delivered,dropped,"))
      #expect(try directory.text("r.html").contains("</html>"))
    }
  }

  @Test func aScenarioAndGeofencesArePlayed() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 60))
      try directory.makeFile(
        "s.json", #"[{"at":"10s","outage":"20s"},{"at":"40s","noise":"urban"}]"#)
      try directory.makeFile(
        "f.geojson",
        #"{"type":"Feature","properties":{"name":"yard"},"geometry":{"type":"Polygon","coordinates":"#
          + "[[[8.0005,46.9],[8.001,46.9],[8.001,47.1],[8.0005,47.1],[8.0005,46.9]]]}}")
      let result = try await Program.run(
        [
          "record", "a.gpx", "--rate", "max", "--scenario", "s.json", "--geofence", "f.geojson",
          "--events", "a.ndjson",
        ], in: directory.url)
      #expect(result.status == 0, "\(result.errors)")
      let text = try directory.text("a.ndjson")
      #expect(text.contains(#""kind":"geofence.enter""#))
      #expect(fixes(text).count < 60)
      for (option, file) in [("--scenario", "a.gpx"), ("--geofence", "s.json")] {
        let bad = try await Program.run(["record", "a.gpx", option, file], in: directory.url)
        #expect(bad.status == 65)
        let missing = try await Program.run(["record", "a.gpx", option, "no"], in: directory.url)
        #expect(missing.status == 66)
      }
    }
  }

  @Test func wrongInputIsOneLineAndAStatus() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("bad.gpx", "no trace at all")
      try directory.makeFile("empty.gpx", "<gpx version=\"1.1\" creator=\"t\"><metadata/></gpx>")
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 10))
      let cases: [([String], Int32)] = [
        (["record", "no.gpx"], 66), (["record", "bad.gpx"], 65), (["record", "empty.gpx"], 65),
        (["record", "a.gpx", "bad.gpx"], 65), (["record", "--traces", "nowhere"], 66),
        (["record", "a.gpx", "--rate", "max", "--events", "no/such/a.ndjson"], 74),
        (["record", "a.gpx", "--clients", "1", "--slow-clients", "2"], 64),
      ]
      for (arguments, status) in cases {
        let result = try await Program.run(arguments, in: directory.url)
        #expect(result.status == status, "\(arguments)")
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("rastro: "), "\(result.errors)")
        #expect(result.errors.count { $0 == "\n" } == 1, "\(result.errors)")
      }
      let report = try await Program.run(
        ["record", "a.gpx", "--rate", "max", "--report", "no/such/a.json"], in: directory.url)
      #expect(report.status == 74)
    }
  }

  @Test func aBrokenFileOfADirectoryIsToldAndLeftOut() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 10))
      try directory.makeFile("b.gpx", "no trace at all")
      let result = try await Program.run(["record", ".", "--rate", "max"], in: directory.url)
      #expect(result.status == 0)
      #expect(result.errors.hasPrefix("rastro: ./b.gpx: "))
      #expect(result.errors.contains("rastro: 12 emitted"))
    }
  }
}
