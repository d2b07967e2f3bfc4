/// libxml2's events, given to a format's handler together with the builder of the trace.
@safe final class XMLHandlerEvents<Handler: XMLHandler>: XMLEvents where Handler.Name: Equatable {
  private var handler: Handler
  private let names = XMLNameTable<Handler.Name>()
  private let limits: ReadingLimits
  // The builder of the call in progress: set and cleared by `read` and `finish`, inside which alone
  // the callbacks run.
  private var builder: UnsafeMutablePointer<TraceBuilder>?
  private var error: TraceError?
  private var depth = 0
  private var mode = XMLText.ignored
  private var collected: [UInt8] = []

  init(
    _ handler: Handler, encoding: XMLHead.Encoding, skippedLines: Int, options: ReadingOptions
  ) {
    self.handler = handler
    limits = options.limits
    super.init(encoding: encoding, skippedLines: skippedLines)
  }

  /// Parses the next bytes of the document.
  func read(_ bytes: Span<UInt8>, into builder: inout TraceBuilder) throws(TraceError) {
    unsafe withUnsafeMutablePointer(to: &builder) { pointer in
      unsafe self.builder = unsafe pointer
      parse(bytes)
      unsafe self.builder = nil
    }
    if let error { throw error }
  }

  /// Parses the end of the document, and notes what was wrong with it.
  func finish(into builder: inout TraceBuilder) throws(TraceError) {
    unsafe withUnsafeMutablePointer(to: &builder) { pointer in
      unsafe self.builder = unsafe pointer
      parseEnd()
      unsafe self.builder = nil
    }
    if let error { throw error }
    try handler.finish(into: &builder)
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
      builder.note(
        .malformed, line: fault.line, "\(fault.message); what stood before is kept")
    }
  }

  override func begin(
    _ localName: UnsafePointer<UInt8>,
    attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int
  ) {
    depth += 1
    collected.removeAll(keepingCapacity: true)
    guard depth <= limits.depth else {
      fail(TraceError(.limit, line: line, "elements nested more than \(limits.depth) deep"))
      return
    }
    guard let builder = unsafe builder else { return }
    let attributes = unsafe XMLAttributes(attributes, count: count, names: names)
    do throws(TraceError) {
      mode = try unsafe handler.begin(
        names.name(localName), attributes: attributes, line: line,
        into: &builder.pointee)
    } catch {
      fail(error)
    }
  }

  override func end(_ localName: UnsafePointer<UInt8>) {
    depth -= 1
    guard let builder = unsafe builder else { return }
    do throws(TraceError) {
      try unsafe handler.end(
        names.name(localName), text: collected.span, line: line, into: &builder.pointee)
    } catch {
      fail(error)
    }
    collected.removeAll(keepingCapacity: true)
    mode = .ignored
  }

  override func text(_ part: Span<UInt8>) {
    switch mode {
    case .ignored:
      return
    case .collected:
      guard collected.count + part.count <= limits.lineBytes else {
        fail(TraceError(.limit, line: line, "a text longer than \(limits.lineBytes) bytes"))
        return
      }
      for index in part.indices { collected.append(part[index]) }
    case .streamed:
      guard let builder = unsafe builder else { return }
      do throws(TraceError) {
        try unsafe handler.text(part, line: line, into: &builder.pointee)
      } catch {
        fail(error)
      }
    }
  }

  override func entityDeclared() {
    fail(
      TraceError(
        .limit, line: line, "the document declares entities, which are not expanded; remove them"))
  }

  private func fail(_ error: TraceError) {
    if self.error == nil { self.error = error }
    halt()
  }
}
