import Foundation
import Simulation
import StreamMetrics
import Testing

@testable import Recording

struct RunReportTests {
  @Test func jsonIsAsCommitted() throws {
    try expectGolden(Sample.report().json, "report.json")
  }

  @Test func csvIsAsCommitted() throws {
    try expectGolden(Sample.report().csv, "report.csv")
  }

  @Test func prometheusTextIsAsCommitted() throws {
    try expectGolden(Sample.report().prometheus, "report.prom")
  }

  @Test func pageIsAsCommitted() throws {
    try expectGolden(Sample.report().html, "report.html")
  }

  @Test func jsonHasItsKeys() throws {
    let object = try JSONSerialization.jsonObject(with: Data(Sample.report().json))
    let report = try #require(object as? [String: Any])
    #expect(Set(report.keys) == ["run", "stages", "thresholds", "process", "history"])
    let run = try #require(report["run"] as? [String: Any])
    #expect(
      Set(run.keys) == [
        "id", "command", "seed", "source", "duration_s", "asked_rate", "achieved_rate",
      ])
    let stages = try #require(report["stages"] as? [[String: Any]])
    #expect(
      stages.map { $0["name"] as? String } == [
        "source", "broadcast", "consumer", "consumer", "socket",
      ])
    let keys: Set = [
      "name", "policy", "offered", "delivered", "dropped", "pending", "rate_hz", "latency_ms",
    ]
    for stage in stages.dropLast() { #expect(Set(stage.keys) == keys) }
    #expect(Set(stages[4].keys) == keys.union(["written_ms"]))
    let written = try #require(stages[4]["written_ms"] as? [String: Any])
    #expect(written["max"] as? Double == 30)
    let latency = try #require(stages[0]["latency_ms"] as? [String: Any])
    #expect(Set(latency.keys) == ["p50", "p75", "p90", "p95", "p99", "p999", "max"])
    let history = try #require(report["history"] as? [[String: Any]])
    #expect(
      Set(history[0].keys) == [
        "t_s", "emitted", "delivered", "dropped", "rate_hz", "latency_p95_ms", "written_p95_ms",
      ])
  }

  @Test func thePageNeedsNothingFromOutsideAndNoScript() throws {
    let page = String(decoding: try Sample.report().html, as: UTF8.self)
    for word in ["<script", "http:", "https:", "src=", "url(", "@import"] {
      #expect(!page.contains(word), "\(word)")
    }
    #expect(page.contains("a &amp; b.gpx"))
    #expect(page.contains("✗ fail"))
  }

  @Test func aShortLastPieceOfASecondDoesNotSpoilTheCharts() throws {
    var report = try Sample.report()
    let whole = report.html
    let last = try #require(report.history.last)
    report.history.append(
      .init(
        time: last.time + 0.001, emitted: 1, delivered: 1, dropped: 0, rate: 1_000, latency95: nil))
    func charts(_ page: [UInt8]) -> [Substring] {
      String(decoding: page, as: UTF8.self).split(separator: "\n").filter { $0.contains("<svg") }
    }
    #expect(charts(whole).count == 3)
    #expect(charts(report.html) == charts(whole))
  }

  @Test func aRunThatMeasuredNothingIsReportedToo() throws {
    let empty = RunReport(
      run: .init(
        id: "r", command: "", seed: 1, source: "", duration: 0, askedRate: .max,
        achievedRate: nil),
      stages: [],
      process: ProcessFigures(cpuTime: .zero, residentBytes: 0, peakResidentBytes: 0, threads: 1))
    let json = String(decoding: empty.json, as: UTF8.self)
    #expect(json.contains(#""asked_rate":"max","achieved_rate":null}"#))
    #expect(!String(decoding: empty.html, as: UTF8.self).contains("<svg"))
    #expect(!empty.prometheus.isEmpty && !empty.csv.isEmpty)
  }
}
