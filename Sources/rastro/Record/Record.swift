import Foundation
import LiveModels
import Recording
import Simulation
import StreamMetrics

/// Replays without a browser, measures, and judges.
enum Record {
  static func run(_ options: RecordOptions) async throws(Failure) -> ExitStatus {
    try check(options)
    try await checkReports(options)
    let source = try await RecordSource.make(options)
    let run = try await RecordRun(options, source)
    let progress = RunProgress(options, source)
    let outcome = try await run.run { second, state in progress.show(second, state) }
    progress.clear()
    let report = report(of: outcome, options, source)
    for line in RunSummary(report, outcome.end, isWarm: outcome.isWarm).lines {
      Console.report(line)
    }
    var status: ExitStatus = report.thresholds.allSatisfy(\.passed) ? .success : .thresholdFailed
    if case .failed(let error) = outcome.end {
      Console.report(
        Failure(.inputOutput, "\(error.description) (\(outcome.unrecorded) emissions not recorded)")
      )
      status = .inputOutput
    }
    for target in options.reports {
      do throws(Failure) {
        try await write(report, to: target)
      } catch {
        Console.report(error)
        status = error.status
      }
    }
    return status
  }

  /// Refuses options that contradict each other.
  private static func check(_ options: RecordOptions) throws(Failure) {
    let outputs = (options.events == "-" ? 1 : 0) + options.reports.count { $0.path == nil }
    if outputs > 1 {
      throw Failure(.usage, "only one of --events - and --report - can have standard output")
    }
    if options.slowClients > options.clients {
      throw Failure(
        .usage, "--slow-clients \(options.slowClients) is more than --clients \(options.clients)")
    }
    if let duration = options.playback.duration, options.playback.rate != .max,
      options.warmup >= duration
    {
      throw Failure(
        .usage,
        "--warmup is not shorter than --duration, so nothing would be measured; warm up less"
      )
    }
    if options.playback.startPaused, options.playback.rate == .max {
      throw Failure(
        .usage, "--start-paused under --rate max would never end; leave one of them out")
    }
  }

  /// Refuses reports that cannot be written before the run rather than after it.
  private static func checkReports(_ options: RecordOptions) async throws(Failure) {
    do {
      for case let path? in options.reports.map(\.path) {
        try await FileThread.run { try WholeFile.check(path: path) }
      }
    } catch {
      throw Failure(.inputOutput, "\(error)")
    }
  }

  private static func report(
    of outcome: RecordRun.Outcome, _ options: RecordOptions, _ source: RecordSource
  ) -> RunReport {
    var report = RunReport(
      run: .init(
        id: RunIdentifier.make(), command: CommandLine.arguments.joined(separator: " "),
        seed: options.playback.seed, source: source.name, duration: outcome.duration,
        askedRate: outcome.rates.asked, achievedRate: outcome.rates.achieved),
      stages: outcome.stages, process: .now, history: outcome.history)
    report.thresholds = options.thresholds.map { $0.evaluated(on: report) }
    return report
  }

  private static func write(_ report: RunReport, to target: ReportTarget) async throws(Failure) {
    let bytes =
      switch target.form {
      case .json: report.json
      case .csv: report.csv
      case .html: report.html
      case .prom: report.prometheus
      }
    guard let path = target.path else { return try Console.write(bytes) }
    do {
      try await FileThread.run {
        let file = try WholeFile(path: path)
        try file.write(bytes.span)
        try file.commit()
      }
    } catch {
      throw Failure(.inputOutput, "\(error)")
    }
  }
}
