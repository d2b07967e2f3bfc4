/// A value that an option can take.
protocol OptionValue: Sendable {
  /// What may be written, to follow "allowed:".
  static var allowed: String { get }

  /// What may be written instead of something that is not allowed.
  static func allowed(insteadOf text: String) -> String

  /// Reads what was written, or returns nil when it is not allowed.
  init?(option text: String)
}

extension OptionValue {
  static func allowed(insteadOf text: String) -> String { allowed }
}

/// A number that an option can take, in a range that the option states.
protocol OptionNumber: OptionValue, Comparable {}

extension OptionValue where Self: CaseIterable & RawRepresentable<String> {
  static var allowed: String { allCases.map(\.rawValue).joined(separator: ", ") }

  init?(option text: String) {
    self.init(rawValue: text)
  }
}

extension String: OptionValue {
  static let allowed = "a text that is not empty"

  init?(option text: String) {
    guard !text.isEmpty else { return nil }
    self = text
  }
}

extension Int: OptionNumber {
  static let allowed = "a whole number"

  init?(option text: String) {
    guard text.utf8.first != UInt8(ascii: "+") else { return nil }
    self.init(text)
  }
}

extension UInt64: OptionNumber {
  static let allowed = "a whole number"

  init?(option text: String) {
    guard text.utf8.first != UInt8(ascii: "+") else { return nil }
    self.init(text)
  }
}

extension Double: OptionNumber {
  static let allowed = "a number"

  /// Takes digits with at most one point and a minus before them: no exponent, no `nan`, no hex.
  init?(option text: String) {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard digits.first != UInt8(ascii: "."), digits.last != UInt8(ascii: "."),
      digits.count(where: { $0 == UInt8(ascii: ".") }) <= 1,
      digits.allSatisfy({ $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) })
    else { return nil }
    self.init(text)
  }
}
