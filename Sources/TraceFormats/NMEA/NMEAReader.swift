/// Reads NMEA 0183 sentences (versions 2.0 to 4.11; IEC 61162-1).
///
/// Framing. Each `$` begins a sentence, whatever stands before it in the line: times of a logger, tag
/// blocks, a sentence that was cut. A wrong checksum skips the sentence, a missing one is accepted,
/// unless the sentence is followed by another in its line, or ends a file of sentences with checksums
/// without a line end. Any two letters are a talker, and talkers are not told apart. `$P…`, `!AIVDM` and unknown types are passed
/// over.
///
/// Epochs. A run of RMC, GGA, GNS and GLL with an equal time of day is one fix; VTG, GSA and GST join
/// the fix in progress. The first valid position of the run is taken; GGA and GNS give altitude,
/// satellites and dilution, RMC (else VTG) speed and course, GST the accuracies. A sentence without a
/// time joins unless one of its type spoke already. Status V, quality 0 and modes N are no position;
/// estimated, manual and simulated ones (quality 6 to 8) are kept with a note. All fixes are one
/// segment.
///
/// Dates. RMC and ZDA name the date; it holds for what follows and, the first one, for what stood
/// before. A time of day that falls by more than 12 h is of the next day. Years 69 to 99 are of the last
/// century. Dates rolled back by a receiver's week counter are moved only by
/// `ReadingOptions.weekRolloverReferenceDay`; suspect ones are noted. Without any date the days count
/// from 1970-01-01, with a note.
public struct NMEAReader: TraceReader {
  /// NMEA.
  public static var format: TraceFormat { .nmea }

  private var lines: LineFeed<NMEAParser>

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
    lines = LineFeed(NMEAParser(options: options), options: options)
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

  /// Ends the fix in progress; what else is said of its epoch comes too late.
  mutating func endFix(into builder: inout TraceBuilder) throws(TraceError) {
    try lines.consumer.endFix(into: &builder)
  }

  /// Whether a sentence has named a date.
  var knowsDate: Bool { lines.consumer.knowsDate }

  /// Reads the end of the file.
  ///
  /// - Parameter builder: Where the trace is put together.
  /// - Throws: `TraceError`.
  public mutating func finish(into builder: inout TraceBuilder) throws(TraceError) {
    if lines.endsWithoutLineEnd { lines.consumer.lastLineIsUnfinished() }
    try lines.finish(into: &builder)
    try lines.consumer.finish(into: &builder)
  }
}
