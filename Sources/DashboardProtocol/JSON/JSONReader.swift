/// Reads one JSON text (RFC 8259) from bytes.
///
/// Nesting is limited, so that a hostile text cannot exhaust the stack; a number too large for a
/// Double is an error; text must be UTF-8.
public struct JSONReader {
  private let bytes: [UInt8]
  private var index = 0
  private let depthLimit: Int

  /// Why a text is no JSON.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The byte where it went wrong, counted from 0.
    public var offset: Int
    /// What is wrong.
    public var message: String

    /// Message and place.
    public var description: String { "\(message) at byte \(offset)" }
  }

  /// Reads a JSON text.
  ///
  /// - Parameters:
  ///   - bytes: The whole text in UTF-8.
  ///   - depthLimit: How many arrays and objects may stand in one another.
  /// - Returns: The value.
  /// - Throws: `Failure` with the place of the first error.
  public static func read(_ bytes: [UInt8], depthLimit: Int = 64) throws(Failure) -> JSONValue {
    var reader = JSONReader(bytes: bytes, depthLimit: depthLimit)
    let value = try reader.value(depth: 0)
    reader.skipSpace()
    if reader.index < bytes.count { throw reader.failure("something follows the value") }
    return value
  }

  private init(bytes: [UInt8], depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
  }

  private func failure(_ message: String) -> Failure { Failure(offset: index, message: message) }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  private mutating func value(depth: Int) throws(Failure) -> JSONValue {
    skipSpace()
    if depth > depthLimit { throw failure("more than \(depthLimit) nested values") }
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .text(try string())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return try number()
    case nil: throw failure("the text ends where a value is due")
    default: throw failure("no value begins like this")
    }
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(Failure) -> JSONValue {
    guard bytes[index...].starts(with: word.utf8) else {
      throw failure("no value begins like this")
    }
    index += word.utf8.count
    return value
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  private mutating func object(depth: Int) throws(Failure) -> JSONValue {
    index += 1
    var members: [JSONMember] = []
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object([]) }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw failure("a key in quotes is due") }
      let key = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw failure("a colon is due") }
      members.append(JSONMember(key, try value(depth: depth + 1)))
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw failure("a comma or } is due") }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(Failure) -> JSONValue {
    index += 1
    var values: [JSONValue] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array([]) }
    repeat {
      values.append(try value(depth: depth + 1))
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw failure("a comma or ] is due") }
    return .array(values)
  }

  private mutating func digits() throws(Failure) {
    let start = index
    while let byte = next, byte &- 0x30 <= 9 { index += 1 }
    if index == start { throw failure("a digit is due") }
  }

  private mutating func number() throws(Failure) -> JSONValue {
    let start = index
    var isWhole = true
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) {
      isWhole = false
      try digits()
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isWhole = false
      _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
      try digits()
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isWhole, let value = Int(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else { throw failure("a number too large") }
    return .number(value)
  }

  private mutating func string() throws(Failure) -> String {
    index += 1
    var text: [UInt8] = []
    while let byte = next {
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else {
          throw failure("text that is not UTF-8")
        }
        return string
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20: throw failure("a control character in a text")
      default: text.append(byte)
      }
    }
    throw failure("a text without its end")
  }

  private mutating func escape(into text: inout [UInt8]) throws(Failure) {
    guard let byte = next else { throw failure("a text without its end") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text.append(contentsOf: String(try scalar()).utf8)
    default: throw failure("an unknown escape")
    }
  }

  private mutating func scalar() throws(Failure) -> Character {
    let first = try codeUnit()
    if let scalar = Unicode.Scalar(first) { return Character(scalar) }
    // A lone surrogate is no character; JSON allows it, so it becomes the replacement character.
    guard first < 0xDC00, next == UInt8(ascii: "\\"), index + 1 < bytes.count,
      bytes[index + 1] == UInt8(ascii: "u")
    else { return "\u{FFFD}" }
    let mark = index
    index += 2
    let second = try codeUnit()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(
        0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
    else {
      index = mark
      return "\u{FFFD}"
    }
    return Character(scalar)
  }

  private mutating func codeUnit() throws(Failure) -> UInt16 {
    guard index + 4 <= bytes.count else { throw failure("four hexadecimal digits are due") }
    var value: UInt16 = 0
    for offset in 0..<4 {
      let byte = bytes[index + offset]
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw failure("four hexadecimal digits are due")
      }
      value = value << 4 | UInt16(digit)
    }
    index += 4
    return value
  }
}
