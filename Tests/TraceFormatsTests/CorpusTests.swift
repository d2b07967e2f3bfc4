import Foundation
import Testing
import TraceFormats
import Tracks

/// Every file of the corpus, read as the peers read it or by a rule of our own that is stated.
struct CorpusTests {
  @Test func everyRowOfTheManifest() async throws {
    guard let corpus = try CorpusManifest() else {
      print("skipped: RASTRO_CORPUS names no corpus")
      return
    }
    let formats: Set = ["gpx", "fit", "igc", "csv"]
    var tally: [String: [String: Int]] = [:]
    var table: [String] = []
    for row in corpus.rows {
      let outcome: String
      do {
        let trace = try await TraceFile.read(path: corpus.directory + "/" + row.path)
        let report = TraceReport(trace)
        let disagreements = row.disagreements(with: report)
        switch row.verdict {
        case "ok":
          outcome = disagreements.isEmpty ? "as the peers" : "WRONG"
          let isKnown = formats.contains(row.format)
          #expect(disagreements.isEmpty || !isKnown, "\(row.path)")
        case "split":
          outcome = disagreements.isEmpty ? "as stated" : "own rule"
        default:
          outcome = "\(report.points) points, \(report.notes.map(\.code.rawValue))"
        }
        table.append(
          "\(row.verdict) \(row.path): \(outcome) \(disagreements.joined(separator: "; "))")
      } catch let error as TraceError {
        outcome =
          row.verdict == "reject" ? "refused" : formats.contains(row.format) ? "WRONG" : "no reader"
        table.append("\(row.verdict) \(row.path): \(outcome) (\(error))")
        #expect(row.verdict == "reject" || !formats.contains(row.format), "\(row.path): \(error)")
      }
      tally[row.verdict, default: [:]][outcome, default: 0] += 1
    }
    print(table.joined(separator: "\n"))
    print(tally)
  }
}
