/// Writes JSON with its keys in the order in which they are given.
///
/// What is absent is left out, and so is a number that is not finite, since one NaN would make the
/// whole message unreadable in the browser.
public struct JSONWriter {
  /// What was written so far.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Makes a writer with nothing written.
  public init() {}

  /// The JSON text of a value.
  public static func bytes(of value: some JSONWritable) -> [UInt8] {
    var writer = JSONWriter()
    value.write(to: &writer)
    return writer.bytes
  }

  /// Writes an object with the fields that the closure gives.
  public mutating func object(_ fields: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
    fields(&self)
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
  }

  /// Writes an array with the values that the closure writes.
  public mutating func array(_ elements: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "["))
    needsComma = false
    elements(&self)
    bytes.append(UInt8(ascii: "]"))
    needsComma = true
  }

  /// Writes a key and its value, or nothing when the value is absent or not finite.
  public mutating func field(_ key: String, _ value: (some JSONWritable)?) {
    guard let value, value.isPresent else { return }
    self.key(key)
    value.write(to: &self)
  }

  /// Writes a key; its value must follow.
  public mutating func key(_ key: String) {
    text(key)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a string.
  public mutating func text(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(Self.hexadecimal[Int(byte >> 4)])
        bytes.append(Self.hexadecimal[Int(byte & 15)])
      default:
        bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Writes bytes that are one JSON value already.
  public mutating func raw(_ json: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private static let hexadecimal = Array("0123456789abcdef".utf8)
}
