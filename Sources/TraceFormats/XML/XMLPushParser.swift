/// Reads XML by pieces and hands its elements to a format's handler.
///
/// Bytes before the first `<` are passed over. Encodings: UTF-8, UTF-16, Latin-1 and Windows-1252 (one
/// rule for both), and what libxml2 knows; bytes that are not UTF-8 are read as Windows-1252. A document
/// that stops or breaks in the middle gives what stood before, with a note. Entity declarations are
/// refused, since documents of tracks have none and they are how small files grow without bound.
struct XMLPushParser<Handler: XMLHandler> {
  private static var headBytes: Int { 1024 }

  private let handler: Handler
  private let options: ReadingOptions
  private var head: [UInt8] = []
  private var parser: XMLParser<Handler>?
  private var encoding = XMLHead.Encoding.utf8
  private var repair = UTF8Repair()
  private var transcoded: [UInt8] = []

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
    transcoded.removeAll(keepingCapacity: true)
    repair.finish(to: &transcoded)
    try parser.read(transcoded.span, into: &builder)
    try parser.finish(into: &builder)
    if repair.hasRepaired {
      builder.note(.encoding, "bytes that are not UTF-8 were read as Windows-1252")
    }
  }

  private mutating func beginWithHead(into builder: inout TraceBuilder) throws(TraceError) {
    let bytes = head
    head = []
    try begin(bytes.span, into: &builder)
  }

  private mutating func begin(
    _ bytes: Span<UInt8>, into builder: inout TraceBuilder
  ) throws(TraceError) {
    // However long the first piece was, the same bytes decide.
    let head = XMLHead(bytes.extracting(0..<min(Self.headBytes, bytes.count)))
    if head.skipsText {
      builder.note(.malformed, line: 1, "text before the document was passed over")
    }
    encoding = head.encoding
    let parser = XMLParser(
      handler, encoding: head.encoding, skippedLines: head.skippedLines, options: options)
    self.parser = parser
    try parse(bytes.extracting(head.skipped..<bytes.count), with: parser, into: &builder)
  }

  private mutating func parse(
    _ bytes: Span<UInt8>, with parser: XMLParser<Handler>, into builder: inout TraceBuilder
  ) throws(TraceError) {
    transcoded.removeAll(keepingCapacity: true)
    switch encoding {
    case .utf8 where !repair.passes(bytes): repair.append(bytes, to: &transcoded)
    case .windows1252: Windows1252.transcode(bytes, into: &transcoded)
    case .utf8, .utf16, .other:
      try parser.read(bytes, into: &builder)
      return
    }
    try parser.read(transcoded.span, into: &builder)
  }
}
