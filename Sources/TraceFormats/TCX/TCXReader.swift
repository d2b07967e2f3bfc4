/// Reads Garmin Training Center XML, version 2: activities, multisport sessions and courses.
///
/// The rules where readers of TCX differ:
/// - Each `Activity` or `Course` is a track, and each `Track` element in its laps a segment of it.
/// - A `Trackpoint` without `Position` (a pause, a pool) gives a sensor sample, and is counted.
/// - A `CoursePoint` is a waypoint.
struct TCXReader: TraceReader {
  static let format = TraceFormat.tcx

  private var parser: XMLPushParser<TCXHandler>

  static func recognizes(_ head: Span<UInt8>) -> Bool {
    XMLHead.rootName(in: head) == "TrainingCenterDatabase"
  }

  init(options: ReadingOptions) {
    parser = XMLPushParser(TCXHandler(), options: options)
  }

  mutating func read(_ piece: Span<UInt8>, into builder: inout TraceBuilder) throws(TraceError) {
    try parser.read(piece, into: &builder)
  }

  mutating func finish(into builder: inout TraceBuilder) throws(TraceError) {
    try parser.finish(into: &builder)
  }
}

extension TCXReader: FetchingReader {
  mutating func readAll(from source: PieceSource, into builder: inout TraceBuilder) throws {
    try parser.readAll(from: source, into: &builder)
  }
}
