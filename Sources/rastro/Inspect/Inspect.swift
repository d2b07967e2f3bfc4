import LiveModels
import TraceFormats

/// Says what is in trace files and what is wrong with them.
enum Inspect {
  /// Files that are read before the first of them is told.
  private static let batch = 32
  private static let maxInFlight = 4

  static func run(_ options: InspectOptions) async throws(Failure) -> ExitStatus {
    var reading = ReadingOptions()
    reading.isStrict = options.isStrict
    reading.csvColumns = options.columns.columns
    let inputs = await Inputs.expand(options.operands)
    var statuses: Set<ExitStatus> = []
    for start in stride(from: 0, to: inputs.count, by: batch) {
      let part = Array(inputs[start..<min(start + batch, inputs.count)])
      let findings = await inspect(part, options, reading)
      for finding in findings {
        if let text = finding.text { try Console.write(Array(text.utf8)) }
        if let failure = finding.failure {
          Console.report(failure)
          statuses.insert(failure.status)
        }
      }
    }
    return statuses.contains(.badData) ? .badData : statuses.first ?? .success
  }

  /// What is said of one file.
  private struct Finding: Sendable {
    var text: String?
    var failure: Failure?
  }

  private static func inspect(
    _ inputs: [Inputs.Item], _ options: InspectOptions, _ reading: ReadingOptions
  ) async -> [Finding] {
    // Nothing cancels this task, so nothing is thrown.
    let findings = try? await SlidingWindow.map(inputs, maxInFlight: maxInFlight) { input in
      await inspect(input, options, reading)
    }
    return findings ?? []
  }

  @concurrent
  private static func inspect(
    _ input: Inputs.Item, _ options: InspectOptions, _ reading: ReadingOptions
  ) async -> Finding {
    let path: String
    switch input {
    case .success(let file): path = file
    case .failure(let failure):
      let error = TraceError(.notFound, failure.reason)
      return finding(error, failure.file ?? "", options, failure)
    }
    do {
      let trace = try await ReadingProgress.read(path: path, options: reading)
      let report = TraceReport(trace, gapThreshold: options.gapThreshold)
      return Finding(
        text: options.isJSON
          ? report.jsonLine(file: path) + "\n" : report.table(file: Inputs.title(of: path)))
    } catch let error as TraceError {
      return finding(error, path, options, Failure(error, file: path))
    } catch {
      return Finding(failure: Failure(.inputOutput, file: path, "\(error)"))
    }
  }

  private static func finding(
    _ error: TraceError, _ path: String, _ options: InspectOptions, _ failure: Failure
  ) -> Finding {
    Finding(
      text: options.isJSON ? TraceReport.jsonLine(file: path, error: error) + "\n" : nil,
      failure: failure)
  }
}
