import Recording
import Simulation
import StreamMetrics
import Tracks

/// What is said at the end of a run.
struct RunSummary {
  private let report: RunReport
  private let end: RecordRun.End
  private let isWarm: Bool

  /// Makes the lines of a run.
  ///
  /// - Parameters:
  ///   - report: What it came to.
  ///   - end: Why it ended.
  ///   - isWarm: Whether the warm-up, if there was one, was over before the run.
  init(_ report: RunReport, _ end: RecordRun.End, isWarm: Bool = true) {
    self.report = report
    self.end = end
    self.isWarm = isWarm
  }

  /// One line of figures, one for each threshold, and one for each thing that makes them less than asked.
  var lines: [String] {
    let coldness =
      isWarm
      ? nil : "the run ended within its warm-up, so the figures are of all of it; warm up less"
    return [figures] + [coldness, overload].compactMap { $0 } + report.thresholds.map(\.line)
  }

  private var figures: String {
    let source = report.stages.first { $0.name == .source }?.counters ?? StageCounters()
    let takers = report.stages.filter { $0.name == .consumer || $0.name == .socket }
    let delivered = takers.reduce(0) { $0 + $1.counters.delivered }
    let dropped = report.stages.reduce(0) { $0 + $1.counters.dropped }
    let pending = takers.reduce(0) { $0 + $1.counters.pending }
    var text = "\(source.delivered) emitted, \(delivered) delivered, \(dropped) dropped"
    if pending > 0 { text += ", \(pending) pending" }
    text += " in \(Self.fixed(report.run.duration, digits: 3)) s"
    if let achieved = report.run.achievedRate { text += " at \(Self.fixed(achieved, digits: 2))x" }
    switch end {
    case .finished: break
    case .timeLimit: text += "; the time was over"
    case .interrupted: text += "; interrupted"
    case .thresholdFailed: text += "; a threshold failed"
    case .failed: text += "; the recording failed"
    }
    return text
  }

  /// Says that what was asked was too much.
  private var overload: String? {
    guard case .times(let asked) = report.run.askedRate else { return nil }
    guard let source = report.stages.first(where: { $0.name == .source }),
      source.counters.offered > 0
    else { return nil }
    let lateness = source.latency?.p99 ?? .zero
    let isSlow = (report.run.rateError ?? 0) > 0.02 && (report.run.achievedRate ?? asked) < asked
    guard isSlow || lateness > .milliseconds(100) else { return nil }
    let milliseconds = Self.fixed(lateness.inSeconds * 1000, digits: 1)
    let late = "the fixes left up to \(milliseconds) ms late (p99)"
    let rate = "\(Self.fixed(asked, digits: 2))x"
    guard isSlow else { return "overloaded: \(late) at \(rate); ask for less, or take away load" }
    let achieved = Self.fixed(report.run.achievedRate ?? asked, digits: 2)
    return "overloaded: \(achieved)x of \(rate) asked, \(late); ask for less, or take away load"
  }

  /// A number with so many digits after the point.
  static func fixed(_ value: Double, digits: Int) -> String {
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    let whole = Int((abs(value) * scale).rounded())
    let sign = value < 0 && whole > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(whole)" }
    let fraction = String(whole % Int(scale))
    let padding = String(repeating: "0", count: digits - fraction.count)
    return "\(sign)\(whole / Int(scale)).\(padding)\(fraction)"
  }
}
