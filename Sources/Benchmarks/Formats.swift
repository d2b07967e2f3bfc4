import Foundation
import Glibc
import TraceFormats
import Tracks

/// Reading big traces, against a C program on libxml2's SAX2 interface in the same run.
///
/// Every reading is a process of its own, C and Swift in turn. A reading's time is the processor time, user
/// and system, from opening the file to the last point, so that other work on the machine changes little;
/// its memory is the peak of the whole process above what it had before.
enum Formats {
  private static let usage = """
    usage: Benchmarks formats [--gpx FILE] [--nmea FILE] [--runs N]
             without files, 50 MB of each are made in a temporary directory
    """

  static func run(_ arguments: [String]) async throws -> Int32 {
    if arguments.first == "read", arguments.count == 2 {
      return try await Reading(path: arguments[1]).show()
    }
    var gpx: String?
    var nmea: String?
    var runs = 9
    var rest = arguments[...]
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else {
        print(usage)
        return 64
      }
      switch option {
      case "--gpx": gpx = value
      case "--nmea": nmea = value
      case "--runs": runs = max(1, Int(value) ?? runs)
      default:
        print(usage)
        return 64
      }
    }
    let directory = try BenchmarkDirectory()
    defer { directory.remove() }
    let journey = SyntheticJourney(points: 430_000)
    let reference = try directory.compiled(CReference.source, libraries: ["libxml-2.0"])
    let gpxFile = try gpx ?? directory.write(journey.gpx, as: "journey.gpx")
    let nmeaFile = try nmea ?? directory.write(journey.nmea, as: "journey.nmea")
    let small = try directory.write(SyntheticJourney(points: 5000).gpx, as: "small.gpx")
    try Comparison(reference: reference, gpx: gpxFile, nmea: nmeaFile, small: small, runs: runs)
      .show()
    return 0
  }
}

/// One reading, done by a child process and told on one line.
private struct Reading {
  let path: String

  func show() async throws -> Int32 {
    let before = Self.peakMemory()
    let start = Self.processorSeconds()
    let trace = try await TraceFile.read(path: path)
    let elapsed = Self.processorSeconds() - start
    let memory = Self.peakMemory() - before
    var sums = (0.0, 0.0, 0.0, 0.0)
    var count = 0
    for track in trace.tracks {
      for segment in track.segments {
        for fix in segment.fixes {
          count += 1
          sums.0 += fix.coordinate.latitude
          sums.1 += fix.coordinate.longitude
          sums.2 += fix.altitude ?? 0
          sums.3 += fix.time?.secondsSince1970 ?? 0
        }
      }
    }
    let fixBytes = count * MemoryLayout<Fix>.stride
    let again = Self.processorSeconds()
    _ = try await TraceFile.read(path: path)
    let warm = Self.processorSeconds() - again
    print(elapsed, count, memory, fixBytes, sums.0, sums.1, sums.2, sums.3, warm)
    return 0
  }

  /// Seconds of processor time, user and system, that all threads of the process took so far.
  private static func processorSeconds() -> Double {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return .nan }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Bytes of the largest memory the process had since it began, not counting its parent's.
  private static func peakMemory() -> Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kibibytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({
        Int($0)
      })
    else { return 0 }
    return kibibytes * 1024
  }
}

/// The runs of the readings in turn, and their table.
private struct Comparison {
  let reference: String
  let gpx: String
  let nmea: String
  let small: String
  let runs: Int

  func show() throws {
    var seconds: [String: [Double]] = [:]
    var memory: [String: (peak: Int, fixes: Int)] = [:]
    let ourselves = CommandLine.arguments[0]
    for _ in 0..<runs {
      let c = try Child.words(of: reference, [gpx])
      seconds["C", default: []].append(Double(c[0]) ?? .nan)
      for (name, path) in [("GPX", gpx), ("NMEA", nmea), ("small", small)] {
        let words = try Child.words(of: ourselves, ["formats", "read", path])
        seconds[name, default: []].append(Double(words[0]) ?? .nan)
        if name == "small" { seconds["warm", default: []].append(Double(words[8]) ?? .nan) }
        memory[name] = (Int(words[2]) ?? 0, Int(words[3]) ?? 0)
        if name == "GPX", words[1] != c[1] { print("GPX: \(words[1]) points, C finds \(c[1])") }
      }
    }
    let gpxBytes = try size(of: gpx)
    let nmeaBytes = try size(of: nmea)
    let c = median(seconds["C"] ?? [])
    print("median processor time of \(runs) runs in turn; MB = 10^6 bytes")
    line("C on libxml2 SAX2", c, gpxBytes, nil, ratio: nil)
    line("GPX", median(seconds["GPX"] ?? []), gpxBytes, memory["GPX"], ratio: c)
    line("NMEA", median(seconds["NMEA"] ?? []), nmeaBytes, memory["NMEA"], ratio: nil)
    let cRate = gpxBytes / c
    let nmeaRate = nmeaBytes / median(seconds["NMEA"] ?? [])
    print("NMEA to C on GPX: \(rounded(nmeaRate / cRate)) (250 to 167 is \(rounded(250.0 / 167)))")
    print(
      "a GPX file of 5 000 points: \(rounded(median(seconds["warm"] ?? []) * 1000)) ms,",
      "\(rounded(median(seconds["small"] ?? []) * 1000)) ms as the first of a process")
  }

  private func line(
    _ name: String, _ seconds: Double, _ bytes: Double, _ memory: (peak: Int, fixes: Int)?,
    ratio reference: Double?
  ) {
    var text = "\(name): \(rounded(seconds)) s, \(rounded(bytes / seconds / 1e6)) MB/s"
    if let reference { text += ", \(rounded(reference / seconds)) of C" }
    if let memory, memory.fixes > 0 {
      text += ", peak memory \(rounded(Double(memory.peak) / Double(memory.fixes))) of the fixes"
    }
    print(text)
  }

  private func size(of path: String) throws -> Double {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.size] as? NSNumber)?.doubleValue ?? .nan
  }
}
