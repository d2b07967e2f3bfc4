/// Any JSON value, with the order of an object's keys kept.
public indirect enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A number without fraction or exponent that fits in 64 bits.
  case integer(Int)
  /// Any other number; finite when it was read.
  case number(Double)
  /// A string.
  case text(String)
  /// An array.
  case array([JSONValue])
  /// An object.
  case object([JSONMember])

  /// The value of a key in an object, the last one if it stands twice; nil for none or no object.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key == key }?.value
  }

  /// The number of an integer or a number, or nil.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The whole number of an integer, or of a number without a fraction, or nil.
  public var int: Int? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The text of a string, or nil.
  public var string: String? {
    if case .text(let value) = self { value } else { nil }
  }

  /// The elements of an array, or nil.
  public var elements: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }
}

/// A key of an object with its value.
public struct JSONMember: Hashable, Sendable {
  /// The key.
  public var key: String
  /// The value.
  public var value: JSONValue

  /// Makes a member.
  public init(_ key: String, _ value: JSONValue) {
    self.key = key
    self.value = value
  }
}

extension JSONValue: JSONWritable {
  /// False for a number that is not finite.
  public var isPresent: Bool {
    if case .number(let value) = self { value.isFinite } else { true }
  }

  /// Writes the value as it is.
  public func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.raw("null".utf8)
    case .boolean(let value): value.write(to: &writer)
    case .integer(let value): value.write(to: &writer)
    case .number(let value): value.write(to: &writer)
    case .text(let value): value.write(to: &writer)
    case .array(let values): values.write(to: &writer)
    case .object(let members):
      writer.object { writer in
        for member in members {
          writer.key(member.key)
          member.value.write(to: &writer)
        }
      }
    }
  }
}
