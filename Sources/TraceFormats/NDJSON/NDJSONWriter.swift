import Tracks

/// Writes Rastro's own recording: one JSON object a line, each a fix, with the keys of a recording that
/// do not depend on how it was played.
///
/// Nothing is rounded, and derived and interpolated values are written with their marks. Tracks are told by
/// `vehicle`, their names made different where they are not; each segment is a generation of its own.
/// Waypoints and routes have no place and are counted as omitted.
struct NDJSONWriter: TraceWriter {
  static let format = TraceFormat.ndjson
  static let fileExtensions = ["ndjson"]

  private(set) var omitted = 0
  private var names = UniqueNames()
  private var vehicle: [UInt8] = []
  private var sequence = 0
  private var generation = 0

  init(options: WritingOptions) {}

  mutating func begin(name: String?, into output: inout [UInt8]) {}

  mutating func write(_ waypoint: Waypoint, into output: inout [UInt8]) {
    omitted += 1
  }

  mutating func write(_ route: Route, into output: inout [UInt8]) {
    omitted += route.points.count
  }

  mutating func beginTrack(name: String?, into output: inout [UInt8]) {
    vehicle = []
    vehicle.append(json: names.next(name))
    generation = -1
  }

  mutating func beginSegment(into output: inout [UInt8]) {
    generation += 1
  }

  mutating func write(_ fix: Fix, into output: inout [UInt8]) {
    output.append(
      text: "{\"type\":\"fix\",\"sequence\":\(sequence),\"generation\":\(generation),\"vehicle\":")
    sequence += 1
    output += vehicle
    if let time = fix.time { output.append(text: ",\"time\":\"\(time.iso8601Shortest)\"") }
    append("lat", fix.coordinate.latitude, to: &output)
    append("lon", fix.coordinate.longitude, to: &output)
    append("alt", fix.altitude, to: &output)
    append("speed", fix.speed, to: &output)
    append("course", fix.course, to: &output)
    append("accuracy", fix.horizontalAccuracy, to: &output)
    let derived = [
      fix.marks.contains(.derivedTime) ? "\"time\"" : nil,
      fix.marks.contains(.derivedSpeed) ? "\"speed\"" : nil,
      fix.marks.contains(.derivedCourse) ? "\"course\"" : nil,
    ].compactMap { $0 }
    if !derived.isEmpty {
      output.append(text: ",\"derived\":[\(derived.joined(separator: ","))]")
    }
    if fix.marks.contains(.interpolated) { output.append(text: ",\"interpolated\":true") }
    output.append(text: "}\n")
  }

  mutating func endSegment(into output: inout [UInt8]) {}
  mutating func endTrack(into output: inout [UInt8]) {}
  mutating func finish(into output: inout [UInt8]) {}

  private func append(_ key: StaticString, _ value: Double?, to output: inout [UInt8]) {
    guard let value else { return }
    output.append(text: ",\"\(key)\":")
    output.append(shortest: value)
  }
}
