import Tracks

/// Writes a table of fixes (RFC 4180): one header, then one row a fix, in metres, metres per second and
/// degrees.
///
/// The columns are always all there, and empty where a fix does not have the value. Tracks are told by
/// the column `vehicle`, which holds their names, made different where they are not; segments by number.
/// Waypoints and routes have no place and are counted as omitted.
struct CSVWriter: TraceWriter {
  static let format = TraceFormat.csv
  static let fileExtensions = ["csv"]

  private(set) var omitted = 0
  private let options: WritingOptions
  private var names = UniqueNames()
  private var vehicle: [UInt8] = []
  private var segment = 0

  init(options: WritingOptions) {
    self.options = options
  }

  mutating func begin(name: String?, into output: inout [UInt8]) {
    output.append(
      text: "vehicle,segment,time,latitude,longitude,altitude_m,speed_mps,course,accuracy_m,"
        + "vertical_accuracy_m,hdop,satellites,heart_rate,cadence,power,temperature\r\n")
  }

  mutating func write(_ waypoint: Waypoint, into output: inout [UInt8]) {
    omitted += 1
  }

  mutating func write(_ route: Route, into output: inout [UInt8]) {
    omitted += route.points.count
  }

  mutating func beginTrack(name: String?, into output: inout [UInt8]) {
    vehicle = Self.quoted(names.next(name))
    segment = 0
  }

  mutating func beginSegment(into output: inout [UInt8]) {
    segment += 1
  }

  mutating func write(_ fix: Fix, into output: inout [UInt8]) {
    output += vehicle
    output.append(UInt8(ascii: ","))
    output.append(integer: segment)
    output.append(UInt8(ascii: ","))
    if let time = fix.time, options.includes(.derivedTime, of: fix) {
      output.append(text: time.iso8601Shortest)
    }
    append(fix.coordinate.latitude, to: &output)
    append(fix.coordinate.longitude, to: &output)
    for value in FixValue.allCases { append(value.number(of: fix, options), to: &output) }
    output.append(text: "\r\n")
  }

  mutating func endSegment(into output: inout [UInt8]) {}
  mutating func endTrack(into output: inout [UInt8]) {}
  mutating func finish(into output: inout [UInt8]) {}

  private func append(_ value: Double?, to output: inout [UInt8]) {
    output.append(UInt8(ascii: ","))
    if let value { output.append(shortest: value) }
  }

  /// A name as a field; control characters, which would make the table look like no text, are blanks.
  private static func quoted(_ name: String) -> [UInt8] {
    let bytes = name.utf8.map { $0 < 0x20 ? 0x20 : $0 }
    guard
      bytes.contains(where: { ",\"".utf8.contains($0) }) || bytes.first == 0x20
        || bytes.first == UInt8(ascii: "#")
        || bytes.last == 0x20
    else { return bytes }
    let quote = UInt8(ascii: "\"")
    return [quote] + bytes.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
  }
}
