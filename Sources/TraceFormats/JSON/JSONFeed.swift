/// Cuts pieces of JSON (RFC 8259) into its parts, without holding more of it than one name, string or
/// number: a whole parser such as Foundation's holds the document several times over, and gives nothing
/// of one that stops in the middle.
///
/// Several texts may follow one another, with white space or the separator of RFC 8142 between them.
struct JSONFeed<Consumer: JSONConsumer> {
  /// What gets the parts.
  var consumer: Consumer
  /// The line in progress, counted from 1.
  private(set) var line: Int
  /// The objects and arrays that are open, from the outermost.
  private var open: [Container] = []
  private var expected = Expectation.value
  private var token = Token.none
  /// The beginning of a token whose end was not in the pieces so far, its escapes resolved.
  private var text: [UInt8] = []
  private var escape = JSONEscape()
  private var isAtStart = true
  private let limits: ReadingLimits

  private enum Container {
    case object
    case array
  }

  /// What may come next.
  private enum Expectation {
    case value
    case valueOrEnd
    case key
    case keyOrEnd
    case colon
    case commaOrEnd
  }

  private enum Token {
    case none
    case string
    case escape
    case number
    case word
  }

  init(_ consumer: Consumer, options: ReadingOptions, line: Int = 1) {
    self.consumer = consumer
    self.line = line
    limits = options.limits
  }

  /// Whether a text is only half read.
  var isInside: Bool { !open.isEmpty || token != .none }

  /// Makes the feed ready for another text, whatever came before.
  mutating func restart(line: Int) {
    self.line = line
    open.removeAll(keepingCapacity: true)
    expected = .value
    token = .none
    text.removeAll(keepingCapacity: true)
  }

  /// Reads the next piece.
  ///
  /// - Parameters:
  ///   - piece: The bytes, cut anywhere.
  ///   - builder: Where the trace is put together.
  /// - Throws: `TraceError` with code `malformed` where it is not JSON, and what the consumer throws.
  mutating func read(
    _ piece: Span<UInt8>, into builder: inout TraceBuilder
  ) throws(TraceError) {
    var index = 0
    while index < piece.count {
      switch token {
      case .none: try readBetween(piece, &index, into: &builder)
      case .string: try readString(piece, &index, into: &builder)
      case .escape: try readEscape(piece, &index)
      case .number, .word: try readWord(piece, &index, into: &builder)
      }
    }
  }

  /// Reads the end of the text, which ends a number or word.
  mutating func finish(into builder: inout TraceBuilder) throws(TraceError) {
    if open.isEmpty, token == .number || token == .word {
      try endWord(Span(), into: &builder)
    }
  }

  private mutating func readBetween(
    _ piece: Span<UInt8>, _ index: inout Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    let byte = piece[index]
    switch byte {
    case UInt8(ascii: "\n"): line += 1
    case 0x20, 0x09, 0x0D, 0x1E: break
    case 0xEF, 0xBB, 0xBF:
      // A byte order mark.
      guard isAtStart else { throw unexpected(byte) }
    case UInt8(ascii: "\""):
      guard expected != .colon, expected != .commaOrEnd else { throw unexpected(byte) }
      token = .string
    case UInt8(ascii: "{"): try begin(.object, .beginObject, into: &builder)
    case UInt8(ascii: "["): try begin(.array, .beginArray, into: &builder)
    case UInt8(ascii: "}"): try end(.object, .endObject, byte, into: &builder)
    case UInt8(ascii: "]"): try end(.array, .endArray, byte, into: &builder)
    case UInt8(ascii: ":"):
      guard expected == .colon else { throw unexpected(byte) }
      expected = .value
    case UInt8(ascii: ","):
      guard expected == .commaOrEnd, let container = open.last else { throw unexpected(byte) }
      expected = container == .object ? .key : .value
    default:
      guard expected == .value || expected == .valueOrEnd else { throw unexpected(byte) }
      let isNumber = byte &- 0x30 <= 9 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      token = isNumber ? .number : .word
      return
    }
    index += 1
  }

  private mutating func begin(
    _ container: Container, _ event: JSONEvent, into builder: inout TraceBuilder
  ) throws(TraceError) {
    guard expected == .value || expected == .valueOrEnd else {
      throw unexpected(UInt8(ascii: container == .object ? "{" : "["))
    }
    guard open.count < limits.depth else {
      throw TraceError(.limit, line: line, "values nested more than \(limits.depth) deep")
    }
    isAtStart = false
    open.append(container)
    expected = container == .object ? .keyOrEnd : .valueOrEnd
    try consumer.take(event, Span(), line: line, into: &builder)
  }

