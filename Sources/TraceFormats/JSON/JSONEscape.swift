/// Reads what follows a backslash in a JSON string, byte by byte.
struct JSONEscape {
  private var digits = 0
  private var value: UInt32 = 0
  /// The first half of a pair of surrogates, which another escape has to complete.
  private var high: UInt32?
  private var isInDigits = false

  enum Step {
    case needsMore
    /// The first half of a pair was read; the second is an escape of its own.
    case half
    case scalar(Unicode.Scalar)
    case wrong
  }

  /// Takes the next byte; a second half of a pair without its first gives U+FFFD.
  mutating func take(_ byte: UInt8) -> Step {
    if isInDigits { return takeDigit(byte) }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return .scalar(Unicode.Scalar(byte))
    case UInt8(ascii: "b"): return .scalar("\u{8}")
    case UInt8(ascii: "f"): return .scalar("\u{C}")
    case UInt8(ascii: "n"): return .scalar("\n")
    case UInt8(ascii: "r"): return .scalar("\r")
    case UInt8(ascii: "t"): return .scalar("\t")
    case UInt8(ascii: "u"):
      (isInDigits, digits, value) = (true, 0, 0)
      return .needsMore
    default: return .wrong
    }
  }

  private mutating func takeDigit(_ byte: UInt8) -> Step {
    let lower = byte | 0x20
    if byte &- 0x30 <= 9 {
      value = value << 4 | UInt32(byte &- 0x30)
    } else if lower >= UInt8(ascii: "a"), lower <= UInt8(ascii: "f") {
      value = value << 4 | UInt32(lower - UInt8(ascii: "a") + 10)
    } else {
      return .wrong
    }
    digits += 1
    guard digits == 4 else { return .needsMore }
    isInDigits = false
    defer { high = value & 0xFC00 == 0xD800 ? value : nil }
    if value & 0xFC00 == 0xD800 { return .half }
    if let high, value & 0xFC00 == 0xDC00 { value = 0x10000 + (high & 0x3FF) << 10 + value & 0x3FF }
    return .scalar(Unicode.Scalar(value) ?? "\u{FFFD}")
  }
}
