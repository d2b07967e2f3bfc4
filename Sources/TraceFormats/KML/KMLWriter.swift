import Tracks

/// Writes KML 2.2 with Google's `gx` extension.
///
/// A track whose first segment has times is a `gx:MultiTrack`, its segments `gx:Track` elements with times,
/// places and whatever else the fixes hold; a fix without time among them has an empty `when`. A track
/// without times is a `MultiGeometry` of `LineString` elements. Where fixes have altitudes they are
/// `absolute`. One segment is held at a time.
struct KMLWriter: TraceWriter {
  static let format = TraceFormat.kml
  static let fileExtensions = ["kml"]

  var omitted: Int { 0 }
  private let options: WritingOptions
  private var fixes: [Fix] = []
  /// The element around the segments of the track in progress, once its first segment has decided.
  private var container: String?

  init(options: WritingOptions) {
    self.options = options
  }

  mutating func begin(name: String?, into output: inout [UInt8]) {
    output.append(
      text: """
        <?xml version="1.0" encoding="UTF-8"?>
        <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
        <Document>

        """)
    append(name: name, into: &output)
    output.append(text: "<Schema id=\"fix\">\n")
    for array in Self.arrays {
      output.append(text: "<gx:SimpleArrayField name=\"\(array.name)\" type=\"float\"/>\n")
    }
    output.append(text: "</Schema>\n")
  }

  mutating func write(_ waypoint: Waypoint, into output: inout [UInt8]) {
    output.append(text: "<Placemark>\n")
    append(name: waypoint.name, into: &output)
    if let time = waypoint.fix.time {
      output.append(text: "<TimeStamp><when>\(time.iso8601Shortest)</when></TimeStamp>\n")
    }
    output.append(text: "<Point>")
    if waypoint.fix.altitude != nil { output.append(text: Self.absolute) }
    output.append(text: "<coordinates>")
    append(waypoint.fix, separator: ",", into: &output)
    output.append(text: "</coordinates></Point>\n</Placemark>\n")
  }

  mutating func write(_ route: Route, into output: inout [UInt8]) {
    output.append(text: "<Placemark>\n")
    append(name: route.name, into: &output)
    appendLine(route.points, into: &output)
    output.append(text: "</Placemark>\n")
  }

  mutating func beginTrack(name: String?, into output: inout [UInt8]) {
    output.append(text: "<Placemark>\n")
    append(name: name, into: &output)
    container = nil
  }

  mutating func beginSegment(into output: inout [UInt8]) {
    fixes.removeAll(keepingCapacity: true)
  }

  mutating func write(_ fix: Fix, into output: inout [UInt8]) {
    fixes.append(fix)
  }

  mutating func endSegment(into output: inout [UInt8]) {
    let isTimed = fixes.contains { time(of: $0) != nil }
    if container == nil {
      container = isTimed ? "gx:MultiTrack" : "MultiGeometry"
      output.append(text: "<\(isTimed ? "gx:MultiTrack" : "MultiGeometry")>\n")
    }
    if isTimed || container == "gx:MultiTrack" {
      appendTrack(into: &output)
    } else {
      appendLine(fixes, into: &output)
    }
    fixes.removeAll(keepingCapacity: true)
  }

  mutating func endTrack(into output: inout [UInt8]) {
    if let container { output.append(text: "</\(container)>\n") }
    output.append(text: "</Placemark>\n")
  }

  mutating func finish(into output: inout [UInt8]) {
    output.append(text: "</Document>\n</kml>\n")
  }

  /// What a `gx:Track` holds in arrays beside its places.
  private static let arrays = FixValue.allCases.filter { $0 != .altitude }
  private static let absolute = "<altitudeMode>absolute</altitudeMode>"

  private func time(of fix: Fix) -> SourceTime? {
    options.includes(.derivedTime, of: fix) ? fix.time : nil
  }

  private func append(name: String?, into output: inout [UInt8]) {
    guard let name else { return }
    output.append(text: "<name>")
    output.append(xml: name)
    output.append(text: "</name>\n")
  }

  private func append(_ fix: Fix, separator: String, into output: inout [UInt8]) {
    output.append(shortest: fix.coordinate.longitude)
    output.append(text: separator)
    output.append(shortest: fix.coordinate.latitude)
    if let altitude = fix.altitude {
      output.append(text: separator)
      output.append(shortest: altitude)
    }
  }

  private func appendLine(_ points: [Fix], into output: inout [UInt8]) {
    output.append(text: "<LineString>")
    if points.contains(where: { $0.altitude != nil }) { output.append(text: Self.absolute) }
    output.append(text: "<coordinates>\n")
    for point in points {
      append(point, separator: ",", into: &output)
      output.append(text: "\n")
    }
    output.append(text: "</coordinates></LineString>\n")
  }

  private func appendTrack(into output: inout [UInt8]) {
    output.append(text: "<gx:Track>\n")
    if fixes.contains(where: { $0.altitude != nil }) { output.append(text: Self.absolute + "\n") }
    for fix in fixes {
      output.append(
        text: time(of: fix).map { "<when>\($0.iso8601Shortest)</when>\n" } ?? "<when/>\n")
    }
    for fix in fixes {
      output.append(text: "<gx:coord>")
      append(fix, separator: " ", into: &output)
      output.append(text: "</gx:coord>\n")
    }
    let arrays = Self.arrays.filter { array in
      fixes.contains { array.number(of: $0, options) != nil }
    }
    if !arrays.isEmpty {
      output.append(text: "<ExtendedData><SchemaData schemaUrl=\"#fix\">\n")
      for array in arrays { append(array, into: &output) }
      output.append(text: "</SchemaData></ExtendedData>\n")
    }
    output.append(text: "</gx:Track>\n")
  }

  private func append(_ array: FixValue, into output: inout [UInt8]) {
    output.append(text: "<gx:SimpleArrayData name=\"\(array.name)\">\n")
    for fix in fixes {
      if let value = array.number(of: fix, options) {
        output.append(text: "<gx:value>")
        output.append(shortest: value)
        output.append(text: "</gx:value>\n")
      } else {
        output.append(text: "<gx:value/>\n")
      }
    }
    output.append(text: "</gx:SimpleArrayData>\n")
  }
}