  private mutating func end(
    _ container: Container, _ event: JSONEvent, _ byte: UInt8, into builder: inout TraceBuilder
  ) throws(TraceError) {
    let isEnd =
      expected == .commaOrEnd || expected == (container == .object ? .keyOrEnd : .valueOrEnd)
    guard isEnd, open.last == container else { throw unexpected(byte) }
    open.removeLast()
    expected = open.isEmpty ? .value : .commaOrEnd
    try consumer.take(event, Span(), line: line, into: &builder)
  }

  private mutating func readString(
    _ piece: Span<UInt8>, _ index: inout Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    let start = index
    while index < piece.count {
      let byte = piece[index]
      if byte == UInt8(ascii: "\"") {
        let part = piece.extracting(start..<index)
        index += 1
        try endString(part, into: &builder)
        return
      }
      if byte == UInt8(ascii: "\\") {
        try keep(piece.extracting(start..<index))
        index += 1
        token = .escape
        return
      }
      // Forbidden, but harmless in a name.
      if byte == UInt8(ascii: "\n") { line += 1 }
      index += 1
    }
    try keep(piece.extracting(start..<index))
  }

  private mutating func endString(
    _ rest: Span<UInt8>, into builder: inout TraceBuilder
  ) throws(TraceError) {
    token = .none
    let isKey = expected == .key || expected == .keyOrEnd
    expected = isKey ? .colon : open.isEmpty ? .value : .commaOrEnd
    try emit(isKey ? .key : .string, rest, into: &builder)
  }

  private mutating func readEscape(
    _ piece: Span<UInt8>, _ index: inout Int
  ) throws(TraceError) {
    let byte = piece[index]
    index += 1
    switch escape.take(byte) {
    case .needsMore: return
    case .half: break
    case .scalar(let scalar): text.append(contentsOf: String(scalar).utf8)
    case .wrong: throw TraceError(.malformed, line: line, "a wrong escape in a JSON string")
    }
    token = .string
  }

  private mutating func readWord(
    _ piece: Span<UInt8>, _ index: inout Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    let start = index
    while index < piece.count {
      switch piece[index] {
      case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"), 0...0x20:
        try endWord(piece.extracting(start..<index), into: &builder)
        return
      default: index += 1
      }
    }
    try keep(piece.extracting(start..<index))
  }

  private mutating func endWord(
    _ rest: Span<UInt8>, into builder: inout TraceBuilder
  ) throws(TraceError) {
    let isNumber = token == .number
    token = .none
    expected = open.isEmpty ? .value : .commaOrEnd
    if isNumber {
      try emit(.number, rest, into: &builder)
      return
    }
    try keep(rest)
    let word = text
    text.removeAll(keepingCapacity: true)
    let event: JSONEvent
    switch word {
    case Array("true".utf8): event = .true
    case Array("false".utf8): event = .false
    case Array("null".utf8), Array("NaN".utf8), Array("Infinity".utf8): event = .null
    default: throw TraceError(.malformed, line: line, "this is not JSON; a value was expected")
    }
    try consumer.take(event, Span(), line: line, into: &builder)
  }

  /// Hands on a token: what was kept of it, and the rest.
  private mutating func emit(
    _ event: JSONEvent, _ rest: Span<UInt8>, into builder: inout TraceBuilder
  ) throws(TraceError) {
    guard !text.isEmpty || rest.count > limits.lineBytes else {
      try consumer.take(event, rest, line: line, into: &builder)
      return
    }
    try keep(rest)
    let whole = text
    text.removeAll(keepingCapacity: true)
    try consumer.take(event, whole.span, line: line, into: &builder)
  }

  private mutating func keep(_ part: Span<UInt8>) throws(TraceError) {
    guard text.count + part.count <= limits.lineBytes else {
      throw TraceError(.limit, line: line, "a JSON string longer than \(limits.lineBytes) bytes")
    }
    for index in part.indices { text.append(part[index]) }
  }

  private func unexpected(_ byte: UInt8) -> TraceError {
    let character = byte > 0x20 && byte < 0x7F ? String(Unicode.Scalar(byte)) : "byte \(byte)"
    return TraceError(.malformed, line: line, "this is not JSON: \(character) is out of place")
  }
}
