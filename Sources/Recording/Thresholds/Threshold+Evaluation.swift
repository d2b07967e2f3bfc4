import Simulation
import StreamMetrics
import Tracks

extension Threshold {
  /// Measures a report's figures against the limit.
  ///
  /// Where several stages have the metric and none was named, the worst counts: the largest for an
  /// upper limit, the smallest for a lower one. `latency` without a stage leaves the source out, whose
  /// own figure is `lateness`.
  public func evaluated(on report: RunReport) -> ThresholdResult {
    let measured: [Double]
    switch metric {
    case .count(let counter):
      measured = stages(of: report).compactMap { Self.count(counter, $0.counters, unit) }
    case .rate:
      measured = stages(of: report).compactMap(\.rate)
    case .latency(let figure):
      measured = stages(of: report).filter { stage != nil || $0.name != .source }
        .compactMap { $0.latency?.figure(figure).nanoseconds }
    case .written(let figure):
      measured = report.stages.compactMap { $0.written?.figure(figure).nanoseconds }
    case .lateness(let figure):
      measured = report.stages.filter { $0.name == .source }
        .compactMap { $0.latency?.figure(figure).nanoseconds }
    case .rateError:
      measured = report.run.rateError.map { [unit == .percent ? $0 * 100 : $0] } ?? []
    case .memoryPeak:
      measured = [Double(report.process.peakResidentBytes)]
    case .processorTime:
      measured = [report.process.cpuTime.nanoseconds]
    }
    let worst = comparison.isUpperBound ? measured.max() : measured.min()
    return ThresholdResult(threshold: self, value: worst.map { $0 / unit.factor })
  }

  private func stages(of report: RunReport) -> [RunReport.Stage] {
    report.stages.filter {
      (stage == nil || $0.name == stage) && (policy == nil || $0.policy == policy)
    }
  }

  private static func count(_ counter: Counter, _ counters: StageCounters, _ unit: Unit) -> Double?
  {
    let count =
      switch counter {
      case .offered: counters.offered
      case .delivered: counters.delivered
      case .dropped: counters.dropped
      case .pending: counters.pending
      }
    guard unit == .percent else { return Double(count) }
    return counters.offered == 0 ? nil : Double(count) * 100 / Double(counters.offered)
  }
}

extension RunReport.Run {
  /// How far the achieved rate is from the asked one, 0 for none, or nil under `max`.
  public var rateError: Double? {
    guard case .times(let asked) = askedRate, let achievedRate else { return nil }
    return abs(achievedRate - asked) / asked
  }
}

extension Duration {
  fileprivate var nanoseconds: Double { Double(wholeNanoseconds) }
}

extension LatencySummary {
  /// One of its figures.
  func figure(_ figure: Threshold.LatencyFigure) -> Duration {
    switch figure {
    case .p50: p50
    case .p75: p75
    case .p90: p90
    case .p95: p95
    case .p99: p99
    case .p999: p999
    case .max: max
    }
  }
}
