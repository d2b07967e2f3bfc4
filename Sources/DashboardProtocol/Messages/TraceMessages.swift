public import Tracks

/// A trace of the catalogue, as `traces` lists it.
public struct TraceEntryMessage: Hashable, Sendable, JSONWritable {
  /// Names it in commands and addresses; URL-safe.
  public var id: String
  /// Its name for people.
  public var name: String
  /// The name of its format, once known.
  public var format: String?
  /// Track points, once known.
  public var points: Int?
  /// The first point's time.
  public var first: SourceTime?
  /// The last point's time.
  public var last: SourceTime?
  /// Metres along its segments.
  public var length: Double?
  /// What its reader had to say.
  public var notes: [NoteMessage]
  /// Why it cannot be read, or nil.
  public var error: NoteMessage?

  /// Makes an entry of which only the name is known.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
    notes = []
  }

  /// Writes `{id, name, format, points, first, last, length_m, notes, error}`.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("id", id)
      writer.field("name", name)
      writer.field("format", format)
      writer.field("points", points)
      writer.field("first", first)
      writer.field("last", last)
      writer.field("length_m", length.map { ($0 * 1000).rounded() / 1000 })
      writer.field("notes", notes)
      writer.field("error", error)
    }
  }
}

/// A note on a trace, or the error it was refused with.
public struct NoteMessage: Hashable, Sendable, JSONWritable {
  /// What kind of thing, for programs.
  public var code: String
  /// The line it concerns, counted from 1.
  public var line: Int?
  /// What it is, in one line.
  public var message: String

  /// Makes a note.
  public init(code: String, line: Int? = nil, message: String) {
    self.code = code
    self.line = line
    self.message = message
  }

  /// Writes `{code, line, message}`.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("code", code)
      writer.field("line", line)
      writer.field("message", message)
    }
  }
}

/// An answer that is an object with one field.
public struct OneField<Value: JSONWritable>: JSONWritable {
  private let name: String
  private let value: Value

  /// Makes an answer.
  public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }

  /// Writes the object.
  public func write(to writer: inout JSONWriter) {
    writer.object { $0.field(name, value) }
  }
}
