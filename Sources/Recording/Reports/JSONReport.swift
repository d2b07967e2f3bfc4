import Simulation
import StreamMetrics
import Tracks

extension RunReport {
  /// The report as one JSON object on one line; what was not measured is null.
  public var json: [UInt8] {
    var json = JSONText()
    json.object { json in
      json.object("run", writeRun)
      json.array("stages") { json in
        for stage in stages { json.object(stage.write) }
      }
      json.array("thresholds") { json in
        for result in thresholds {
          json.object { json in
            json.text("expression", result.threshold.expression)
            json.numberOrNull("value", result.value)
            json.boolean("passed", result.passed)
          }
        }
      }
      json.object("process") { json in
        json.number("cpu_s", process.cpuTime.seconds)
        json.integer("rss_peak_bytes", process.peakResidentBytes)
      }
      json.array("history") { json in
        for second in history { json.object(second.write) }
      }
    }
    json.endLine()
    return json.bytes
  }

  private func writeRun(_ json: inout JSONText) {
    json.text("id", run.id)
    json.text("command", run.command)
    json.integer("seed", run.seed)
    json.text("source", run.source)
    json.number("duration_s", run.duration)
    switch run.askedRate {
    case .times(let rate): json.number("asked_rate", rate)
    case .max: json.text("asked_rate", "max")
    }
    json.numberOrNull("achieved_rate", run.achievedRate)
  }
}

extension RunReport.Stage {
  fileprivate func write(_ json: inout JSONText) {
    json.text("name", name.rawValue)
    if let policy { json.text("policy", policy.description) } else { json.null("policy") }
    json.integer("offered", counters.offered)
    json.integer("delivered", counters.delivered)
    json.integer("dropped", counters.dropped)
    json.integer("pending", counters.pending)
    json.numberOrNull("rate_hz", rate)
    json.latency("latency_ms", latency)
    if name == .socket { json.latency("written_ms", written) }
  }
}

extension RunReport.Second {
  fileprivate func write(_ json: inout JSONText) {
    json.number("t_s", time)
    json.integer("emitted", emitted)
    json.integer("delivered", delivered)
    json.integer("dropped", dropped)
    json.number("rate_hz", rate)
    json.numberOrNull("latency_p95_ms", latency95?.milliseconds)
    json.numberOrNull("written_p95_ms", written95?.milliseconds)
  }
}

extension JSONText {
  fileprivate mutating func latency(_ key: String, _ summary: LatencySummary?) {
    guard let summary else { return null(key) }
    object(key) { json in
      for figure in Threshold.LatencyFigure.allCases {
        json.number(figure.rawValue, summary.figure(figure).milliseconds)
      }
    }
  }

  fileprivate mutating func numberOrNull(_ key: String, _ value: Double?) {
    if let value, value.isFinite { number(key, value) } else { null(key) }
  }
}
