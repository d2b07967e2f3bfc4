/// Reads GeoJSON (RFC 7946), whole documents or one text after another (RFC 8142).
///
/// The rules where writers of GeoJSON differ:
/// - `LineString` is a track, `MultiLineString` one track of several segments, `Point` and `MultiPoint` are
///   waypoints. Each line of a `GeometryCollection` is a track. Areas are passed over with a note.
/// - Times, for which the standard has no place, come from `coordTimes` or `times` in the properties or in
///   `coordinateProperties`, flat or nested as the lines are, paired by order as far as both go, and
///   else from a fourth number of a position that can be nothing else (10⁸ or more). Beside a geometry
///   collection it is not known whose times they are, and they are not used. Points have `time` or
///   `timestamp`. Numbers are seconds since 1970 below 10¹¹, else milliseconds.
/// - A second number beyond ±90 beside a first within it is told as latitude and longitude swapped, and the
///   position is skipped; nothing is swapped back.
/// - A `crs` other than WGS 84, as GeoJSON had before 2016, is refused.
/// - Lines that cross the antimeridian may be cut there or not; they are taken as they are.
/// - A document that stops or breaks in the middle gives the positions up to there, with a note.
struct GeoJSONReader: TraceReader {
  static let format = TraceFormat.geojson

  private var feed: JSONFeed<GeoJSONDocument>
  private var fault: TraceError?

  init(options: ReadingOptions) {
    feed = JSONFeed(GeoJSONDocument(), options: options)
  }

  static func recognizes(_ head: Span<UInt8>) -> Bool {
    var start = head.starts(with: "\u{FEFF}") ? 3 : 0
    while start < head.count, head[start] <= 0x20 { start += 1 }
    guard start < head.count, head[start] == UInt8(ascii: "{") else { return false }
    for word in [
      "\"FeatureCollection\"", "\"Feature\"", "\"LineString\"", "\"MultiLineString\"", "\"Point\"",
      "\"MultiPoint\"", "\"GeometryCollection\"", "\"coordinates\"", "\"features\"",
    ] as [StaticString] where head.firstIndex(of: word, from: start) != nil {
      return true
    }
    return false
  }

  mutating func read(_ piece: Span<UInt8>, into builder: inout TraceBuilder) throws(TraceError) {
    guard fault == nil else { return }
    do throws(TraceError) {
      try feed.read(piece, into: &builder)
    } catch {
      guard error.code == .malformed else { throw error }
      fault = error
    }
  }

  mutating func finish(into builder: inout TraceBuilder) throws(TraceError) {
    if fault == nil { try feed.finish(into: &builder) }
    try feed.consumer.finish(line: feed.line, into: &builder)
    if let fault {
      builder.note(
        .malformed, line: fault.line, fault.message + TraceNote.keepsStart)
    } else if feed.isInside {
      builder.note(
        .truncated, line: feed.line, "the document stops in the middle; what was whole is kept")
    }
  }
}
