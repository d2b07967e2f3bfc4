import Simulation
import StreamMetrics
import Tracks

extension RunReport {
  /// The report as Prometheus text 0.0.4, for a node exporter's textfile directory or a push.
  public var prometheus: [UInt8] {
    var page = PrometheusPage()
    page.family("rastro_run_info", .gauge, "The run these figures are of.")
    page.sample("rastro_run_info", [("run", run.id), ("source", run.source)], 1)
    page.family("rastro_run_duration_seconds", .gauge, "Seconds that the run took.")
    page.sample("rastro_run_duration_seconds", [], run.duration)
    page.family("rastro_run_rate_ratio", .gauge, "Source time against real time.")
    if case .times(let asked) = run.askedRate {
      page.sample("rastro_run_rate_ratio", [("kind", "asked")], asked)
    }
    if let achieved = run.achievedRate {
      page.sample("rastro_run_rate_ratio", [("kind", "achieved")], achieved)
    }
    writeStages(&page)
    page.family("rastro_threshold_passed", .gauge, "Whether a threshold held: 1 yes, 0 no.")
    for result in thresholds {
      page.sample(
        "rastro_threshold_passed", [("expression", result.threshold.expression)],
        result.passed ? 1 : 0)
    }
    page.family("process_cpu_seconds_total", .counter, "Processor time used, in seconds.")
    page.sample("process_cpu_seconds_total", [], process.cpuTime.seconds)
    page.family("rastro_process_resident_memory_peak_bytes", .gauge, "The most resident memory.")
    page.sample(
      "rastro_process_resident_memory_peak_bytes", [], Double(process.peakResidentBytes))
    return page.bytes
  }

  private func writeStages(_ page: inout PrometheusPage) {
    let counts: [(String, String, KeyPath<StageCounters, UInt64>)] = [
      ("offered", "Elements that came to a stage.", \.offered),
      ("delivered", "Elements that went on from a stage.", \.delivered),
      ("dropped", "Elements that were lost in a stage.", \.dropped),
    ]
    for (name, help, path) in counts {
      page.family("rastro_stage_\(name)_total", .counter, help)
      for stage in stages {
        page.sample(
          "rastro_stage_\(name)_total", stage.labels, Double(stage.counters[keyPath: path]))
      }
    }
    page.family("rastro_stage_pending", .gauge, "Elements that wait in a stage.")
    for stage in stages {
      page.sample("rastro_stage_pending", stage.labels, Double(stage.counters.pending))
    }
    page.family(
      "rastro_stage_latency_seconds", .summary,
      "From due to emitted at the source and to delivered at consumers, from made to received at sockets."
    )
    for stage in stages {
      page.summary("rastro_stage_latency_seconds", stage.labels, stage.latency)
    }
    guard stages.contains(where: { $0.written != nil }) else { return }
    page.family(
      "rastro_stage_written_seconds", .summary, "From when a frame was made to written to a socket."
    )
    for stage in stages {
      page.summary("rastro_stage_written_seconds", stage.labels, stage.written)
    }
  }
}

extension RunReport.Stage {
  fileprivate var labels: [(String, String)] {
    [("stage", name.rawValue)] + (policy.map { [("policy", $0.description)] } ?? [])
  }
}

/// A page of Prometheus' text format.
private struct PrometheusPage {
  private(set) var bytes: [UInt8] = []

  /// The types of a family of metrics.
  enum Kind: String {
    case counter
    case gauge
    case summary
  }

  mutating func family(_ name: String, _ kind: Kind, _ help: String) {
    bytes += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n".utf8
  }

  mutating func sample(_ name: String, _ labels: [(String, String)], _ value: Double) {
    bytes += name.utf8
    if !labels.isEmpty {
      let pairs = labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }
      bytes += "{\(pairs.joined(separator: ","))}".utf8
    }
    bytes.append(UInt8(ascii: " "))
    bytes.append(shortest: value)
    bytes.append(UInt8(ascii: "\n"))
  }

  mutating func summary(
    _ name: String, _ labels: [(String, String)], _ latency: LatencySummary?
  ) {
    guard let latency else { return }
    let quantiles: [(String, Duration)] = [
      ("0.5", latency.p50), ("0.75", latency.p75), ("0.9", latency.p90), ("0.95", latency.p95),
      ("0.99", latency.p99), ("0.999", latency.p999), ("1", latency.max),
    ]
    for (quantile, value) in quantiles {
      sample(name, labels + [("quantile", quantile)], value.seconds)
    }
    sample("\(name)_sum", labels, latency.mean.seconds * Double(latency.count))
    sample("\(name)_count", labels, Double(latency.count))
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "\\": escaped += "\\\\"
      case "\"": escaped += "\\\""
      case "\n": escaped += "\\n"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
