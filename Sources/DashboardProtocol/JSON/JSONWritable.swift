public import Tracks

/// Something that knows its JSON text.
public protocol JSONWritable {
  /// Writes exactly one JSON value.
  func write(to writer: inout JSONWriter)

  /// Whether there is something to write; a field without is left out.
  var isPresent: Bool { get }
}

extension JSONWritable {
  /// True for all but numbers that are not finite.
  public var isPresent: Bool { true }
}

extension String: JSONWritable {
  /// Writes a JSON string.
  public func write(to writer: inout JSONWriter) { writer.text(self) }
}

extension Bool: JSONWritable {
  /// Writes `true` or `false`.
  public func write(to writer: inout JSONWriter) { writer.raw((self ? "true" : "false").utf8) }
}

extension Int: JSONWritable {
  /// Writes a JSON number.
  public func write(to writer: inout JSONWriter) { writer.raw(description.utf8) }
}

extension UInt32: JSONWritable {
  /// Writes a JSON number.
  public func write(to writer: inout JSONWriter) { writer.raw(description.utf8) }
}

extension UInt64: JSONWritable {
  /// Writes a JSON number.
  public func write(to writer: inout JSONWriter) { writer.raw(description.utf8) }
}

extension Double: JSONWritable {
  /// Whether the number is finite.
  public var isPresent: Bool { isFinite }

  /// Writes the shortest JSON number that reads back the same, or `null` when it is not finite.
  public func write(to writer: inout JSONWriter) {
    if !isFinite {
      writer.raw("null".utf8)
    } else if let whole = Int(exactly: self), abs(whole) < 1 << 53 {
      writer.raw(whole.description.utf8)
    } else {
      writer.raw(description.utf8)
    }
  }
}

extension SourceTime: JSONWritable {
  /// Writes ISO 8601 in UTC with milliseconds.
  public func write(to writer: inout JSONWriter) { writer.text(iso8601Milliseconds) }
}

extension Array: JSONWritable where Element: JSONWritable {
  /// Writes a JSON array.
  public func write(to writer: inout JSONWriter) {
    writer.array { writer in
      for element in self { element.write(to: &writer) }
    }
  }
}
