import CLibXML2

/// What the callbacks of one parser work on.
@safe struct XMLState: ~Copyable {
  // What the elements are given to: its type, and where `XMLParser` keeps it, an `XMLBoundHandler`.
  private let handlerType: any XMLHandler.Type
  private let handler: UnsafeMutableRawPointer
  // The builder of the call in progress: set and cleared by `XMLParser.read` and `finish`, inside which
  // alone the callbacks run.
  var builder: UnsafeMutablePointer<TraceBuilder>?
  // The parser whose user data this is; `XMLParser` owns both.
  var parser: xmlParserCtxtPtr?
  /// What the document is fetched from, or nil when it is fed.
  let input: XMLInput?
  /// Whether the end of the document has come.
  var isEnding = false
  /// The error that stopped the reading.
  private(set) var error: TraceError?
  /// Whether no more events are wanted or to be trusted.
  private(set) var isHalted = false
  /// The first fault that halted the parser.
  private(set) var fault: XMLFault?
  /// Kinds of harmless faults, each with the line of its first occurrence.
  var tolerated: [XMLFault.Tolerance: Int] = [:]

  private var depth = 0
  /// What is wanted of text, set by `want` alone; nothing once the parser is halted.
  private var mode = XMLText.ignored
  /// The text of the element in progress.
  private var collected = XMLTextBuffer()
  private let limits: ReadingLimits
  private let skippedLines: Int

  init(
    _ handlerType: any XMLHandler.Type, at handler: UnsafeMutableRawPointer, input: XMLInput?,
    skippedLines: Int, limits: ReadingLimits
  ) {
    self.input = input
    self.handlerType = handlerType
    unsafe self.handler = unsafe handler
    self.skippedLines = skippedLines
    self.limits = limits
  }

  /// The line that the parser has reached, counted from 1.
  private var line: Int {
    guard let parser = unsafe parser, let input = unsafe parser.pointee.input else { return 1 }
    return unsafe Int(input.pointee.line) + skippedLines
  }

  // The three events that documents have by the million are inlined in their callbacks; what is rare is not,
  // which keeps their way short.

  /// Takes the start of an element.
  @inline(__always)
  mutating func begin(
    _ localName: UnsafePointer<UInt8>,
    attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int
  ) {
    guard !isHalted, let builder = unsafe builder else { return }
    depth += 1
    collected.clear()
    guard depth <= limits.depth else { return failForDepth() }
    do throws(TraceError) {
      let wanted = try unsafe handlerType.begin(
        at: handler, localName, attributes: attributes, count: count, line: line,
        into: &builder.pointee)
      want(wanted)
    } catch {
      fail(error)
    }
  }

  /// Takes the end of an element.
  @inline(__always)
  mutating func end(_ localName: UnsafePointer<UInt8>) {
    guard !isHalted, let builder = unsafe builder else { return }
    depth -= 1
    want(.ignored)
    let bytes = unsafe collected.bytes
    do throws(TraceError) {
      try unsafe handlerType.end(
        at: handler, localName, text: bytes.span, line: line, into: &builder.pointee)
    } catch {
      fail(error)
    }
    collected.clear()
  }

  /// Has libxml2 call for text only while some is wanted: the most of all texts is white space between
  /// elements, which nobody wants.
  @inline(__always)
  private mutating func want(_ wanted: XMLText) {
    if wanted == mode { return }
    mode = wanted
    guard let parser = unsafe parser, let sax = unsafe parser.pointee.sax else { return }
    let callback = unsafe wanted == .ignored ? nil : XMLCallbacks.characters
    unsafe sax.pointee.characters = unsafe callback
    // The same function as for text: libxml2 then does not ask which white space matters.
    unsafe sax.pointee.ignorableWhitespace = unsafe callback
  }

  /// Takes a part of the text of an element.
  @inline(__always)
  mutating func text(_ part: UnsafeBufferPointer<UInt8>) {
    switch mode {
    case .ignored: return
    case .collected:
      guard collected.count + part.count <= limits.lineBytes else { return failForLength() }
      unsafe collected.append(part)
    case .streamed: unsafe stream(part)
    }
  }

  @inline(never)
  private mutating func stream(_ part: UnsafeBufferPointer<UInt8>) {
    guard let builder = unsafe builder else { return }
    do throws(TraceError) {
      try unsafe handlerType.text(at: handler, part.span, line: line, into: &builder.pointee)
    } catch {
      fail(error)
    }
  }

