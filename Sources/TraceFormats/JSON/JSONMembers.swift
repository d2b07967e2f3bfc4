/// The names of the members that a reader looks for in an object.
protocol JSONMemberName: CaseIterable, Equatable {
  /// The name as it stands in the file.
  var text: StaticString { get }
}

/// The numbers and strings of a JSON object's own members, by name; of two members with one name the
/// last holds. Everything else is passed over.
struct JSONMembers<Name: JSONMemberName>: JSONLineRecord {
  private(set) var isWhole = false
  private var numbers: [Double?]
  private var strings: [[UInt8]?]
  private var depth = 0
  private var current: Int?
  private let names = Array(Name.allCases)

  init() {
    numbers = Array(repeating: nil, count: names.count)
    strings = Array(repeating: nil, count: names.count)
  }

  mutating func reset() {
    isWhole = false
    depth = 0
    current = nil
    for index in names.indices {
      numbers[index] = nil
      strings[index] = nil
    }
  }

  /// A member's number, or nil when it has none.
  func number(_ name: Name) -> Double? {
    names.firstIndex(of: name).flatMap { numbers[$0] }
  }

  /// The bytes of a member's string, or nil when it has none.
  func bytes(_ name: Name) -> [UInt8]? {
    names.firstIndex(of: name).flatMap { strings[$0] }
  }

  /// A member's string, or nil when it has none.
  func text(_ name: Name) -> String? {
    guard let bytes = bytes(name) else { return nil }
    return bytes.span.text()
  }

  mutating func take(
    _ event: JSONEvent, _ text: Span<UInt8>, line: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    switch event {
    case .beginObject, .beginArray: depth += 1
    case .endObject, .endArray:
      depth -= 1
      isWhole = depth == 0
    case .key:
      if depth == 1 { current = index(of: text) }
    case .string:
      if depth == 1, let current { strings[current] = text.indices.map { text[$0] } }
    case .number:
      if depth == 1, let current { numbers[current] = builder.number(text, line: line) }
    case .true, .false, .null: break
    }
  }

  private func index(of name: Span<UInt8>) -> Int? {
    for index in names.indices where name.equals(names[index].text) { return index }
    return nil
  }
}
