/// Reads one JSON text.
struct JSONReader {
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1

  private static let deepest = 64

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  /// The whole text as one value.
  mutating func document() throws(JSONNode.Failure) -> JSONNode {
    let node = try value(depth: 0)
    skipSpace()
    guard place == bytes.count else { throw failure("there is more after the end") }
    return node
  }

  private func failure(_ reason: String) -> JSONNode.Failure {
    JSONNode.Failure(line: line, reason: reason)
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      if byte == 0x0A { line += 1 }
      place += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard next == byte else { return false }
    place += 1
    return true
  }

  private mutating func value(depth: Int) throws(JSONNode.Failure) -> JSONNode {
    guard depth < Self.deepest else { throw failure("it is nested too deeply") }
    skipSpace()
    let start = line
    let value: JSONNode.Value
    switch next {
    case UInt8(ascii: "{")?: value = try object(depth: depth)
    case UInt8(ascii: "[")?: value = try array(depth: depth)
    case UInt8(ascii: "\"")?: value = .string(try string())
    case UInt8(ascii: "t")?: value = try word("true", .bool(true))
    case UInt8(ascii: "f")?: value = try word("false", .bool(false))
    case UInt8(ascii: "n")?: value = try word("null", .null)
    case nil: throw failure("the text ends too early")
    default: value = .number(try number())
    }
    return JSONNode(value: value, line: start)
  }

  private mutating func word(
    _ word: String, _ value: JSONNode.Value
  ) throws(JSONNode.Failure) -> JSONNode.Value {
    guard bytes[place...].starts(with: word.utf8) else {
      throw failure("a value was expected")
    }
    place += word.utf8.count
    return value
  }

  private mutating func number() throws(JSONNode.Failure) -> Double {
    let start = place
    while let byte = next, "+-.eE0123456789".utf8.contains(byte) { place += 1 }
    guard let number = Quantity.number(String(decoding: bytes[start..<place], as: UTF8.self)) else {
      throw failure(start == place ? "a value was expected" : "this is no number")
    }
    return number
  }

  private mutating func array(depth: Int) throws(JSONNode.Failure) -> JSONNode.Value {
    place += 1
    var elements: [JSONNode] = []
    if take(UInt8(ascii: "]")) { return .array(elements) }
    repeat { elements.append(try value(depth: depth + 1)) } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw failure("a comma or ] was expected") }
    return .array(elements)
  }

  private mutating func object(depth: Int) throws(JSONNode.Failure) -> JSONNode.Value {
    place += 1
    var members: [(key: String, node: JSONNode)] = []
    if take(UInt8(ascii: "}")) { return .object(members) }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw failure("a key in quotes was expected") }
      let key = try string()
      guard take(UInt8(ascii: ":")) else { throw failure("a colon was expected") }
      members.append((key, try value(depth: depth + 1)))
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw failure("a comma or } was expected") }
    return .object(members)
  }

  private mutating func string() throws(JSONNode.Failure) -> String {
    place += 1
    var text: [UInt8] = []
    while let byte = next {
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += Array(String(try escaped()).utf8)
      case 0..<0x20: throw failure("a text must not go over the end of its line")
      default: text.append(byte)
      }
    }
    throw failure("a text has no closing quote")
  }

  private mutating func escaped() throws(JSONNode.Failure) -> Unicode.Scalar {
    guard let byte = next else { throw failure("the text ends too early") }
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let first = try hexadecimal()
      if (0xD800..<0xDC00).contains(first), bytes[place...].starts(with: "\\u".utf8) {
        place += 2
        let second = try hexadecimal()
        guard (0xDC00..<0xE000).contains(second) else { return "\u{FFFD}" }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
      }
      return Unicode.Scalar(first) ?? "\u{FFFD}"
    default: throw failure("this escape is not known")
    }
  }

  private mutating func hexadecimal() throws(JSONNode.Failure) -> UInt32 {
    guard place + 4 <= bytes.count,
      bytes[place..<place + 4].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt32(String(decoding: bytes[place..<place + 4], as: UTF8.self), radix: 16)
    else { throw failure("four hexadecimal digits were expected") }
    place += 4
    return value
  }
}
