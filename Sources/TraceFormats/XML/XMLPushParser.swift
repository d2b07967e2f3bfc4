/// Reads XML by pieces and hands its elements to a format's handler.
///
/// Bytes before the first `<` are passed over. Encodings: UTF-8, UTF-16, Latin-1 and Windows-1252 (one
/// rule for both), and what iconv knows; bytes that are not UTF-8 are read as Windows-1252, those of no
/// character of another encoding become U+FFFD, both with a note. A document
/// that stops or breaks in the middle gives what stood before, with a note. Entity declarations are
/// refused, since documents of tracks have none and they are how small files grow without bound.
struct XMLPushParser<Handler: XMLHandler> {
  private static var headBytes: Int { 1024 }

  private let handler: Handler
  private let options: ReadingOptions
  private var head: [UInt8] = []
  private var parser: XMLParser<Handler>?
  private var recoding = XMLRecoding(.utf8)

  init(_ handler: Handler, options: ReadingOptions) {
    self.handler = handler
    self.options = options
  }

  /// Reads the next bytes of the document.
  mutating func read(
    _ piece: Span<UInt8>, into builder: inout TraceBuilder
  ) throws(TraceError) {
    if let parser {
      try parse(piece, with: parser, into: &builder)
      return
    }
    if head.isEmpty, piece.count >= Self.headBytes {
      try begin(piece, into: &builder)
    } else {
      for index in piece.indices { head.append(piece[index]) }
      if head.count >= Self.headBytes { try beginWithHead(into: &builder) }
    }
  }

  /// Reads the end of the document.
  mutating func finish(into builder: inout TraceBuilder) throws(TraceError) {
    if parser == nil { try beginWithHead(into: &builder) }
    guard let parser else { return }
    recoding.finish()
    try parser.read(recoding.bytes.span, into: &builder)
    try parser.finish(into: &builder)
    recoding.noteFaults(in: &builder)
  }

  private mutating func beginWithHead(into builder: inout TraceBuilder) throws(TraceError) {
    let bytes = head
    head = []
    try begin(bytes.span, into: &builder)
  }

  private mutating func begin(
    _ bytes: Span<UInt8>, into builder: inout TraceBuilder
  ) throws(TraceError) {
    let head = Self.head(bytes, into: &builder)
    recoding = XMLRecoding(head.encoding)
    let parser = XMLParser(
      handler, skippedLines: head.skippedLines, input: nil, options: options)
    self.parser = parser
    try parse(bytes.extracting(head.skipped..<bytes.count), with: parser, into: &builder)
  }

  private mutating func parse(
    _ bytes: Span<UInt8>, with parser: XMLParser<Handler>, into builder: inout TraceBuilder
  ) throws(TraceError) {
    if recoding.recodes(bytes) {
      try parser.read(recoding.bytes.span, into: &builder)
    } else {
      try parser.read(bytes, into: &builder)
    }
  }

  /// Reads a whole document, fetching it.
  ///
  /// - Throws: `TraceError`, or what the source throws.
  func readAll(from source: PieceSource, into builder: inout TraceBuilder) throws {
    let piece = source.bytes
    let head = Self.head(piece.span.extracting(0..<source.count), into: &builder)
    let input = XMLInput(source, skipping: head.skipped, encoding: head.encoding)
    let parser = XMLParser(
      handler, skippedLines: head.skippedLines, input: input, options: options)
    try parser.readAll(into: &builder)
    input.noteFaults(in: &builder)
  }

  private static func head(
    _ bytes: Span<UInt8>, into builder: inout TraceBuilder
  ) -> XMLHead {
    // However long the first piece was, the same bytes decide.
    let head = XMLHead(bytes.extracting(0..<min(headBytes, bytes.count)))
    if head.skipsText {
      builder.note(.malformed, line: 1, "text before the document was passed over")
    }
    return head
  }
}
