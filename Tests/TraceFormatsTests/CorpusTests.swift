import Foundation
import Testing
import TraceFormats
import Tracks

/// Every file of the corpus, read as the peers read it or by a rule of our own that is stated.
struct CorpusTests {
  /// Points and timed points of the `split` files that we read by another rule than the manifest
  /// states; the rules stand in the documentation of the formats' readers.
  private static let ownRules: [String: (points: Int, timed: Int)] = [
    // A position that is no number is skipped, not made 0, 0.
    "gpx/bad.gpx": (0, 0),
    // Times of day without a date are kept, counted from 1970-01-01.
    "nmea/sounder.log": (122, 122),
    // Positions with a time that cannot be read are kept without one.
    "nmea/nmeadatetime.nmea": (19, 16),
  ]

  /// The table of the last run, a line a file.
  private struct Table {
    var lines: [String] = []
    var tally: [String: Int] = [:]

    mutating func add(_ row: CorpusManifest.Row, _ outcome: String, _ detail: String) {
      lines.append("\(row.verdict)  \(row.path)  \(outcome)  \(detail)")
      tally["\(row.format) \(row.verdict): \(outcome)", default: 0] += 1
    }

    func show() {
      print(lines.joined(separator: "\n"))
      for (key, count) in tally.sorted(by: { $0.key < $1.key }) { print("\(key) \(count)") }
    }
  }

  @Test func everyRowOfTheManifest() async throws {
    guard let corpus = try CorpusManifest() else {
      print("skipped: RASTRO_CORPUS names no corpus")
      return
    }
    let formats = Set(TraceFormats.readers.map { $0.format.rawValue })
    var table = Table()
    for row in corpus.rows {
      guard formats.contains(row.format) else {
        table.add(row, "no reader", "")
        continue
      }
      do {
        let report = TraceReport(
          try await TraceFile.read(path: corpus.directory + "/" + row.path))
        check(row, report, &table)
      } catch let error as TraceError {
        #expect(row.verdict == "reject", "\(row.path): \(error)")
        #expect(error.message.contains("\n") == false)
        table.add(row, row.verdict == "reject" ? "refused" : "WRONG", "\(error)")
      }
    }
    table.show()
  }

  private func check(
    _ row: CorpusManifest.Row, _ report: TraceReport, _ table: inout Table
  ) {
    let disagreements = row.disagreements(with: report)
    let detail = disagreements.joined(separator: "; ")
    switch row.verdict {
    case "ok":
      #expect(disagreements.isEmpty, "\(row.path): \(detail)")
      table.add(row, disagreements.isEmpty ? "as the peers" : "WRONG", detail)
    case "split":
      if disagreements.isEmpty {
        table.add(row, "as stated", "")
      } else if let own = Self.ownRules[row.path] {
        #expect(report.points == own.points && report.timed == own.timed, "\(row.path): \(detail)")
        table.add(row, "own rule", detail)
      } else {
        Issue.record("\(row.path): \(detail)")
        table.add(row, "WRONG", detail)
      }
    default:
      #expect(report.points > 0 && !report.notes.isEmpty, "\(row.path)")
      table.add(row, "read to the break", "\(report.points) points")
    }
  }
}
