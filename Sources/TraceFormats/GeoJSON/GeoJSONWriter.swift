import Tracks

/// Writes GeoJSON (RFC 7946): one collection with a feature for each waypoint, route and track.
///
/// A track of one segment is a `LineString`, of several a `MultiLineString`. The times of its positions
/// stand in `coordTimes`, as many readers look for them, and what else the fixes hold in
/// `coordinateProperties`; both are nested as the lines are, with null where a fix has no value, and
/// missing where none has. Lines over the antimeridian are not cut, for cutting would need positions and
/// times that nobody recorded; and a segment of one fix stays a line of one position.
///
/// One track is held at a time, as text.
struct GeoJSONWriter: TraceWriter {
  static let format = TraceFormat.geojson
  static let fileExtensions = ["geojson", "json"]

  var omitted: Int { 0 }
  private let options: WritingOptions
  private var isFirst = true
  private var trackName: String?
  private var lines: [[UInt8]] = []
  private var columns = GeoJSONColumns()

  init(options: WritingOptions) {
    self.options = options
  }

  mutating func begin(name: String?, into output: inout [UInt8]) {
    output.append(text: "{\"type\":\"FeatureCollection\",")
    if let name {
      output.append(text: "\"name\":")
      output.append(json: name)
      output.append(text: ",")
    }
    output.append(text: "\"features\":[")
  }

  mutating func write(_ waypoint: Waypoint, into output: inout [UInt8]) {
    beginFeature(into: &output)
    output.append(text: "{\"type\":\"Point\",\"coordinates\":")
    Self.append(waypoint.fix, to: &output)
    output.append(text: "},\"properties\":{")
    var members: [[UInt8]] = []
    if let name = waypoint.name {
      members.append(Array("\"name\":".utf8))
      members[0].append(json: name)
    }
    if let time = waypoint.fix.time {
      members.append(Array("\"time\":\"\(time.iso8601Shortest)\"".utf8))
    }
    for value in FixValue.allCases where value != .altitude {
      guard let number = value.number(of: waypoint.fix, options) else { continue }
      var member = Array("\"\(value.name)\":".utf8)
      member.append(shortest: number)
      members.append(member)
    }
    output += members.joined(separator: [UInt8(ascii: ",")])
    output.append(text: "}}")
  }

  mutating func write(_ route: Route, into output: inout [UInt8]) {
    beginTrack(name: route.name, into: &output)
    beginSegment(into: &output)
    for point in route.points { write(point, into: &output) }
    endSegment(into: &output)
    endTrack(into: &output)
  }

  mutating func beginTrack(name: String?, into output: inout [UInt8]) {
    trackName = name
    lines = []
    columns = GeoJSONColumns()
  }

  mutating func beginSegment(into output: inout [UInt8]) {
    lines.append([])
    columns.beginLine()
  }

  mutating func write(_ fix: Fix, into output: inout [UInt8]) {
    let last = lines.count - 1
    if !lines[last].isEmpty { lines[last].append(UInt8(ascii: ",")) }
    Self.append(fix, to: &lines[last])
    columns.append(fix, options: options)
  }

  mutating func endSegment(into output: inout [UInt8]) {}

  mutating func endTrack(into output: inout [UInt8]) {
    beginFeature(into: &output)
    let isSingle = lines.count == 1
    output.append(text: isSingle ? "{\"type\":\"LineString\"" : "{\"type\":\"MultiLineString\"")
    output.append(text: ",\"coordinates\":")
    output.append(jsonArrays: lines, isNested: !isSingle)
    output.append(text: "},\"properties\":{")
    var needsComma = false
    if let trackName {
      output.append(text: "\"name\":")
      output.append(json: trackName)
      needsComma = true
    }
    columns.write(isNested: !isSingle, needsComma: needsComma, into: &output)
    output.append(text: "}}")
    lines = []
    columns = GeoJSONColumns()
  }

  mutating func finish(into output: inout [UInt8]) {
    output.append(text: "\n]}\n")
  }

  private mutating func beginFeature(into output: inout [UInt8]) {
    output.append(text: isFirst ? "\n" : ",\n")
    isFirst = false
    output.append(text: "{\"type\":\"Feature\",\"geometry\":")
  }

  private static func append(_ fix: Fix, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "["))
    output.append(shortest: fix.coordinate.longitude)
    output.append(UInt8(ascii: ","))
    output.append(shortest: fix.coordinate.latitude)
    if let altitude = fix.altitude {
      output.append(UInt8(ascii: ","))
      output.append(shortest: altitude)
    }
    output.append(UInt8(ascii: "]"))
  }
}
