import Simulation
import StreamMetrics
import Tracks

extension RunReport {
  /// The report as one self-contained page: tables and charts, no script, nothing to load.
  public var html: [UInt8] {
    let title = "Rastro run \(run.id)".escapedForHTML
    let parts = [
      "<!DOCTYPE html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">",
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
      "<title>\(title)</title>", "<style>\(Self.style)</style>", "</head>", "<body>", "<main>",
      "<h1>\(title)</h1>", runTable, thresholdTable, stageTable, charts, historyTable, "</main>",
      "</body>", "</html>", "",
    ]
    return Array(parts.filter { !$0.isEmpty }.joined(separator: "\n").utf8) + [UInt8(ascii: "\n")]
  }

  private var runTable: String {
    let asked = if case .times(let rate) = run.askedRate { "\(rate.short)×" } else { "max" }
    let rows = [
      ("Source", run.source), ("Command", run.command), ("Seed", "\(run.seed)"),
      ("Duration", "\(run.duration.short) s"),
      ("Rate", "asked \(asked), achieved \(run.achievedRate.map { "\($0.short)×" } ?? "–")"),
      ("Processor time", "\(process.cpuTime.seconds.short) s"),
      ("Peak memory", "\((Double(process.peakResidentBytes) / 1e6).short) MB"),
    ]
    let cells = rows.map {
      "<tr><th scope=\"row\">\($0.0)</th><td>\($0.1.escapedForHTML)</td></tr>"
    }
    return "<table class=\"facts\">\(cells.joined())</table>"
  }

  private var thresholdTable: String {
    guard !thresholds.isEmpty else { return "" }
    let failed = thresholds.count { !$0.passed }
    let rows = thresholds.map { result in
      let value = result.value.map { "\($0.short)\(result.threshold.unit.rawValue)" }
      return "<tr class=\"\(result.passed ? "pass" : "fail")\"><td>"
        + "\(result.threshold.expression.escapedForHTML)</td><td class=\"number\">"
        + "\(value ?? "not measured")</td><td>\(result.passed ? "✓ pass" : "✗ fail")</td></tr>"
    }
    return "<h2>Thresholds: \(failed == 0 ? "all passed" : "\(failed) failed")</h2>"
      + "<table><thead><tr><th scope=\"col\">Threshold</th><th scope=\"col\" class=\"number\">Measured</th>"
      + "<th scope=\"col\">Result</th></tr></thead><tbody>\(rows.joined())</tbody></table>"
  }

  private var stageTable: String {
    let heads =
      ["Stage", "Offered", "Delivered", "Dropped", "Pending", "Rate (Hz)"]
      + Threshold.LatencyFigure.allCases.map(\.rawValue)
    let head = heads.map { "<th scope=\"col\">\($0)</th>" }.joined()
    let rows = stages.flatMap { stage in
      let counters = stage.counters
      let counts = [counters.offered, counters.delivered, counters.dropped, counters.pending]
      let figures = counts.map(\.grouped) + [stage.rate?.short ?? "–"]
      let row = stageRow(stage.title, figures, stage.latency)
      guard let written = stage.written else { return [row] }
      return [row, stageRow("\(stage.title), to written", figures.map { _ in "" }, written)]
    }
    return
      "<h2>Stages</h2><div class=\"wide\"><table class=\"figures\"><thead><tr>\(head)</tr></thead>"
      + "<tbody>\(rows.joined())</tbody></table></div><p class=\"note\">Offered = delivered + dropped"
      + " + pending at each stage. Percentiles are latencies in milliseconds: at the source from due"
      + " to emitted, at consumers from due to delivered, at sockets from when a frame was made to when"
      + " a client had received it\(hasWritten ? ", and in the row below to when the socket had taken it" : "").</p>"
  }

  private var hasWritten: Bool { stages.contains { $0.written != nil } }

  private func stageRow(_ title: String, _ figures: [String], _ latency: LatencySummary?) -> String
  {
    let percentiles = Threshold.LatencyFigure.allCases.map { figure in
      latency.map { $0.figure(figure).milliseconds.short } ?? "–"
    }
    return "<tr><th scope=\"row\">\(title)</th>"
      + (figures + percentiles).map { "<td class=\"number\">\($0)</td>" }.joined() + "</tr>"
  }

  /// What the charts show: not the last piece of a second when it is short, where one element is a
  /// thousand a second.
  private var charted: some BidirectionalCollection<RunReport.Second> {
    let times = history.suffix(2).map(\.time)
    let isShort = times.count == 2 && times[1] - times[0] < 0.5
    return history.dropLast(isShort ? 1 : 0)
  }

