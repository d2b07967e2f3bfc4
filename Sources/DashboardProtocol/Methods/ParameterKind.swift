import Tracks

/// What values a parameter takes: what is checked, and what the OpenRPC document says of it.
indirect enum ParameterKind: Sendable {
  /// Any text up to a number of bytes.
  case text(limit: Int)
  /// One of some words.
  case word([String])
  /// ISO 8601.
  case time
  /// A finite number.
  case number(ClosedRange<Double>)
  /// A number without a fraction.
  case integer(ClosedRange<Int>)
  /// A number, or the word `max`.
  case rate(ClosedRange<Double>)
  /// A list.
  case list(ParameterKind, limit: Int)
  /// West, south, east, north in degrees; it may go over ±180°.
  case box
  /// An object that a schema of the OpenRPC document describes; its command looks into it.
  case object(String)

  /// Throws when a value is none of this kind.
  func check(_ value: JSONValue, field: String) throws(RPCError) {
    switch self {
    case .text(let limit):
      guard let text = value.string else { throw .invalid(field, "must be a text") }
      if text.utf8.count > limit { throw .invalid(field, "must have at most \(limit) bytes") }
    case .word(let words):
      guard let text = value.string, words.contains(text) else {
        throw .invalid(field, "must be one of \(words.joined(separator: ", "))")
      }
    case .time:
      guard let text = value.string, ISO8601Time(text) != nil else {
        throw .invalid(field, "must be a time like 2024-05-01T10:00:00.000Z")
      }
    case .number(let range):
      guard let number = value.double, range.contains(number) else {
        throw .invalid(field, "must be a number in \(Self.words(range))")
      }
    case .integer(let range):
      guard let number = value.int, range.contains(number) else {
        throw .invalid(
          field, "must be a whole number in \(range.lowerBound)...\(range.upperBound)")
      }
    case .rate(let range):
      if value.string == "max" { return }
      guard let number = value.double, range.contains(number) else {
        throw .invalid(field, "must be a number in \(Self.words(range)) or \"max\"")
      }
    case .list(let kind, let limit):
      guard let elements = value.elements else { throw .invalid(field, "must be a list") }
      if elements.count > limit { throw .invalid(field, "must have at most \(limit) elements") }
      for element in elements { try kind.check(element, field: field) }
    case .box:
      let edges = value.elements?.compactMap(\.double) ?? []
      guard edges.count == 4, value.elements?.count == 4, abs(edges[0]) <= 180,
        abs(edges[2]) <= 180, abs(edges[1]) <= 90, abs(edges[3]) <= 90, edges[1] <= edges[3]
      else {
        throw .invalid(field, "must be [west, south, east, north] in degrees")
      }
    case .object:
      guard case .object = value else { throw .invalid(field, "must hold objects") }
    }
  }

  /// The kind as JSON Schema.
  var schema: JSONValue {
    func object(_ members: (String, JSONValue)...) -> JSONValue {
      .object(members.map { JSONMember($0.0, $0.1) })
    }
    func number(_ range: ClosedRange<Double>) -> JSONValue {
      object(
        ("type", .text("number")), ("minimum", .number(range.lowerBound)),
        ("maximum", .number(range.upperBound)))
    }
    switch self {
    case .text: return object(("type", .text("string")))
    case .word(let words):
      return object(("type", .text("string")), ("enum", .array(words.map { .text($0) })))
    case .time: return object(("type", .text("string")), ("format", .text("date-time")))
    case .number(let range): return number(range)
    case .integer(let range):
      return object(
        ("type", .text("integer")), ("minimum", .integer(range.lowerBound)),
        ("maximum", .integer(range.upperBound)))
    case .rate(let range):
      return object(("oneOf", .array([number(range), object(("const", .text("max")))])))
    case .list(let kind, let limit):
      return object(
        ("type", .text("array")), ("items", kind.schema), ("maxItems", .integer(limit)))
    case .box:
      return object(
        ("type", .text("array")), ("items", object(("type", .text("number")))),
        ("minItems", .integer(4)), ("maxItems", .integer(4)))
    case .object(let name): return object(("$ref", .text("#/components/schemas/\(name)")))
    }
  }

  private static func words(_ range: ClosedRange<Double>) -> String {
    func word(_ number: Double) -> String {
      String(decoding: JSONWriter.bytes(of: number), as: UTF8.self)
    }
    return "\(word(range.lowerBound))...\(word(range.upperBound))"
  }
}
