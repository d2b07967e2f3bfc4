/// Reads Keyhole Markup Language 2.2 with Google's `gx` extension, KML 2.3, and either in a zip (KMZ).
///
/// The rules where readers of KML differ:
/// - A `LineString` is a track without times, also where its placemark has a time span. Those of one
///   `MultiGeometry`, and the `Track` elements of one `MultiTrack`, are segments of one track. A file that
///   has the same path as `Track` and as `LineString` gives both; the `Track` is played.
/// - `when` and `coord` are paired by order as far as both go; the rest has no time, with a note. An empty
///   `coord` uses up its `when`, and gives a sensor sample without a position.
/// - Altitudes count only where `altitudeMode` is `absolute`; by the book all others are void.
/// - A tuple whose commas cannot be understood (`1, 2` or `1,2,3,4`) is an error with its line.
/// - Points are waypoints; areas are passed over with a note.
/// - In a zip, `doc.kml` is read, else the first file that ends in `.kml`.
struct KMLReader: TraceReader {
  static let format = TraceFormat.kml

  private let options: ReadingOptions
  private var parser: XMLPushParser<KMLHandler>
  private var archive: ZipArchive?
  private var isStarted = false

  static func recognizes(_ head: Span<UInt8>) -> Bool {
    head.starts(with: "PK\u{3}\u{4}") || XMLHead.rootName(in: head) == "kml"
  }

  init(options: ReadingOptions) {
    self.options = options
    parser = XMLPushParser(KMLHandler(), options: options)
  }

  mutating func read(_ piece: Span<UInt8>, into builder: inout TraceBuilder) throws(TraceError) {
    if !isStarted {
      isStarted = true
      if piece.starts(with: "PK") { archive = ZipArchive(limit: options.limits.decompressedBytes) }
    }
    if archive != nil {
      try archive?.append(piece)
    } else {
      try parser.read(piece, into: &builder)
    }
  }

  mutating func finish(into builder: inout TraceBuilder) throws(TraceError) {
    if let archive {
      guard
        let entry = archive.entry(where: { $0 == "doc.kml" })
          ?? archive.entry(where: { $0.lowercased().hasSuffix(".kml") })
      else {
        throw TraceError(
          .unsupported, "a zip archive without a KML document; unpack it and give what is in it")
      }
      let isWhole = try archive.read(entry) { bytes throws(TraceError) in
        try parser.read(bytes, into: &builder)
      }
      if !isWhole {
        builder.note(.truncated, "the zip archive is damaged or cut; what came before is kept")
      }
    }
    try parser.finish(into: &builder)
  }
}
