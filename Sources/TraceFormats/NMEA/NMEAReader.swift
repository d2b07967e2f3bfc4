/// Reads NMEA 0183 sentences.
public struct NMEAReader: TraceReader {
  /// NMEA.
  public static var format: TraceFormat { .nmea }

  private var lines: LineFeed<NMEALines>

  /// Whether a sentence (`$GPRMC,`, `!AIVDM,`) stands in the first bytes.
  public static func recognizes(_ head: Span<UInt8>) -> Bool {
    var index = 0
    while index + 7 <= head.count {
      defer { index += 1 }
      guard head[index] == UInt8(ascii: "$") || head[index] == UInt8(ascii: "!") else { continue }
      var end = index + 1
      while end < head.count, (0x41...0x5A).contains(head[end]) || (0x30...0x39).contains(head[end])
      {
        end += 1
      }
      if end - index >= 5, end - index <= 12, end < head.count, head[end] == UInt8(ascii: ",") {
        return true
      }
    }
    return false
  }

  /// Makes a reader at the start of a file.
  public init(options: ReadingOptions) {
    lines = LineFeed(NMEALines(), options: options)
  }

  /// Reads the next bytes of the file.
  ///
  /// - Parameters:
  ///   - piece: The bytes, cut anywhere.
  ///   - builder: Where the trace is put together.
  /// - Throws: `TraceError`.
  public mutating func read(
    _ piece: Span<UInt8>, into builder: inout TraceBuilder
  ) throws(TraceError) {
    try lines.read(piece, into: &builder)
  }

  /// Reads the end of the file.
  ///
  /// - Parameter builder: Where the trace is put together.
  /// - Throws: `TraceError`.
  public mutating func finish(into builder: inout TraceBuilder) throws(TraceError) {
    try lines.finish(into: &builder)
  }
}

struct NMEALines: LineConsumer {
  mutating func take(
    _ line: Span<UInt8>, number: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {}
}
