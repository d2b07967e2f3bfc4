/// A format's handler with the names it knows, at one address while a document is read.
@safe struct XMLBoundHandler<Handler: XMLHandler> {
  /// What the elements are given to.
  var handler: Handler
  // `XMLParser`'s; at an address of its own, since attributes look names up while the handler works.
  fileprivate let names: UnsafeMutablePointer<XMLNameTable<Handler.Name>>

  init(_ handler: Handler, names: UnsafeMutablePointer<XMLNameTable<Handler.Name>>) {
    self.handler = handler
    unsafe self.names = unsafe names
  }
}

// The addresses come from `XMLParser<Self>` by way of its state, which keeps them beside the type whose
// functions it calls; the parser frees what they point at after the last event.
extension XMLHandler {
  @inline(__always)
  static func begin(
    at address: UnsafeMutableRawPointer, _ localName: UnsafePointer<UInt8>,
    attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int, line: Int,
    into builder: inout TraceBuilder
  ) throws(TraceError) -> XMLText {
    let bound = unsafe address.assumingMemoryBound(to: XMLBoundHandler<Self>.self)
    let names = unsafe bound.pointee.names
    return try unsafe bound.pointee.handler.begin(
      names.pointee.name(localName),
      attributes: XMLAttributes(attributes, count: count, names: names), line: line,
      into: &builder)
  }

  @inline(__always)
  static func text(
    at address: UnsafeMutableRawPointer, _ part: Span<UInt8>, line: Int,
    into builder: inout TraceBuilder
  ) throws(TraceError) {
    let bound = unsafe address.assumingMemoryBound(to: XMLBoundHandler<Self>.self)
    try unsafe bound.pointee.handler.text(part, line: line, into: &builder)
  }

  @inline(__always)
  static func end(
    at address: UnsafeMutableRawPointer, _ localName: UnsafePointer<UInt8>, text: Span<UInt8>,
    line: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    let bound = unsafe address.assumingMemoryBound(to: XMLBoundHandler<Self>.self)
    try unsafe bound.pointee.handler.end(
      bound.pointee.names.pointee.name(localName), text: text, line: line, into: &builder)
  }
}
