import DashboardProtocol

/// The figures as Prometheus text 0.0.4, or as OpenMetrics 1.0.
struct MetricsPage {
  private(set) var text = ""
  private let isOpenMetrics: Bool

  /// Writes the page.
  init(
    _ metrics: MetricsMessage, state: StateMessage, version: String, isOpenMetrics: Bool
  ) {
    self.isOpenMetrics = isOpenMetrics
    info(version)
    stages(metrics.stages)
    playback(state)
    process(metrics.process)
    if isOpenMetrics { text += "# EOF\n" }
  }

  private mutating func info(_ version: String) {
    head("rastro_build_info", "gauge", "The version that runs.")
    sample("rastro_build_info", [("version", version)], 1)
  }

  private mutating func stages(_ stages: [StageMessage]) {
    let counters: [(String, String, (StageMessage) -> UInt64)] = [
      ("rastro_stage_offered", "What came to a stage.", { $0.offered }),
      ("rastro_stage_delivered", "What left a stage.", { $0.delivered }),
      ("rastro_stage_dropped", "What a stage let fall.", { $0.dropped }),
    ]
    for (name, help, value) in counters {
      counterHead(name, help)
      for stage in stages { sample("\(name)_total", labels(stage), Double(value(stage))) }
    }
    head("rastro_stage_pending", "gauge", "What waits in a stage.")
    for stage in stages { sample("rastro_stage_pending", labels(stage), Double(stage.pending)) }
    head("rastro_stage_latency_seconds", "summary", "How old what left a stage was.")
    for stage in stages {
      quantiles("rastro_stage_latency_seconds", labels(stage), of: stage.latency)
    }
  }

  private mutating func quantiles(
    _ name: String, _ labels: [(String, String)], of latency: LatencyMessage?
  ) {
    let names = ["p50": "0.5", "p95": "0.95", "p99": "0.99"]
    for percentile in latency?.percentiles ?? [] {
      guard let quantile = names[percentile.name] else { continue }
      sample(name, labels + [("quantile", quantile)], percentile.milliseconds / 1000)
    }
  }

  private func labels(_ stage: StageMessage) -> [(String, String)] {
    [("stage", stage.name)] + (stage.policy.map { [("policy", $0)] } ?? [])
  }

  private mutating func playback(_ state: StateMessage) {
    head("rastro_playing", "gauge", "Whether source time advances.")
    sample("rastro_playing", [], state.status == .playing ? 1 : 0)
    if let rate = state.achievedRate {
      head("rastro_rate_ratio", "gauge", "Seconds of source time a second.")
      sample("rastro_rate_ratio", [], rate)
    }
    head("rastro_generation", "gauge", "Raised by each seek and load.")
    sample("rastro_generation", [], Double(state.generation))
  }

  private mutating func process(_ process: ProcessMessage) {
    if let connections = process.connections {
      head("rastro_clients", "gauge", "Open connections.")
      sample("rastro_clients", [("transport", "websocket")], Double(connections))
    }
    if let roundTrip = process.roundTrip {
      head(
        "rastro_websocket_round_trip_seconds", "summary",
        "From the newest ping to its pong, over the open connections.")
      quantiles("rastro_websocket_round_trip_seconds", [], of: roundTrip)
    }
    if let seconds = process.cpuSeconds {
      counterHead("process_cpu_seconds", "Processor time used.")
      sample("process_cpu_seconds_total", [], seconds)
    }
    if let bytes = process.residentBytes {
      head("process_resident_memory_bytes", "gauge", "Resident memory.")
      sample("process_resident_memory_bytes", [], Double(bytes))
    }
  }

  /// OpenMetrics names a counter without the ending that its samples have.
  private mutating func counterHead(_ name: String, _ help: String) {
    head(isOpenMetrics ? name : "\(name)_total", "counter", help)
  }

  private mutating func head(_ name: String, _ type: String, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  private mutating func sample(_ name: String, _ labels: [(String, String)], _ value: Double) {
    let inner = labels.map { key, value in
      let escaped = value.flatMap { character in
        switch character {
        case "\\": "\\\\"
        case "\"": "\\\""
        case "\n": "\\n"
        default: String(character)
        }
      }
      return "\(key)=\"\(String(escaped))\""
    }.joined(separator: ",")
    let number = String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
    text += name + (inner.isEmpty ? "" : "{\(inner)}") + " \(number)\n"
  }
}
