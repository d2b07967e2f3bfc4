import Tracks

/// JSON as it is written byte by byte, keys in the order of the calls.
///
/// Numbers are the shortest text that reads back the same; a number that is not finite is left out
/// with its key.
struct JSONText {
  /// What was written.
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Forgets what was written and keeps the room for it.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Ends a line between two values.
  mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// Writes an object as an element, or as what stands at the top.
  mutating func object(_ body: (inout JSONText) -> Void) {
    separate()
    enclose("{", "}", body)
  }

  /// Writes an object under a key.
  mutating func object(_ key: String, _ body: (inout JSONText) -> Void) {
    self.key(key)
    enclose("{", "}", body)
  }

  /// Writes an array under a key.
  mutating func array(_ key: String, _ body: (inout JSONText) -> Void) {
    self.key(key)
    enclose("[", "]", body)
  }

  /// Writes a text under a key.
  mutating func text(_ key: String, _ value: String) {
    self.key(key)
    quote(value)
  }

  /// Writes a text as an element.
  mutating func text(_ value: String) {
    separate()
    quote(value)
  }

  /// Writes a whole number under a key.
  mutating func integer(_ key: String, _ value: some BinaryInteger) {
    self.key(key)
    append(value)
  }

  /// Writes a number under a key, or nothing when it is not finite.
  mutating func number(_ key: String, _ value: Double) {
    guard value.isFinite else { return }
    self.key(key)
    bytes.append(shortest: value)
  }

  /// Writes true or false under a key.
  mutating func boolean(_ key: String, _ value: Bool) {
    self.key(key)
    bytes += (value ? "true" : "false").utf8
  }

  /// Writes null under a key.
  mutating func null(_ key: String) {
    self.key(key)
    bytes += "null".utf8
  }

  private mutating func enclose(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONText) -> Void
  ) {
    bytes.append(UInt8(ascii: open))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func key(_ key: String) {
    separate()
    quote(key)
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        bytes += "\\u00".utf8
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      default:
        bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(_ value: some BinaryInteger) {
    bytes += String(value).utf8
  }
}

extension [UInt8] {
  /// Writes a finite number as the shortest text that reads back the same: `12`, `0.1`, `5e-05`.
  mutating func append(shortest value: Double) {
    // Zero is added so that −0 is written as 0.
    let text = (value + 0).description.utf8
    append(contentsOf: text.suffix(2).elementsEqual(".0".utf8) ? text.dropLast(2) : text[...])
  }
}
