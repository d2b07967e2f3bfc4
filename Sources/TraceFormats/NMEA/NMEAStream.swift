public import Tracks

/// Reads NMEA 0183 as it comes from a receiver, for ever: bytes go in, fixes come out.
///
/// Sentences and dates are understood as ``NMEAReader`` says. A fix comes out when the next epoch begins,
/// or with ``flush()``. Before any sentence has named a date fixes have no time.
public struct NMEAStream: ~Copyable {
  private var reader: NMEAReader
  private var builder: TraceBuilder

  /// Makes a stream that has read nothing.
  public init() {
    var options = ReadingOptions()
    options.limits.points = .max
    // A sentence has 82 bytes; what is so much longer is none.
    options.limits.lineBytes = 4096
    reader = NMEAReader(options: options)
    builder = TraceBuilder(format: .nmea, options: options)
  }

  /// Sentences and fixes that were skipped, since their checksum or position was wrong.
  public var skipped: Int { builder.trace.skipped }

  /// Reads the next bytes.
  ///
  /// - Parameter piece: The bytes, cut anywhere.
  /// - Returns: The fixes that are complete now.
  /// - Throws: `TraceError` when this is no text of lines; the stream is spent then.
  public mutating func read(_ piece: Span<UInt8>) throws(TraceError) -> [Fix] {
    try reader.read(piece, into: &builder)
    return takeFixes()
  }

  /// Ends the fix in progress, since the receiver is silent: it has sent all that it knows of it.
  ///
  /// - Returns: The fix, if there was one.
  /// - Throws: Nothing but what ``read(_:)`` throws.
  public mutating func flush() throws(TraceError) -> [Fix] {
    try reader.endFix(into: &builder)
    return takeFixes()
  }

  private mutating func takeFixes() -> [Fix] {
    var fixes = builder.takeFixes()
    if !reader.knowsDate {
      for index in fixes.indices { fixes[index].time = nil }
    }
    return fixes
  }
}
