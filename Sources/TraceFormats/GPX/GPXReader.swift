/// Reads GPS Exchange Format 1.0 and 1.1.
public struct GPXReader: TraceReader {
  /// GPX.
  public static var format: TraceFormat { .gpx }

  private var parser: XMLPushParser<GPXHandler>

  /// Whether the root element is `gpx`.
  public static func recognizes(_ head: Span<UInt8>) -> Bool {
    XMLHead.rootName(in: head) == "gpx"
  }

  /// Makes a reader at the start of a file.
  public init(options: ReadingOptions) {
    parser = XMLPushParser(GPXHandler(), options: options)
  }

  /// Reads the next bytes of the file.
  ///
  /// - Parameters:
  ///   - piece: The bytes, cut anywhere.
  ///   - builder: Where the trace is put together.
  /// - Throws: `TraceError`.
  public mutating func read(
    _ piece: Span<UInt8>, into builder: inout TraceBuilder
  ) throws(TraceError) {
    try parser.read(piece, into: &builder)
  }

  /// Reads the end of the file.
  ///
  /// - Parameter builder: Where the trace is put together.
  /// - Throws: `TraceError`.
  public mutating func finish(into builder: inout TraceBuilder) throws(TraceError) {
    try parser.finish(into: &builder)
  }
}

extension GPXReader: FetchingReader {
  mutating func readAll(from source: PieceSource, into builder: inout TraceBuilder) throws {
    try parser.readAll(from: source, into: &builder)
  }
}
