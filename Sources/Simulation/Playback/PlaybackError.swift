/// Why a command cannot be done.
public struct PlaybackError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of reason it is.
  public var code: Code
  /// The reason in one line, and what to do.
  public var message: String
  /// The line of the text it concerns, counted from 1, or nil.
  public var line: Int?

  /// What kind of reason it is.
  public enum Code: String, Hashable, Sendable {
    /// Nothing is loaded, or what is to be loaded has no fixes.
    case nothingToPlay
    /// The rate is outside 0.01...1000.
    case rateOutOfRange
    /// The number of rounds is less than 1.
    case roundsOutOfRange
    /// The range is empty or ends before it begins.
    case emptyRange
    /// A text is no fault.
    case badFault
    /// A text is no list of geofences.
    case badGeofence
    /// A text is no scenario.
    case badScenario
    /// A number is out of its range.
    case numberOutOfRange
  }

  /// Makes an error.
  public init(_ code: Code, line: Int? = nil, _ message: String) {
    self.code = code
    self.message = message
    self.line = line
  }

  /// The line, if one is known, the reason, and what to do.
  public var description: String { line.map { "line \($0): \(message)" } ?? message }
}
