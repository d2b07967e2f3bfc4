/// A value of a JSON text that knows the line on which it stands, so that what reads it can say where
/// something is wrong.
struct JSONNode: Sendable {
  /// The value.
  var value: Value
  /// The line on which it begins, from 1.
  var line: Int

  /// What a value can be.
  enum Value: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    /// The members in order; where a key stands twice, the last one counts.
    case object([(key: String, node: JSONNode)])
  }

  /// What is wrong with a text.
  struct Failure: Error {
    var line: Int
    var reason: String
  }

  init(value: Value, line: Int) {
    self.value = value
    self.line = line
  }

  /// Reads a text (RFC 8259).
  ///
  /// - Parameter bytes: UTF-8; a byte order mark is passed over.
  /// - Throws: `Failure` with the line.
  init(_ bytes: [UInt8]) throws(Failure) {
    var reader = JSONReader(bytes)
    self = try reader.document()
  }

  /// The member of an object with a key, or nil.
  subscript(key: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.last { $0.key == key }?.node
  }

  /// The text, or nil.
  var string: String? { if case .string(let text) = value { text } else { nil } }

  /// The number, or nil.
  var number: Double? { if case .number(let number) = value { number } else { nil } }

  /// The elements, or nil.
  var array: [JSONNode]? { if case .array(let elements) = value { elements } else { nil } }

  /// The members, or nil.
  var object: [(key: String, node: JSONNode)]? {
    if case .object(let members) = value { members } else { nil }
  }

  /// A duration as a text such as `5m`, or as seconds; or nil.
  var time: Duration? {
    switch value {
    case .string(let text): return Quantity.duration(text)
    case .number(let seconds) where seconds >= 0 && seconds < 3e9: return .seconds(seconds)
    default: return nil
    }
  }
}
