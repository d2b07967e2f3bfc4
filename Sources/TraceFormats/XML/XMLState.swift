import CLibXML2

/// What the callbacks of one parser work on.
@safe struct XMLState {
  /// What the elements are given to.
  var handler: any XMLHandler
  // The builder of the call in progress: set and cleared by `XMLParser.read` and `finish`, inside which
  // alone the callbacks run.
  var builder: UnsafeMutablePointer<TraceBuilder>?
  // The parser whose user data this is; `XMLParser` owns both.
  var parser: xmlParserCtxtPtr?
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

  // `XMLParser`'s; at an address of its own, since attributes look names up while the handler works.
  private let names: UnsafeMutablePointer<XMLNameTable>
  private var depth = 0
  private var mode = XMLText.ignored
  /// The text of the element in progress lies in the first `textCount` bytes.
  private var textBuffer = [UInt8](repeating: 0, count: 256)
  private var textCount = 0
  private let limits: ReadingLimits
  private let skippedLines: Int

  init(
    _ handler: any XMLHandler, names: UnsafeMutablePointer<XMLNameTable>, skippedLines: Int,
    limits: ReadingLimits
  ) {
    self.handler = handler
    unsafe self.names = unsafe names
    self.skippedLines = skippedLines
    self.limits = limits
  }

  /// The line that the parser has reached, counted from 1.
  private var line: Int {
    guard let parser = unsafe parser, let input = unsafe parser.pointee.input else { return 1 }
    return unsafe Int(input.pointee.line) + skippedLines
  }

  /// Takes the start of an element.
  mutating func begin(
    _ localName: UnsafePointer<UInt8>,
    attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int
  ) {
    guard !isHalted, let builder = unsafe builder else { return }
    depth += 1
    textCount = 0
    guard depth <= limits.depth else {
      fail(TraceError(.limit, line: line, "elements nested more than \(limits.depth) deep"))
      return
    }
    let code = unsafe names.pointee.code(of: localName)
    let attributes = unsafe XMLRawAttributes(attributes, count: count, table: names)
    let place = line
    do throws(TraceError) {
      mode = try unsafe handler.begin(
        code: code, attributes: attributes, line: place, into: &builder.pointee)
    } catch {
      fail(error)
    }
  }

  /// Takes the end of an element.
  mutating func end(_ localName: UnsafePointer<UInt8>) {
    guard !isHalted, let builder = unsafe builder else { return }
    depth -= 1
    let code = unsafe names.pointee.code(of: localName)
    let place = line
    // Taken out for the time of the call, which may not touch the state, and put back for its memory.
    var buffer: [UInt8] = []
    swap(&buffer, &textBuffer)
    do throws(TraceError) {
      try unsafe handler.end(
        code: code, text: buffer.span.extracting(first: textCount), line: place,
        into: &builder.pointee)
    } catch {
      fail(error)
    }
    swap(&buffer, &textBuffer)
    textCount = 0
    mode = .ignored
  }

  /// Takes a part of the text of an element.
  mutating func text(_ start: UnsafePointer<UInt8>, count: Int) {
    guard !isHalted, mode != .ignored, let builder = unsafe builder else { return }
    if mode == .collected {
      guard textCount + count <= limits.lineBytes else {
        fail(TraceError(.limit, line: line, "a text longer than \(limits.lineBytes) bytes"))
        return
      }
      if textCount + count > textBuffer.count {
        textBuffer += [UInt8](repeating: 0, count: textCount + count)
      }
      unsafe textBuffer.withUnsafeMutableBufferPointer { buffer in
        unsafe (buffer.baseAddress.map { unsafe $0 + textCount })?
          .update(from: start, count: count)
      }
      textCount += count
      return
    }
    let place = line
    let part = unsafe UnsafeBufferPointer(start: start, count: count)
    do throws(TraceError) {
      try unsafe handler.text(part.span, line: place, into: &builder.pointee)
    } catch {
      fail(error)
    }
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
      message = unsafe String(cString: text)
      while message.last?.isWhitespace == true { message.removeLast() }
    }
    fault = XMLFault(line: line, message: message, isAtEnd: isEnding)
    isHalted = true
  }

  private static func tolerance(of error: UnsafePointer<xmlError>) -> XMLFault.Tolerance? {
    if unsafe error.pointee.domain == CInt(XML_FROM_NAMESPACE.rawValue) { return .undeclaredPrefix }
    return switch unsafe UInt32(bitPattern: error.pointee.code) {
    case XML_ERR_UNDECLARED_ENTITY.rawValue, XML_WAR_UNDECLARED_ENTITY.rawValue: .undeclaredEntity
    case XML_ERR_INVALID_ENCODING.rawValue, XML_ERR_INVALID_CHAR.rawValue: .encoding
    default: nil
    }
  }

  private mutating func fail(_ error: TraceError) {
    if self.error == nil { self.error = error }
    isHalted = true
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
      builder.note(.malformed, line: fault.line, "\(fault.message); what stood before is kept")
    }
  }
}
