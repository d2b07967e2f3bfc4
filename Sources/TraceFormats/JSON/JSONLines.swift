/// What one line of a log says: a JSON object.
protocol JSONLineRecord: JSONConsumer {
  /// Whether the object came to its end.
  var isWhole: Bool { get }
  /// Forgets everything, for the next line.
  mutating func reset()
}

/// What makes fixes of the lines of a log.
protocol JSONLineFormat {
  associatedtype Record: JSONLineRecord
  /// Takes what a line says.
  mutating func take(
    _ record: Record, line: Int, into builder: inout TraceBuilder
  ) throws(TraceError)
}

/// Reads a log of one JSON object a line.
///
/// A line that is not JSON is skipped and counted. A last line without line end that is not whole, as a
/// killed writer leaves it, is dropped with a note.
struct JSONLines<Format: JSONLineFormat>: LineConsumer {
  /// Whether the next line is the last and has no line end.
  var isAtOpenEnd = false
  /// What takes the records.
  var format: Format
  private var json: JSONFeed<Format.Record>

  init(_ format: Format, _ record: Format.Record, options: ReadingOptions) {
    self.format = format
    json = JSONFeed(record, options: options)
  }

  mutating func take(
    _ line: Span<UInt8>, number: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    guard !line.trimmedRange.isEmpty else { return }
    json.restart(line: number)
    json.consumer.reset()
    do throws(TraceError) {
      try json.read(line, into: &builder)
    } catch {
      guard error.code == .malformed else { throw error }
      try skip(number, error.message, into: &builder)
      return
    }
    guard !json.isInside, json.consumer.isWhole else {
      try skip(number, "the line stops in the middle", into: &builder)
      return
    }
    try format.take(json.consumer, line: number, into: &builder)
  }

  private func skip(
    _ number: Int, _ message: String, into builder: inout TraceBuilder
  ) throws(TraceError) {
    if isAtOpenEnd {
      try builder.skip(.truncated, line: number, "the log stops within its last line")
    } else {
      try builder.skip(.malformed, line: number, "a line was skipped: \(message)")
    }
  }
}

extension Span where Element == UInt8 {
  /// Where the value of an object's first member begins.
  ///
  /// - Parameter name: The member's name in quotation marks.
  /// - Returns: The index, or nil unless the bytes, after a byte order mark or white space, begin with an
  ///   object whose first member has that name.
  func firstJSONValue(named name: StaticString) -> Int? {
    var index = starts(with: "\u{FEFF}") ? 3 : 0
    for part in ["{", name, ":"] as [StaticString] {
      while index < count, self[index] <= 0x20 { index += 1 }
      guard starts(with: part, at: index) else { return nil }
      index += part.utf8CodeUnitCount
    }
    while index < count, self[index] <= 0x20 { index += 1 }
    return index
  }
}