  /// Gets the next bytes of a document that is fetched; none once the parser is halted.
  func fetch(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard !isHalted, let input, let builder = unsafe builder else { return 0 }
    return unsafe input.read(into: buffer, &builder.pointee)
  }

  @inline(never)
  private mutating func failForDepth() {
    fail(TraceError(.limit, line: line, "elements nested more than \(limits.depth) deep"))
  }

  @inline(never)
  private mutating func failForLength() {
    fail(TraceError(.limit, line: line, "a text longer than \(limits.lineBytes) bytes"))
  }

  /// Takes the declaration of an entity, which is refused.
  mutating func entityDeclared() {
    fail(
      TraceError(
        .limit, line: line, "the document declares entities, which are not expanded; remove them"))
  }

  /// Takes what libxml2 finds wrong.
  mutating func take(_ error: UnsafePointer<xmlError>) {
    guard !isHalted else { return }
    let line = unsafe Int(error.pointee.line) + skippedLines
    if let tolerance = unsafe Self.tolerance(of: error) {
      if tolerated[tolerance] == nil { tolerated[tolerance] = line }
      return
    }
    guard unsafe error.pointee.level == XML_ERR_FATAL else { return }
    var message = "not well-formed XML"
    if let text = unsafe error.pointee.message {
      // libxml2 may quote the document, over several lines; ours are one.
      message = unsafe String(cString: text)
      message = String(message.prefix { !$0.isNewline })
      while message.last?.isWhitespace == true { message.removeLast() }
    }
    let code = unsafe UInt32(bitPattern: error.pointee.code)
    fault = XMLFault(line: line, message: message, isAtEnd: input == nil ? isEnding : isCut(code))
    halt()
  }

  /// Whether a fault in a document that is fetched is its early end. libxml2 has then seen the end before
  /// it parses the last tags, which may be wrong in themselves.
  private func isCut(_ code: UInt32) -> Bool {
    guard input?.hasEnded == true else { return false }
    switch code {
    case XML_ERR_DOCUMENT_END.rawValue: return false
    case XML_ERR_COMMENT_NOT_FINISHED.rawValue, XML_ERR_CDATA_NOT_FINISHED.rawValue,
      XML_ERR_PI_NOT_FINISHED.rawValue:
      return true
    default: break
    }
    guard let parser = unsafe parser, let input = unsafe parser.pointee.input,
      let rest = unsafe input.pointee.cur, let end = unsafe input.pointee.end
    else { return true }
    // An end tag that closes another element is told when it is whole.
    if code == XML_ERR_TAG_NAME_MISMATCH.rawValue, let base = unsafe input.pointee.base,
      unsafe rest > base && rest[-1] == UInt8(ascii: ">")
    {
      return false
    }
    return unsafe !UnsafeBufferPointer(start: rest, count: end - rest).contains(UInt8(ascii: ">"))
  }

  private static func tolerance(of error: UnsafePointer<xmlError>) -> XMLFault.Tolerance? {
    if unsafe error.pointee.domain == CInt(XML_FROM_NAMESPACE.rawValue) { return .undeclaredPrefix }
    return switch unsafe UInt32(bitPattern: error.pointee.code) {
    case XML_ERR_UNDECLARED_ENTITY.rawValue, XML_WAR_UNDECLARED_ENTITY.rawValue: .undeclaredEntity
    case XML_ERR_INVALID_ENCODING.rawValue, XML_ERR_INVALID_CHAR.rawValue: .encoding
    default: nil
    }
  }

  private mutating func halt() {
    isHalted = true
    want(.ignored)
  }

  @inline(never)
  private mutating func fail(_ error: TraceError) {
    if self.error == nil { self.error = error }
    halt()
    unsafe xmlStopParser(parser)
  }

  /// Notes what was wrong with the document.
  func noteFaults(in builder: inout TraceBuilder) {
    if let line = tolerated[.undeclaredPrefix] {
      builder.note(.malformed, line: line, "a prefix is not declared; names are read without it")
    }
    if let line = tolerated[.undeclaredEntity] {
      builder.note(.malformed, line: line, "an entity is not declared; it was left out")
    }
    if let line = tolerated[.encoding] {
      builder.note(.encoding, line: line, "the text is not in its encoding; names may look wrong")
    }
    guard let fault else { return }
    if fault.isAtEnd {
      builder.note(
        .truncated, line: fault.line, "the document stops in the middle; what was whole is kept")
    } else {
      builder.note(.malformed, line: fault.line, fault.message + TraceNote.keepsStart)
    }
  }
}
