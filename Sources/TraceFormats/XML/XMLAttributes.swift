/// The attributes of one element, which can be asked only while its start is handled: what cannot be
/// copied cannot outlive libxml2's pointers.
@safe struct XMLAttributes<Name: RawRepresentable<String> & CaseIterable & Equatable>: ~Copyable {
  // Five pointers an attribute: local name, prefix, namespace, start and end of the value. They are
  // libxml2's, alive for the time of the callback that this value lives in; the names are the parser's.
  private let pointers: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
  private let count: Int
  private let names: UnsafeMutablePointer<XMLNameTable<Name>>

  init(
    _ pointers: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int,
    names: UnsafeMutablePointer<XMLNameTable<Name>>
  ) {
    unsafe self.pointers = unsafe pointers
    self.count = count
    unsafe self.names = unsafe names
  }

  /// Calls a function with the bytes (UTF-8) of an attribute, told by its local name; nil without one.
  func withValue<Value>(of name: Name, _ body: (Span<UInt8>) -> Value?) -> Value? {
    guard let pointers = unsafe pointers else { return nil }
    for index in 0..<count {
      guard let localName = unsafe pointers[index * 5],
        unsafe names.pointee.name(localName) == name,
        let start = unsafe pointers[index * 5 + 3], let end = unsafe pointers[index * 5 + 4]
      else { continue }
      let bytes = unsafe UnsafeBufferPointer(start: start, count: end - start)
      return body(unsafe bytes.span)
    }
    return nil
  }

  /// The number an attribute holds, or nil when it is missing or no number.
  func number(_ name: Name) -> Double? {
    withValue(of: name) { DecimalNumber.value(of: $0) }
  }

  /// The text of an attribute without white space around it, or nil when it is missing or blank.
  func text(_ name: Name) -> String? {
    withValue(of: name) { $0.trimmedText() }
  }
}
