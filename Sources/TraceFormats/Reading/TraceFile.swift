/// One way in for a stored trace, whatever its format.
public enum TraceFile {
  /// How many bytes are read from a file at a time; cancellation is looked at between two pieces.
  static let pieceBytes = 1 << 18

  /// Reads a trace from memory.
  ///
  /// - Parameters:
  ///   - bytes: The whole file, compressed with gzip or not.
  ///   - options: How to read it.
  /// - Returns: The trace.
  /// - Throws: `TraceError`.
  public static func read(
    bytes: [UInt8], options: ReadingOptions = ReadingOptions()
  ) throws(TraceError) -> Trace {
    var intake = TraceIntake(options: options)
    try intake.read(bytes.span)
    return try intake.finish()
  }
}
