import CLibXML2

/// The border to libxml2: owns one push parser of its SAX2 interface, and turns its callbacks into
/// calls of methods that a subclass overrides.
///
/// The parser recovers from what does no harm (an undeclared prefix, an unknown entity, bytes that are
/// not UTF-8) and halts at the first thing that makes the rest doubtful.
@safe class XMLEvents {
  // Owned by this object alone and freed in its deinit. The parser holds this object unretained as its
  // user data, and is gone before it.
  private var parser: xmlParserCtxtPtr?
  /// Whether no more events are wanted or to be trusted.
  private(set) var isHalted = false
  /// The first fault that halted the parser.
  private(set) var fault: Fault?
  /// Kinds of harmless faults, each with the line of its first occurrence.
  private(set) var tolerated: [Tolerance: Int] = [:]
  private var lineOffset = 0
  private var isEnding = false

  /// What is wrong with the document, and where.
  struct Fault {
    /// The line, counted from 1.
    var line: Int
    /// What libxml2 says, in one line.
    var message: String
    /// Whether it is the end of the document that came too early.
    var isAtEnd: Bool
  }

  /// A fault that does no harm to positions.
  enum Tolerance: Hashable {
    case undeclaredPrefix
    case encoding
    case undeclaredEntity
  }

  /// Makes a parser of a document.
  init(encoding: XMLHead.Encoding, skippedLines: Int) {
    lineOffset = skippedLines
    var sax = unsafe Self.handlers
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe parser = unsafe xmlCreatePushParserCtxt(&sax, context, nil, 0, nil)
    // The encoding is known already; what the document declares of itself may lie.
    let options =
      XML_PARSE_RECOVER.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue
    _ = unsafe xmlCtxtUseOptions(parser, CInt(bitPattern: options))
    guard let name = encoding.converterName else { return }
    if let handler = unsafe xmlFindCharEncodingHandler(name) {
      _ = unsafe xmlSwitchToEncoding(parser, handler)
    } else {
      tolerated[.encoding] = 1
      if let handler = unsafe xmlFindCharEncodingHandler("ISO-8859-1") {
        _ = unsafe xmlSwitchToEncoding(parser, handler)
      }
    }
  }

  deinit {
    if let parser = unsafe parser { unsafe xmlFreeParserCtxt(parser) }
  }

  /// The line that the parser has reached, counted from 1.
  final var line: Int {
    guard let parser = unsafe parser, let input = unsafe parser.pointee.input else { return 1 }
    return unsafe Int(input.pointee.line) + lineOffset
  }

  /// Parses the next bytes of the document.
  final func parse(_ bytes: Span<UInt8>) {
    // libxml2 takes lengths as Int32.
    var start = 0
    while start < bytes.count, !isHalted {
      let end = min(start + 1 << 18, bytes.count)
      let part = bytes.extracting(start..<end)
      unsafe part.withUnsafeBytes { bytes in
        let text = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        _ = unsafe xmlParseChunk(parser, text, CInt(bytes.count), 0)
      }
      start = end
    }
  }

  /// Parses the end of the document.
  final func parseEnd() {
    guard !isHalted else { return }
    isEnding = true
    _ = unsafe xmlParseChunk(parser, nil, 0, 1)
  }

  /// Stops the parser: no event comes any more.
  final func halt() {
    isHalted = true
    unsafe xmlStopParser(parser)
  }

  /// Called at the start of an element; the pointers live for the time of the call.
  func begin(
    _ localName: UnsafePointer<UInt8>,
    attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int
  ) {}

  /// Called at the end of an element.
  func end(_ localName: UnsafePointer<UInt8>) {}

  /// Called with a part of the text of an element.
  func text(_ part: Span<UInt8>) {}

  /// Called at the declaration of an entity.
  func entityDeclared() {}

  private final func take(_ error: UnsafePointer<xmlError>) {
    guard !isHalted else { return }
    let line = unsafe Int(error.pointee.line) + lineOffset
    if let tolerance = unsafe Self.tolerance(of: error.pointee) {
      if tolerated[tolerance] == nil { tolerated[tolerance] = line }
      return
    }
    guard unsafe error.pointee.level == XML_ERR_FATAL else { return }
    var message = "not well-formed XML"
    if let text = unsafe error.pointee.message {
      message = unsafe String(cString: text)
      while message.last?.isWhitespace == true { message.removeLast() }
    }
    fault = Fault(line: line, message: message, isAtEnd: isEnding)
    isHalted = true
  }

  private static func tolerance(of error: xmlError) -> Tolerance? {
    if unsafe error.domain == CInt(XML_FROM_NAMESPACE.rawValue) { return .undeclaredPrefix }
    return switch unsafe UInt32(bitPattern: error.code) {
    case XML_ERR_UNDECLARED_ENTITY.rawValue, XML_WAR_UNDECLARED_ENTITY.rawValue: .undeclaredEntity
    case XML_ERR_INVALID_ENCODING.rawValue, XML_ERR_INVALID_CHAR.rawValue: .encoding
    default: nil
    }
  }

  // The C struct of callbacks; each finds this object in the user data and enters it on the thread
  // that called `parse`.
  private static var handlers: xmlSAXHandler {
    var sax = unsafe xmlSAXHandler()
    unsafe sax.initialized = UInt32(XML_SAX2_MAGIC)
    unsafe sax.startElementNs = { context, localName, _, _, _, _, count, _, attributes in
      guard let events = unsafe XMLEvents.from(context), let localName = unsafe localName else {
        return
      }
      if events.isHalted { return }
      unsafe events.begin(localName, attributes: attributes, count: Int(count))
    }
    unsafe sax.endElementNs = { context, localName, _, _ in
      guard let events = unsafe XMLEvents.from(context), let localName = unsafe localName else {
        return
      }
      if events.isHalted { return }
      unsafe events.end(localName)
    }
    let characters: charactersSAXFunc = { context, text, count in
      guard let events = unsafe XMLEvents.from(context), let text = unsafe text else { return }
      if events.isHalted { return }
      let bytes = unsafe UnsafeBufferPointer(start: text, count: Int(count))
      events.text(unsafe bytes.span)
    }
    unsafe sax.characters = unsafe characters
    unsafe sax.cdataBlock = unsafe characters
    // The same function as for text: libxml2 then does not ask which white space matters.
    unsafe sax.ignorableWhitespace = unsafe characters
    unsafe sax.entityDecl = { context, _, _, _, _, _ in
      guard let events = unsafe XMLEvents.from(context), !events.isHalted else { return }
      events.entityDeclared()
    }
    unsafe sax.serror = { context, error in
      guard let events = unsafe XMLEvents.from(context), let error = unsafe error else { return }
      unsafe events.take(error)
    }
    return unsafe sax
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> XMLEvents? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<XMLEvents>.fromOpaque(context).takeUnretainedValue()
  }
}