  private var charts: String {
    let history = charted
    guard !history.isEmpty else { return "" }
    let times = history.map(\.time)
    let lengths = zip(times, [0] + times).map { $0 - $1 }
    func rates(_ counts: [UInt64]) -> [Double?] {
      zip(counts, lengths).map { $1 > 0 ? Double($0) / $1 : nil }
    }
    let charts = [
      LineChart(
        title: "Elements a second", unit: "Hz",
        lines: [
          .init(name: "emitted", values: rates(history.map(\.emitted))),
          .init(name: "delivered", values: rates(history.map(\.delivered))),
        ], times: times),
      LineChart(
        title: "Dropped a second", unit: "Hz",
        lines: [.init(name: "dropped", values: rates(history.map(\.dropped)))], times: times),
      LineChart(
        title: "Latency, 95th percentile of each second", unit: "ms",
        lines: latencyLines, times: times),
    ]
    return charts.map { "<figure><figcaption>\($0.title)</figcaption>\($0.svg)</figure>" }
      .joined(separator: "\n")
  }

  private var latencyLines: [LineChart.Line] {
    let whole = LineChart.Line(
      name: hasWritten ? "delivered" : "p95", values: charted.map { $0.latency95?.milliseconds })
    guard hasWritten else { return [whole] }
    return [
      whole, .init(name: "written", values: charted.map { $0.written95?.milliseconds }),
    ]
  }

  private var historyTable: String {
    guard !history.isEmpty else { return "" }
    let head = ["Second", "Emitted", "Delivered", "Dropped", "Rate (Hz)", "p95 (ms)"]
      .map { "<th scope=\"col\">\($0)</th>" }.joined()
    let rows = history.map { second in
      let cells = [
        second.time.short, second.emitted.grouped, second.delivered.grouped,
        second.dropped.grouped, second.rate.short, second.latency95?.milliseconds.short ?? "–",
      ]
      return "<tr>" + cells.map { "<td class=\"number\">\($0)</td>" }.joined() + "</tr>"
    }
    return
      "<details><summary>Second by second</summary><table class=\"figures\"><thead><tr>\(head)</tr></thead>"
      + "<tbody>\(rows.joined())</tbody></table></details>"
  }

  private static let style = """
    :root{color-scheme:light dark;--text:#1c2330;--soft:#5a6675;--line:#d5dbe3;--page:#fff;\
    --one:#0b62a8;--two:#b3460b;--good:#1a6b32;--bad:#b3261e}\
    @media(prefers-color-scheme:dark){:root{--text:#e6eaf0;--soft:#9aa7b8;--line:#36404e;\
    --page:#12171f;--one:#6db3f2;--two:#f0a36b;--good:#7fd197;--bad:#ff8a80}}\
    body{margin:0;background:var(--page);color:var(--text);font:15px/1.5 system-ui,sans-serif}\
    main{max-width:72rem;margin:0 auto;padding:1.5rem}h1{font-size:1.5rem;margin:0 0 1rem}\
    h2{font-size:1.15rem;margin:2rem 0 .5rem}table{border-collapse:collapse;width:100%}\
    th,td{text-align:left;padding:.3rem .5rem;border-bottom:1px solid var(--line);\
    vertical-align:top}thead th{color:var(--soft);font-weight:600}\
    .facts th{width:9rem;color:var(--soft);font-weight:600}.facts td{overflow-wrap:anywhere}\
    .number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\
    thead th{white-space:nowrap}.figures{font-size:.875rem}.figures th,.figures td{padding:.3rem .4rem}.figures thead th:not(:first-child){text-align:right}.wide{overflow-x:auto}\
    .pass td:last-child{color:var(--good)}.fail td:last-child{color:var(--bad);font-weight:600}\
    .note{color:var(--soft);font-size:.875rem}figure{margin:1.5rem 0;break-inside:avoid}\
    figcaption{font-weight:600}.chart{width:100%;height:auto;font:12px system-ui,sans-serif}\
    .chart text{fill:var(--soft)}.chart .name{fill:var(--one)}.chart .name1{fill:var(--two)}.grid{stroke:var(--line)}\
    .line{fill:none;stroke:var(--one);stroke-width:1.75;stroke-linecap:round;\
    stroke-linejoin:round}.line1{stroke:var(--two)}summary{cursor:pointer;font-weight:600}\
    @media print{:root{color-scheme:light;--text:#000;--soft:#444;--line:#bbb;--page:#fff;\
    --one:#0b62a8;--two:#b3460b;--good:#1a6b32;--bad:#b3261e}main{max-width:none;padding:0}\
    body{font-size:10pt}thead{display:table-header-group}tr{break-inside:avoid}\
    .wide{overflow:visible}.wide table{font-size:8pt}}
    """
}
