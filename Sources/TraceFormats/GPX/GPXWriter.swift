public import Tracks

/// Writes GPX 1.1.
///
/// Speed, course, heart rate, cadence and temperature go into Garmin's TrackPointExtension v2, power and
/// the accuracies beside it in elements of their own. Derived values are left out unless asked for.
public struct GPXWriter: TraceWriter {
  /// GPX.
  public static var format: TraceFormat { .gpx }
  /// `gpx`.
  public static var fileExtensions: [String] { ["gpx"] }
  /// Always 0: GPX holds everything.
  public var omitted: Int { 0 }

  private let options: WritingOptions

  /// Makes a writer of one file.
  public init(options: WritingOptions) {
    self.options = options
  }

  /// Writes the beginning of the file.
  public mutating func begin(name: String?, into output: inout [UInt8]) {
    output.append(
      text: """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="
        """)
    output.append(xml: options.creator)
    output.append(
      text: """
        " xmlns="http://www.topografix.com/GPX/1/1" \
        xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" \
        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
        xsi:schemaLocation="http://www.topografix.com/GPX/1/1 \
        http://www.topografix.com/GPX/1/1/gpx.xsd">

        """)
    if let name {
      output.append(text: "  <metadata>")
      append(name: name, into: &output)
      output.append(text: "</metadata>\n")
    }
  }

  /// Writes a waypoint.
  public mutating func write(_ waypoint: Waypoint, into output: inout [UInt8]) {
    append(waypoint.fix, named: waypoint.name, as: "wpt", indent: "  ", into: &output)
  }

  /// Writes a route.
  public mutating func write(_ route: Route, into output: inout [UInt8]) {
    output.append(text: "  <rte>")
    append(name: route.name, into: &output)
    output.append(text: "\n")
    for point in route.points {
      append(point, named: nil, as: "rtept", indent: "    ", into: &output)
    }
    output.append(text: "  </rte>\n")
  }

  /// Writes the beginning of a track.
  public mutating func beginTrack(name: String?, into output: inout [UInt8]) {
    output.append(text: "  <trk>")
    append(name: name, into: &output)
    output.append(text: "\n")
  }

  /// Writes the beginning of a segment.
  public mutating func beginSegment(into output: inout [UInt8]) {
    output.append(text: "    <trkseg>\n")
  }

  /// Writes a fix of the segment in progress.
  public mutating func write(_ fix: Fix, into output: inout [UInt8]) {
    append(fix, named: nil, as: "trkpt", indent: "      ", into: &output)
  }

  /// Writes the end of a segment.
  public mutating func endSegment(into output: inout [UInt8]) {
    output.append(text: "    </trkseg>\n")
  }

  /// Writes the end of a track.
  public mutating func endTrack(into output: inout [UInt8]) {
    output.append(text: "  </trk>\n")
  }

  /// Writes the end of the file.
  public mutating func finish(into output: inout [UInt8]) {
    output.append(text: "</gpx>\n")
  }

  private func append(name: String?, into output: inout [UInt8]) {
    guard let name else { return }
    output.append(text: "<name>")
    output.append(xml: name)
    output.append(text: "</name>")
  }

  /// Appends a point with its children in the order of the schema.
  private func append(
    _ fix: Fix, named name: String?, as element: String, indent: String,
    into output: inout [UInt8]
  ) {
    output.append(text: "\(indent)<\(element) lat=\"")
    output.append(shortest: fix.coordinate.latitude)
    output.append(text: "\" lon=\"")
    output.append(shortest: fix.coordinate.longitude)
    output.append(text: "\">")
    append("ele", fix.altitude, into: &output)
    if let time = fix.time, options.includes(.derivedTime, of: fix) {
      output.append(text: "<time>\(time.iso8601Shortest)</time>")
    }
    append(name: name, into: &output)
    append("sat", fix.satellites.map(Double.init), into: &output)
    append("hdop", fix.horizontalDilution, into: &output)
    appendExtensions(of: fix, into: &output)
    output.append(text: "</\(element)>\n")
  }

  private func appendExtensions(of fix: Fix, into output: inout [UInt8]) {
    var garmin: [UInt8] = []
    append("gpxtpx:atemp", fix.temperature, into: &garmin)
    append("gpxtpx:hr", fix.heartRate.map(Double.init), into: &garmin)
    append("gpxtpx:cad", fix.cadence.map(Double.init), into: &garmin)
    if options.includes(.derivedSpeed, of: fix) { append("gpxtpx:speed", fix.speed, into: &garmin) }
    if options.includes(.derivedCourse, of: fix) {
      append("gpxtpx:course", fix.course, into: &garmin)
    }
    var plain: [UInt8] = []
    append("power", fix.power.map(Double.init), into: &plain)
    append("hAcc", fix.horizontalAccuracy, into: &plain)
    append("vAcc", fix.verticalAccuracy, into: &plain)
    guard !garmin.isEmpty || !plain.isEmpty else { return }
    output.append(text: "<extensions>")
    if !garmin.isEmpty {
      output.append(text: "<gpxtpx:TrackPointExtension>")
      output += garmin
      output.append(text: "</gpxtpx:TrackPointExtension>")
    }
    output += plain
    output.append(text: "</extensions>")
  }

  private func append(_ element: String, _ value: Double?, into output: inout [UInt8]) {
    guard let value else { return }
    output.append(text: "<\(element)>")
    output.append(shortest: value)
    output.append(text: "</\(element)>")
  }
}
