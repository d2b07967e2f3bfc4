import CLibXML2

/// A parser of libxml2's SAX2 interface: owns libxml2's parser and the state of its callbacks.
///
/// It is fed by `read` and `finish`, or fetches a whole document in `readAll`, which takes libxml2 an
/// eighth less time: it then does not ask at each tag whether the rest has come.
///
/// The parser recovers from what does no harm (an undeclared prefix, an unknown entity, bytes that are
/// not UTF-8) and halts at the first thing that makes the rest doubtful.
@safe final class XMLParser<Handler: XMLHandler> {
  // All four are made in `init`, freed in `deinit` and named by this class alone. libxml2 holds `state` as
  // its user data; it is at a fixed address, not in this object, so that an event neither counts
  // references nor checks for exclusive access: in the middle of a document of 50 MB, with 10 million
  // events, those took two thirds of the time.
  private let parser: xmlParserCtxtPtr?
  private let names: UnsafeMutablePointer<XMLNameTable<Handler.Name>>
  private let handler: UnsafeMutablePointer<XMLBoundHandler<Handler>>
  private let state: UnsafeMutablePointer<XMLState>

  /// Makes a parser of a document.
  ///
  /// - Parameters:
  ///   - handler: What its elements are given to.
  ///   - skippedLines: Lines before what is parsed.
  ///   - input: What it is fetched from, or nil for one that is fed.
  ///   - options: How to read it.
  init(
    _ handler: Handler, skippedLines: Int, input: XMLInput?, options: ReadingOptions
  ) {
    unsafe names = .allocate(capacity: 1)
    unsafe names.initialize(to: XMLNameTable())
    unsafe self.handler = .allocate(capacity: 1)
    unsafe self.handler.initialize(to: XMLBoundHandler(handler, names: names))
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(
      to: XMLState(
        Handler.self, at: self.handler, input: input, skippedLines: skippedLines,
        limits: options.limits))
    var sax = unsafe XMLCallbacks.handlers
    if input == nil {
      unsafe parser = unsafe xmlCreatePushParserCtxt(&sax, state, nil, 0, nil)
    } else {
      unsafe parser = unsafe xmlCreateIOParserCtxt(
        &sax, state, XMLCallbacks.fetch, nil, state, XML_CHAR_ENCODING_NONE)
    }
    unsafe state.pointee.parser = unsafe parser
    // It is given UTF-8, whatever the document declares.
    let options =
      XML_PARSE_RECOVER.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue
    _ = unsafe xmlCtxtUseOptions(parser, CInt(bitPattern: options))
  }

  deinit {
    if let parser = unsafe parser { unsafe xmlFreeParserCtxt(parser) }
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
    unsafe handler.deinitialize(count: 1)
    unsafe handler.deallocate()
    unsafe names.deinitialize(count: 1)
    unsafe names.deallocate()
  }

  /// Parses the next bytes of the document.
  func read(_ bytes: Span<UInt8>, into builder: inout TraceBuilder) throws(TraceError) {
    unsafe withUnsafeMutablePointer(to: &builder) { pointer in
      unsafe state.pointee.builder = unsafe pointer
      // libxml2 takes lengths as Int32, copies each part and looks around at its ends: parts of 64 KiB stay
      // in the cache; smaller ones cost it more time.
      var start = 0
      while start < bytes.count, unsafe !state.pointee.isHalted {
        let end = min(start + (1 << 16), bytes.count)
        let part = bytes.extracting(start..<end)
        unsafe part.withUnsafeBytes { bytes in
          let text = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
          _ = unsafe xmlParseChunk(parser, text, CInt(bytes.count), 0)
        }
        start = end
      }
      unsafe state.pointee.builder = nil
    }
    if let error = unsafe state.pointee.error { throw error }
  }

  /// Parses the end of the document, and notes what was wrong with it.
  func finish(into builder: inout TraceBuilder) throws(TraceError) {
    unsafe withUnsafeMutablePointer(to: &builder) { pointer in
      unsafe state.pointee.builder = unsafe pointer
      unsafe state.pointee.isEnding = true
      if unsafe !state.pointee.isHalted { _ = unsafe xmlParseChunk(parser, nil, 0, 1) }
      unsafe state.pointee.builder = nil
    }
    try end(into: &builder)
  }

  /// Fetches and parses the document, and notes what was wrong with it.
  ///
  /// - Throws: `TraceError`, or what the input's source throws.
  func readAll(into builder: inout TraceBuilder) throws {
    unsafe withUnsafeMutablePointer(to: &builder) { pointer in
      unsafe state.pointee.builder = unsafe pointer
      _ = unsafe xmlParseDocument(parser)
      unsafe state.pointee.builder = nil
    }
    if let error = unsafe state.pointee.input?.error { throw error }
    try end(into: &builder)
  }

  private func end(into builder: inout TraceBuilder) throws(TraceError) {
    if let error = unsafe state.pointee.error { throw error }
    try unsafe handler.pointee.handler.finish(into: &builder)
    unsafe state.pointee.noteFaults(in: &builder)
  }
}
