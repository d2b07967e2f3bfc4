/// What a format does with the elements of its XML.
///
/// Elements and attributes are told by their local names: prefixes vary between writers, and some are
/// never declared.
protocol XMLHandler {
  /// The local names that mean something to the format, by their raw values.
  associatedtype Name: RawRepresentable<String> & CaseIterable & Equatable & Sendable

  /// Takes the start of an element.
  ///
  /// - Parameters:
  ///   - name: Its local name, or nil for one the format does not know.
  ///   - attributes: Its attributes, for the time of the call.
  ///   - line: The line, counted from 1.
  ///   - builder: Where the trace is put together.
  /// - Returns: What is wanted of the text in the element, up to its next start or end of an element.
  /// - Throws: `TraceError` to stop the reading.
  mutating func begin(
    _ name: Name?, attributes: borrowing XMLAttributes<Name>, line: Int,
    into builder: inout TraceBuilder
  ) throws(TraceError) -> XMLText

  /// Takes a part of the text of an element that wanted it streamed; parts are cut anywhere.
  mutating func text(
    _ part: Span<UInt8>, line: Int, into builder: inout TraceBuilder
  ) throws(TraceError)

  /// Takes the end of an element.
  ///
  /// - Parameters:
  ///   - name: Its local name, or nil for one the format does not know.
  ///   - text: Its text in UTF-8 if `begin` wanted it collected, else nothing. What stood before a
  ///     child element is lost.
  ///   - line: The line, counted from 1.
  ///   - builder: Where the trace is put together.
  /// - Throws: `TraceError` to stop the reading.
  mutating func end(
    _ name: Name?, text: Span<UInt8>, line: Int, into builder: inout TraceBuilder
  ) throws(TraceError)

  /// Takes the end of the document, which may have come in the middle of elements.
  mutating func finish(into builder: inout TraceBuilder) throws(TraceError)

  // What the parser's state calls: it knows the type of its handler only at run time, and where the
  // handler is. They are requirements so that each handler has the way of an event compiled for its own
  // type, without a look into an existential's box.

  /// Takes the start of an element for the handler at an address, an `XMLBoundHandler<Self>`.
  static func begin(
    at address: UnsafeMutableRawPointer, _ localName: UnsafePointer<UInt8>,
    attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int, line: Int,
    into builder: inout TraceBuilder
  ) throws(TraceError) -> XMLText
  /// Takes a part of a text for the handler at an address, an `XMLBoundHandler<Self>`.
  static func text(
    at address: UnsafeMutableRawPointer, _ part: Span<UInt8>, line: Int,
    into builder: inout TraceBuilder
  ) throws(TraceError)
  /// Takes the end of an element for the handler at an address, an `XMLBoundHandler<Self>`.
  static func end(
    at address: UnsafeMutableRawPointer, _ localName: UnsafePointer<UInt8>, text: Span<UInt8>,
    line: Int, into builder: inout TraceBuilder
  ) throws(TraceError)
}

extension XMLHandler {
  mutating func text(
    _ part: Span<UInt8>, line: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {}

  mutating func finish(into builder: inout TraceBuilder) throws(TraceError) {}
}

/// What a format wants of the text of an element.
enum XMLText: Sendable {
  /// Nothing.
  case ignored
  /// All of it at the end of the element, up to the limit on a line.
  case collected
  /// Part by part as it comes, of any length.
  case streamed
}
