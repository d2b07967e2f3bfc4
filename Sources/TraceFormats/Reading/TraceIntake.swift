/// Takes the bytes of a file by pieces and makes a trace of them: decompresses, finds the format by
/// the content, and lets that format's reader read.
///
/// ```
/// bytes ─▶ gunzip, if gzip ─▶ head (4 KiB) ─▶ which reader? ─▶ reader ─▶ TraceBuilder ─▶ Trace
/// ```
public struct TraceIntake: ~Copyable {
  private static let headBytes = 4096

  private let options: ReadingOptions
  private var inflater: Inflater?
  private var start: [UInt8] = []
  private var isStarted = false
  private var head: [UInt8] = []
  private var reader: (any TraceReader)?
  /// Whether the reader has fetched the file to its end.
  private var hasFetched = false
  private var builder: TraceBuilder

  /// Makes an intake at the start of a file.
  public init(options: ReadingOptions = ReadingOptions()) {
    self.options = options
    builder = TraceBuilder(format: .gpx, options: options)
  }

  /// Whether the file is compressed, so that few of its bytes may mean much work.
  var isCompressed: Bool { inflater != nil }

  /// Makes room for the fixes of a whole file, as its first part has them.
  ///
  /// - Parameter parts: How many times as long as what was read so far the file is.
  mutating func expectWhole(parts: Double) { builder.expectWhole(parts: parts) }

  /// Takes the whole file from a source at once, if its format's reader likes to fetch it.
  ///
  /// - Parameter source: The source, its first piece in hand.
  /// - Returns: False when nothing was taken: the file is to be read piece by piece.
  /// - Throws: `TraceError`, or what the source throws.
  mutating func readAll(from source: PieceSource) throws -> Bool {
    let bytes = source.bytes
    let piece = bytes.span.extracting(0..<source.count)
    guard !isStarted, start.isEmpty, piece.count >= Self.headBytes,
      let type = TraceFormats.reader(recognizing: piece.extracting(0..<Self.headBytes))
        as? any FetchingReader.Type
    else { return false }
    isStarted = true
    hasFetched = true
    builder = TraceBuilder(format: type.format, options: options)
    var reader = type.init(options: options)
    self.reader = reader
    do {
      try reader.readAll(from: source, into: &builder)
    } catch let error as TraceError {
      throw placed(error)
    }
    return true
  }

  /// Takes the next bytes of the file.
  ///
  /// - Parameter piece: The bytes, cut anywhere.
  /// - Throws: `TraceError` when the file cannot be read any further.
  public mutating func read(_ piece: Span<UInt8>) throws(TraceError) {
    if isStarted {
      try takeFileBytes(piece)
      return
    }
    // Two bytes tell gzip.
    for index in piece.indices { start.append(piece[index]) }
    if start.count >= 2 { try begin() }
  }

  /// Takes the end of the file.
  ///
  /// - Returns: The trace.
  /// - Throws: `TraceError` when there is no trace in the file.
  public consuming func finish() throws(TraceError) -> Trace {
    if !isStarted {
      if start.isEmpty { throw TraceError(.empty, "the file is empty; export it again") }
      try begin()
    }
    if reader == nil { try chooseReader() }
    do throws(TraceError) {
      if !hasFetched { try reader?.finish(into: &builder) }
    } catch {
      throw placed(error)
    }
    switch inflater?.state {
    case .running:
      builder.note(.truncated, "the gzip data stops in the middle; what came before is kept")
    case .damaged:
      builder.note(.malformed, "the gzip data is damaged" + TraceNote.keepsStart)
    case .ended, nil: break
    }
    let trace = builder.finish()
    do throws(TraceError) {
      let lost = trace.notes.first { $0.code == .truncated || $0.code == .malformed }
      if options.isStrict, let lost {
        throw TraceError(.strict, line: lost.line, lost.message)
      }
      return try trace.judged()
    } catch {
      var placed = error
      placed.format = trace.format
      throw placed
    }
  }

  private mutating func begin() throws(TraceError) {
    isStarted = true
    let bytes = start
    start = []
    if bytes.count >= 2, bytes[0] == 0x1F, bytes[1] == 0x8B {
      inflater = Inflater(.gzip, limit: options.limits.decompressedBytes)
    }
    try takeFileBytes(bytes.span)
  }

  private mutating func takeFileBytes(_ bytes: Span<UInt8>) throws(TraceError) {
    guard let inflater else {
      try take(bytes)
      return
    }
    var index = 0
    var hasMore = true
    while hasMore {
      hasMore = try inflater.inflate(bytes, from: &index)
      try take(inflater.output.span)
    }
  }

  /// Takes bytes of the trace itself.
  private mutating func take(_ bytes: Span<UInt8>) throws(TraceError) {
    if reader == nil {
      for index in bytes.indices { head.append(bytes[index]) }
      if head.count >= Self.headBytes { try chooseReader() }
      return
    }
    do throws(TraceError) {
      try reader?.read(bytes, into: &builder)
    } catch {
      throw placed(error)
    }
  }

  /// An error with the format it occurred in.
  private func placed(_ error: TraceError) -> TraceError {
    // A reader may find out late that what it was given is none of its own.
    guard error.code != .unknownFormat else { return error }
    var placed = error
    placed.format = reader.map { type(of: $0).format }
    return placed
  }

  private mutating func chooseReader() throws(TraceError) {
    // However long the first piece was, the same bytes decide.
    let first = Array(head.prefix(Self.headBytes))
    if head.span.trimmedRange.isEmpty {
      throw TraceError(.empty, "the file holds nothing but blanks; export it again")
    }
    guard let type = TraceFormats.reader(recognizing: first.span) else {
      throw Self.unknown(first.span)
    }
    builder = TraceBuilder(format: type.format, options: options)
    reader = type.init(options: options)
    let bytes = head
    head = []
    try take(bytes.span)
  }

  /// What to tell a user about a file that no reader takes.
  private static func unknown(_ head: Span<UInt8>) -> TraceError {
    if head.starts(with: "BZh") {
      return TraceError(.unsupported, "compressed with bzip2; decompress it first (bunzip2)")
    }
    if head.count >= 5, head[0] == 0xFD, head.starts(with: "7zXZ", at: 1) {
      return TraceError(.unsupported, "compressed with xz; decompress it first (unxz)")
    }
    if head.count >= 4, head[0] == 0x28, head[1] == 0xB5, head[2] == 0x2F, head[3] == 0xFD {
      return TraceError(.unsupported, "compressed with zstd; decompress it first (unzstd)")
    }
    if let name = XMLHead.rootName(in: head) {
      return noFormat("XML with the root element <\(name)>, which is no trace")
    }
    return noFormat
  }

  /// What to tell of text or bytes that are no trace at all.
  static var noFormat: TraceError { noFormat("no format of traces") }

  private static func noFormat(_ reason: String) -> TraceError {
    let names = TraceFormats.readers.map { $0.format.displayName }
    return TraceError(
      .unknownFormat,
      "\(reason); export it again in one that is read: \(names.joined(separator: ", "))")
  }
}

extension TraceFormats {
  /// The reader that recognizes a file by its first bytes, or nil.
  static func reader(recognizing head: Span<UInt8>) -> (any TraceReader.Type)? {
    for reader in readers where reader.recognizes(head) { return reader }
    return nil
  }
}
