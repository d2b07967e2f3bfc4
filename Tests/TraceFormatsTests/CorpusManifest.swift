import Foundation
import TraceFormats
import Tracks

/// The corpus of real trace files that `RASTRO_CORPUS` names, and what others found in them.
struct CorpusManifest {
  /// One file, with the facts that peers agree or split on.
  struct Row {
    let path: String
    let format: String
    let verdict: String
    let tracks: Int?
    let segments: Int?
    let points: Int?
    let timed: Int?
    let first: String
    let last: String
    let box: [Double]
    let length: Double?
    let backSteps: Int?
    let duplicateSteps: Int?
  }

  let directory: String
  let rows: [Row]

  /// Reads the manifest, or returns nil when no corpus is named.
  init?() throws {
    guard let directory = ProcessInfo.processInfo.environment["RASTRO_CORPUS"] else { return nil }
    self.directory = directory
    let text = try String(contentsOfFile: directory + "/MANIFEST.tsv", encoding: .utf8)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: true)
    let names = lines.removeFirst().split(separator: "\t", omittingEmptySubsequences: false)
    rows = lines.map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      func cell(_ name: String) -> String {
        names.firstIndex(of: Substring(name)).flatMap { $0 < cells.count ? cells[$0] : nil } ?? ""
      }
      return Row(
        path: cell("path"), format: cell("format"), verdict: cell("verdict"),
        tracks: Int(cell("tracks")), segments: Int(cell("segments")), points: Int(cell("points")),
        timed: Int(cell("timed_points")), first: cell("first_time"), last: cell("last_time"),
        box: cell("bbox").split(separator: ",").compactMap { Double($0) },
        length: Double(cell("length_haversine_m")), backSteps: Int(cell("back_steps")),
        duplicateSteps: Int(cell("dup_steps")))
    }
  }
}

extension CorpusManifest.Row {
  /// Where a report disagrees with the row: counts exact, times to the millisecond, the box to 1e-6
  /// degrees, the length to 0.1 % or 0.5 m.
  func disagreements(with report: TraceReport) -> [String] {
    var found: [String] = []
    func check(_ name: String, _ theirs: Int?, _ ours: Int) {
      if let theirs, theirs != ours { found.append("\(name) \(ours) for \(theirs)") }
    }
    // The manifest counts each line of a MultiTrack or MultiGeometry as a track; here they are segments.
    if format != "kml" { check("tracks", tracks, report.tracks) }
    check("segments", segments, report.segments)
    check("points", points, report.points)
    check("timed", timed, report.timed)
    check("back steps", backSteps, report.backwardTimes)
    check("equal steps", duplicateSteps, report.duplicateTimes)
    for (name, theirs, ours) in [("first", first, report.first), ("last", last, report.last)] {
      let expected = ISO8601Time(theirs)?.time
      let difference =
        if let expected, let ours { abs(ours.nanoseconds(to: expected)) } else { Int64.max }
      if expected != nil || ours != nil, difference > 1_000_000 {
        found.append("\(name) \(ours?.iso8601Shortest ?? "none") for \(theirs)")
      }
    }
    if box.count == 4 {
      let ours = report.box.map { [$0.south, $0.west, $0.north, $0.east] } ?? []
      if ours.count != 4 || zip(ours, box).contains(where: { abs($0 - $1) > 1e-6 }) {
        found.append("box \(ours) for \(box)")
      }
    }
    if let length, abs(report.length - length) > max(0.5, length * 0.001) {
      found.append("length \(report.length) for \(length)")
    }
    return found
  }
}
