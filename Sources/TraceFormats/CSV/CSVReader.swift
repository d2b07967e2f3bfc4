import Tracks

/// Reads tables of separated values with a header that names latitude and longitude.
///
/// The rules where such tables differ:
/// - The separator is the one of comma, semicolon, tab and bar that makes most sense of the header; beside
///   the last three a comma in a number is its decimal sign. The header may stand behind other lines.
/// - A table without header is read by `csvColumns`, else by a guess from its first row, with a note.
/// - Speeds are m/s and altitudes metres unless header, cell or the logger's own dialect says otherwise.
/// - Whole numbers beyond ±180 in both places are semicircles, from there on or by the header's name.
/// - Times without an offset are UTC, numbers are told by size (see `CSVClock`), times of day without a
///   date are put on 1970-01-01; each with a note. A row's time is its own: it may fall.
/// - Rows without a position give a sensor sample when they have something to say, and are counted.
/// - Rows of several vehicles may be mixed; each vehicle is a track. A new value in a `segment` column, or
///   OpenTracks' `SEGMENT_START`, begins a segment.
/// - A last row without line end is used when it has as many fields as the header.
struct CSVReader: TraceReader {
  static let format = TraceFormat.csv

  private var feed: LineFeed<CSVTable>

  init(options: ReadingOptions) {
    feed = LineFeed(CSVTable(options: options), options: options)
  }

  static func recognizes(_ head: Span<UInt8>) -> Bool {
    var lines = 0
    var hasDelimiter = false
    for index in head.indices {
      let byte = head[index]
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        lines += 1
        if lines > 20 { break }
      } else if byte < 0x20, byte != UInt8(ascii: "\t"), byte != 0 || lines == 0 {
        return false
      }
      hasDelimiter = hasDelimiter || CSVHeader.delimiters.contains(byte)
    }
    // What opens markup or JSON is for other readers to take or nobody.
    return hasDelimiter && !"<{[".utf8.contains(head[0])
  }

  mutating func read(_ piece: Span<UInt8>, into builder: inout TraceBuilder) throws(TraceError) {
    try feed.read(piece, into: &builder)
  }

  mutating func finish(into builder: inout TraceBuilder) throws(TraceError) {
    feed.consumer.isAtOpenEnd = feed.endsWithoutLineEnd
    try feed.finish(into: &builder)
    try feed.consumer.finish(into: &builder)
  }
}
