import Glibc

/// What reads a text format line by line.
protocol LineConsumer {
  /// Reads one line, its line end left out.
  mutating func take(
    _ line: Span<UInt8>, number: Int, into builder: inout TraceBuilder
  ) throws(TraceError)
}

/// Cuts pieces of a text into lines, whatever their ends: LF, CRLF or CR.
///
/// A line that lies whole in a piece is handed on where it is, without a copy. A byte order mark at
/// the start is dropped. Lines are counted from 1.
struct LineFeed<Consumer: LineConsumer> {
  /// What gets the lines.
  var consumer: Consumer
  /// The number of the line in progress.
  private(set) var lineNumber = 1
  /// The beginning of a line whose end was not in the pieces so far.
  private var pending: [UInt8] = []
  private var lastWasReturn = false
  private var isAtStart = true
  private let limit: Int

  init(_ consumer: Consumer, options: ReadingOptions) {
    self.consumer = consumer
    limit = options.limits.lineBytes
  }

  /// Cuts the next piece.
  mutating func read(
    _ piece: Span<UInt8>, into builder: inout TraceBuilder
  ) throws(TraceError) {
    var start = 0
    // A mark that is cut in two pieces is taken off with the first line.
    if isAtStart, piece.count >= 3 {
      if piece.starts(with: "\u{FEFF}") { start = 3 }
      isAtStart = false
    }
    while start < piece.count {
      if lastWasReturn {
        lastWasReturn = false
        if piece[start] == UInt8(ascii: "\n") {
          start += 1
          continue
        }
      }
      guard let end = Self.lineEnd(in: piece, from: start) else {
        try keep(piece.extracting(start..<piece.count))
        return
      }
      if pending.isEmpty {
        try emit(piece.extracting(start..<end), into: &builder)
      } else {
        try keep(piece.extracting(start..<end))
        try emitPending(into: &builder)
      }
      lastWasReturn = piece[end] == UInt8(ascii: "\r")
      start = end + 1
    }
  }

  /// Hands on the last line, which may have no end.
  mutating func finish(into builder: inout TraceBuilder) throws(TraceError) {
    if !pending.isEmpty { try emitPending(into: &builder) }
  }

  /// Whether the last line of the file has no line end; asked before `finish`.
  var endsWithoutLineEnd: Bool { !pending.isEmpty }

  private mutating func keep(_ part: Span<UInt8>) throws(TraceError) {
    if pending.count + part.count > limit {
      throw TraceError(
        .limit, line: lineNumber, "a line longer than \(limit) bytes; this is no text of lines")
    }
    for index in part.indices { pending.append(part[index]) }
  }

  private mutating func emitPending(into builder: inout TraceBuilder) throws(TraceError) {
    var line = pending
    pending = []
    if isAtStart {
      if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
      isAtStart = false
    }
    try consumer.take(line.span, number: lineNumber, into: &builder)
    lineNumber += 1
    line.removeAll(keepingCapacity: true)
    pending = line
  }

  private mutating func emit(
    _ line: Span<UInt8>, into builder: inout TraceBuilder
  ) throws(TraceError) {
    if line.count > limit {
      throw TraceError(
        .limit, line: lineNumber, "a line longer than \(limit) bytes; this is no text of lines")
    }
    try consumer.take(line, number: lineNumber, into: &builder)
    lineNumber += 1
  }

  /// Where the line that begins at a place ends: the index of its LF or CR, or nil.
  private static func lineEnd(in piece: Span<UInt8>, from start: Int) -> Int? {
    // memchr looks at 32 bytes at a time, a loop over a span at one; the pointers stay in this scope.
    unsafe piece.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return nil }
      // Window by window, so that a file without any LF is not searched to its end for every line.
      var from = start
      while from < bytes.count {
        let window = min(bytes.count - from, 512)
        let feed = unsafe memchr(base + from, 0x0A, window)
        let length = unsafe feed.map { unsafe UnsafeRawPointer($0) - UnsafeRawPointer(base) - from }
        if let back = unsafe memchr(base + from, 0x0D, length ?? window) {
          return unsafe UnsafeRawPointer(back) - UnsafeRawPointer(base)
        }
        if let length { return from + length }
        from += window
      }
      return nil
    }
  }
}
