/// A part of a JSON text.
enum JSONEvent {
  case beginObject
  case endObject
  case beginArray
  case endArray
  /// A member's name, with its escapes resolved.
  case key
  /// A string, with its escapes resolved.
  case string
  /// A number as it stands; its text may still be no number.
  case number
  case `true`
  case `false`
  /// `null`, or the `NaN` and `Infinity` that some writers leave in place of it.
  case null
}

/// What takes the parts of a JSON text.
protocol JSONConsumer {
  /// Takes a part.
  ///
  /// - Parameters:
  ///   - event: What it is.
  ///   - text: The name, string or number in UTF-8; empty for the rest.
  ///   - line: The line, counted from 1.
  ///   - builder: Where the trace is put together.
  /// - Throws: `TraceError`.
  mutating func take(
    _ event: JSONEvent, _ text: Span<UInt8>, line: Int, into builder: inout TraceBuilder
  ) throws(TraceError)
}
