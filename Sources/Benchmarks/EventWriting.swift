import Foundation
import Recording
import Simulation
import Tracks

/// What a line of a recording costs, beside lines put together by string interpolation.
enum EventWriting {
  static func report(_ count: Int) async -> Int32 {
    let emissions = (0..<count).map(emission)
    do {
      let plain = try await Metrics.best(count) { try plainLines(emissions) }
      Metrics.report("plain lines: string interpolation, write", plain)
      let recorded = try await Metrics.best(count) { try await record(emissions) }
      Metrics.report("EventRecorder: append, written to /dev/null", recorded, of: plain)
      print("\(Int((1e9 / recorded).rounded())) lines a second of processor time")
      return 0
    } catch {
      print("Benchmarks: \(error)")
      return 1
    }
  }

  /// A fix with all that a recording holds, its numbers as long as real ones.
  private static func emission(_ index: Int) -> Emission {
    var fix = Fix(
      Coordinate(
        wrappingLatitude: 47 + Double(index) * 0.000_011_3,
        longitude: 8 + Double(index % 1000) * 0.000_013_7),
      time: SourceTime(nanoseconds: 1_714_557_600_000_000_000 + Int64(index) * 100_000_000))
    fix.speed = 13.9 + Double(index % 10) / 7
    fix.course = Double(index % 360) + 0.25
    fix.horizontalAccuracy = 4.5
    fix.marks.insert(.derivedSpeed)
    let time = Duration.milliseconds(100 * index)
    return .location(
      LocationUpdate(
        vehicle: 0, fix: fix, sequence: UInt64(index), generation: 0, due: time, emitted: time))
  }

  private static func record(_ emissions: [Emission]) async throws -> UInt64 {
    let recorder = try await EventRecorder(path: "/dev/null", vehicles: ["bus-7"])
    for (index, emission) in emissions.enumerated() {
      if index % 128 == 0 { await recorder.untilRoom() }
      recorder.append(emission)
    }
    return await recorder.close().written
  }

  private static func plainLines(_ emissions: [Emission]) throws -> UInt64 {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/null"))
    defer { try? file.close() }
    var count: UInt64 = 0
    var text = ""
    for case .location(let update) in emissions {
      let fix = update.fix
      text +=
        "{\"type\":\"fix\",\"sequence\":\(update.sequence),\"generation\":\(update.generation),"
        + "\"vehicle\":\"bus-7\",\"time\":\"\(fix.time?.iso8601Milliseconds ?? "")\","
        + "\"lat\":\(fix.coordinate.latitude),\"lon\":\(fix.coordinate.longitude),"
        + "\"speed\":\(fix.speed ?? 0),\"course\":\(fix.course ?? 0),"
        + "\"accuracy\":\(fix.horizontalAccuracy ?? 0),\"derived\":[\"speed\"],"
        + "\"emitted_ms\":\(update.emitted / .milliseconds(1))}\n"
      count += 1
      guard text.utf8.count > 1 << 18 else { continue }
      try file.write(contentsOf: Data(text.utf8))
      text = ""
    }
    try file.write(contentsOf: Data(text.utf8))
    return count
  }
}
