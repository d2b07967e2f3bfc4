extension [UInt8] {
  /// Appends a text in UTF-8.
  mutating func append(text: some StringProtocol) {
    append(contentsOf: text.utf8)
  }

  /// Appends the shortest decimal that reads back the same, without exponent: `46.2`, `-0.00001`, `3`.
  mutating func append(shortest value: Double) {
    let text = value.description
    guard let e = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: e)...]) else {
      append(text: text.hasSuffix(".0") ? text.dropLast(2) : text[...])
      return
    }
    var mantissa = text[..<e]
    if mantissa.first == "-" {
      append(UInt8(ascii: "-"))
      mantissa = mantissa.dropFirst()
    }
    let whole = mantissa.prefix { $0 != "." }
    var fraction = mantissa.dropFirst(whole.count + 1)
    if fraction == "0" { fraction = "" }
    let digits = whole + fraction
    let point = whole.count + exponent
    if point <= 0 {
      append(text: "0.")
      append(contentsOf: repeatElement(UInt8(ascii: "0"), count: -point))
      append(text: digits)
    } else {
      append(text: digits.prefix(point))
      append(
        contentsOf: repeatElement(UInt8(ascii: "0"), count: Swift.max(0, point - digits.count)))
      if point < digits.count {
        append(UInt8(ascii: "."))
        append(text: digits.dropFirst(point))
      }
    }
  }

  /// Appends a decimal with a fixed number of digits after the point, rounded half away from zero.
  ///
  /// - Parameters:
  ///   - value: A finite number below 10¹⁵ / 10^digits.
  ///   - digits: How many digits after the point, at most 9.
  ///   - width: The least number of digits before the point, filled with zeros.
  mutating func append(fixed value: Double, digits: Int, width: Int = 1) {
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int((abs(value) * Double(scale)).rounded())
    if value < 0, scaled > 0 { append(UInt8(ascii: "-")) }
    append(integer: scaled / scale, width: width)
    if digits > 0 {
      append(UInt8(ascii: "."))
      append(integer: scaled % scale, width: digits)
    }
  }

  /// Appends a whole number, filled with zeros to a width.
  mutating func append(integer value: Int, width: Int = 1) {
    if value < 0 { append(UInt8(ascii: "-")) }
    let text = String(value.magnitude)
    append(
      contentsOf: repeatElement(UInt8(ascii: "0"), count: Swift.max(0, width - text.utf8.count)))
    append(text: text)
  }

  /// Appends a text for the inside of an XML element or attribute; what XML 1.0 forbids is left out.
  mutating func append(xml text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": append(text: "&amp;")
      case "<": append(text: "&lt;")
      case ">": append(text: "&gt;")
      case "\"": append(text: "&quot;")
      case "\t", "\n", "\r", "\u{20}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}",
        "\u{10000}"..."\u{10FFFF}":
        append(contentsOf: String(scalar).utf8)
      default: break
      }
    }
  }

  /// Appends a JSON string, quotes included.
  mutating func append(json text: String) {
    append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): append(text: "\\\"")
      case UInt8(ascii: "\\"): append(text: "\\\\")
      case 0x0A: append(text: "\\n")
      case 0x0D: append(text: "\\r")
      case 0x09: append(text: "\\t")
      case 0..<0x20:
        append(text: "\\u00")
        append(Self.hexadecimal(byte >> 4))
        append(Self.hexadecimal(byte & 15))
      default: append(byte)
      }
    }
    append(UInt8(ascii: "\""))
  }

  /// The upper-case digit of a number below 16.
  static func hexadecimal(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x41 + value - 10
  }
}
