import TraceFormats
import Tracks

/// Ways to read a trace in tests.
enum Reading {
  /// Reads a file in pieces of a size, which cut it anywhere.
  static func inPieces(
    _ bytes: [UInt8], of size: Int, options: ReadingOptions = ReadingOptions()
  ) throws -> Trace {
    var intake = TraceIntake(options: options)
    var start = 0
    while start < bytes.count {
      let end = min(start + size, bytes.count)
      try intake.read(bytes.span.extracting(start..<end))
      start = end
    }
    return try intake.finish()
  }

  /// Reads a text.
  static func text(_ text: String, options: ReadingOptions = ReadingOptions()) throws -> Trace {
    try TraceFile.read(bytes: Array(text.utf8), options: options)
  }

  /// Reads a file cut at every byte, which must give a trace or a `TraceError` and nothing else; the
  /// points found never become fewer by more of the file.
  ///
  /// - Returns: How many points each length gives, those that give an error none.
  static func atEveryLength(_ bytes: [UInt8]) throws -> [Int] {
    try (0...bytes.count).map { length in
      do {
        let trace = try TraceFile.read(bytes: Array(bytes[..<length]))
        return trace.tracks.reduce(0) { $0 + $1.fixCount }
      } catch is TraceError {
        return 0
      }
    }
  }
}
