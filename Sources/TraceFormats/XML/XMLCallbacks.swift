import CLibXML2

/// The one place where libxml2 calls into Swift.
enum XMLCallbacks {
  /// libxml2's struct of callbacks; each finds its parser's state in the user data.
  static var handlers: xmlSAXHandler {
    var sax = unsafe xmlSAXHandler()
    unsafe sax.initialized = UInt32(XML_SAX2_MAGIC)
    unsafe sax.startElementNs = { context, localName, _, _, _, _, count, _, attributes in
      guard let state = unsafe XMLCallbacks.state(context), let localName = unsafe localName else {
        return
      }
      unsafe state.pointee.begin(localName, attributes: attributes, count: Int(count))
    }
    unsafe sax.endElementNs = { context, localName, _, _ in
      guard let state = unsafe XMLCallbacks.state(context), let localName = unsafe localName else {
        return
      }
      unsafe state.pointee.end(localName)
    }
    unsafe sax.cdataBlock = unsafe characters
    unsafe sax.entityDecl = { context, _, _, _, _, _ in
      if let state = unsafe XMLCallbacks.state(context) { unsafe state.pointee.entityDeclared() }
    }
    unsafe sax.serror = { context, error in
      guard let error = unsafe error else { return }
      if let state = unsafe XMLCallbacks.state(context) { unsafe state.pointee.take(error) }
    }
    return unsafe sax
  }

  /// The callback for text, which stands in the struct only while text is wanted.
  static var characters: charactersSAXFunc {
    { context, text, count in
      guard let state = unsafe XMLCallbacks.state(context), let text = unsafe text else { return }
      unsafe state.pointee.text(UnsafeBufferPointer(start: text, count: Int(count)))
    }
  }

  /// The function that libxml2 fetches a document by.
  static var fetch: xmlInputReadCallback {
    { context, buffer, count in
      guard let state = unsafe XMLCallbacks.state(context), let buffer = unsafe buffer else {
        return 0
      }
      return unsafe CInt(
        state.pointee.fetch(into: .init(start: buffer, count: Int(count))))
    }
  }

  private static func state(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<XMLState>?
  {
    unsafe context?.assumingMemoryBound(to: XMLState.self)
  }
}
