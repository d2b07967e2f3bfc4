/// Something that a reader has to say about a file it could read.
public struct TraceNote: Hashable, Sendable {
  /// What kind of thing, for programs.
  public var code: Code
  /// The first line it concerns, counted from 1, or nil where a line says nothing.
  public var line: Int?
  /// What it is and what was done about it, for people, in one line.
  public var message: String
  /// How many times it occurred in the file.
  public var count: Int

  /// The end of a message about the rest of a file that is lost.
  static let keepsStart = "; what stood before is kept"

  /// Makes a note.
  public init(code: Code, line: Int? = nil, message: String, count: Int = 1) {
    self.code = code
    self.line = line
    self.message = message
    self.count = count
  }

  /// The kind of a note; open, so that a format can add its own.
  public struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The words of the code, in lower case with hyphens.
    public let rawValue: String

    /// Makes a code from its words.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Makes a code from its words.
    public init(stringLiteral value: String) {
      self.rawValue = value
    }

    /// Times without an offset were read as UTC.
    public static let noOffset: Code = "no-utc-offset"
    /// A time could not be read; its point has none.
    public static let badTime: Code = "bad-time"
    /// A position could not be read or is out of range; its point was skipped.
    public static let badPosition: Code = "bad-position"
    /// A point has no position; its sensor values were kept apart.
    public static let noPosition: Code = "no-position"
    /// A number could not be read; it is absent.
    public static let badNumber: Code = "bad-number"
    /// A longitude a little outside ±180° was wrapped.
    public static let wrappedLongitude: Code = "wrapped-longitude"
    /// A checksum is wrong; its line or file part was skipped, or kept as the message says.
    public static let badChecksum: Code = "bad-checksum"
    /// The file stops in the middle; what was whole is kept.
    public static let truncated: Code = "truncated"
    /// The file is not well-formed from here on; what stood before is kept.
    public static let malformed: Code = "malformed"
    /// The file has no positions.
    public static let noPositions: Code = "no-positions"
    /// The file has no track; what is played instead is said.
    public static let noTrack: Code = "no-track"
    /// No point has a time.
    public static let untimed: Code = "untimed"
    /// Only some points have a time.
    public static let halfTimed: Code = "half-timed"
    /// The file's text is not in the encoding it declares.
    public static let encoding: Code = "encoding"
    /// Something the format allows but this reader passes over.
    public static let unsupported: Code = "unsupported"
    /// Times of day whose date the file does not name.
    public static let noDate: Code = "no-date"
    /// Positions that are estimated, simulated or set by hand.
    public static let estimatedFix: Code = "estimated-fix"
    /// A date lies before its receiver could exist, or far from the others.
    public static let suspectDate: Code = "suspect-date"
  }
}

/// Why a trace could not be read.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of error, for programs.
  public var code: Code
  /// The line it occurred in, counted from 1, or nil.
  public var line: Int?
  /// What is wrong and what to do, in one line.
  public var message: String
  /// The format of the file, or nil when it was not found out.
  public var format: TraceFormat?

  /// Makes an error.
  public init(_ code: Code, line: Int? = nil, _ message: String) {
    self.code = code
    self.line = line
    self.message = message
  }

  /// The kind of an error.
  public enum Code: String, Hashable, Sendable {
    /// There is no such file.
    case notFound = "not-found"
    /// The file is there but the system will not let it be read.
    case unreadable
    /// The file holds nothing.
    case empty
    /// The content is of no known format.
    case unknownFormat = "unknown-format"
    /// The content breaks its format's rules from the start.
    case malformed
    /// The file stops before its first point.
    case truncated
    /// A stated limit was passed.
    case limit
    /// The content is of a known format in a form that is refused.
    case unsupported
    /// A strict reading met something that would be skipped otherwise.
    case strict
  }

  /// Line, if known, and message.
  public var description: String {
    line.map { "line \($0): \(message)" } ?? message
  }
}
