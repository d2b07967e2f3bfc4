import Tracks

/// Reads IGC flight recorder files (FAI technical specification for GNSS flight recorders, appendix A).
///
/// The rules where readers of IGC differ:
/// - Each B record is one fix; its altitude is the GNSS one, and absent for validity V (2D). A V record
///   at exactly 0, 0 is a recorder without a fix and is skipped.
/// - A fall of the clock of more than twelve hours is a midnight; a smaller one is a late fix of the
///   same day, kept in its place.
/// - A file without a date has its times of day on 1970-01-01, with a note.
/// - Of the columns that the I record adds, accuracy (FXA, 0 is none), satellites, ground speed (km/h),
///   true track, the further digits of the minutes and the decimals of the second are used.
/// - A last B record without line end is used only when its fixed columns are all there.
struct IGCReader: TraceReader {
  static let format = TraceFormat.igc

  private var feed: LineFeed<IGCLines>

  init(options: ReadingOptions) {
    feed = LineFeed(IGCLines(), options: options)
  }

  static func recognizes(_ head: Span<UInt8>) -> Bool {
    let start = head.starts(with: "\u{FEFF}") ? 3 : 0
    if head.starts(with: "HFDTE", at: start) { return true }
    guard head.count >= start + 5, head[start] == UInt8(ascii: "A") else { return false }
    // The recorder's maker and serial number follow, then a line that begins with another record.
    for index in start + 1..<start + 4 where !head[index].isASCIILetterOrDigit { return false }
    var index = start + 4
    while index < head.count, head[index] != UInt8(ascii: "\n"), head[index] != UInt8(ascii: "\r") {
      if head[index] == UInt8(ascii: ",") { return false }
      index += 1
    }
    while index < head.count, head[index] <= 0x20 { index += 1 }
    guard index + 1 < head.count else { return false }
    return "BCDEFGHIJKL".utf8.contains(head[index]) && head[index + 1].isASCIILetterOrDigit
  }

  mutating func read(_ piece: Span<UInt8>, into builder: inout TraceBuilder) throws(TraceError) {
    try feed.read(piece, into: &builder)
  }

  mutating func finish(into builder: inout TraceBuilder) throws(TraceError) {
    feed.consumer.isAtOpenEnd = feed.endsWithoutLineEnd
    try feed.finish(into: &builder)
  }
}

/// The lines of an IGC file.
private struct IGCLines: LineConsumer {
  /// Whether the next line is the last and has no line end.
  var isAtOpenEnd = false
  private var clock = IGCClock()
  private var extensions: [IGCExtension] = []

  mutating func take(
    _ line: Span<UInt8>, number: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    guard !line.isEmpty else { return }
    switch line[0] {
    case UInt8(ascii: "B"):
      if isAtOpenEnd, line.count < 35 {
        try builder.skip(.truncated, line: number, "the file stops within its last B record")
      } else {
        try takeFix(line, number: number, into: &builder)
      }
    case UInt8(ascii: "H"):
      guard line.starts(with: "DTE", at: 2) else { return }
      if let date = IGCClock.date(line) {
        clock.setDate(date)
      } else {
        builder.note(.badTime, line: number, "a date record could not be read and was ignored")
      }
    case UInt8(ascii: "I"):
      extensions = IGCExtension.all(line)
    default:
      break
    }
  }

  private mutating func takeFix(
    _ line: Span<UInt8>, number: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    guard let record = IGCFixRecord(line, extensions: extensions) else {
      try builder.skip(.malformed, line: number, "a B record could not be read and was skipped")
      return
    }
    let hasDate = clock.day != nil
    let time = clock.time(secondOfDay: record.secondOfDay, nanosecond: record.nanosecond)
    guard let coordinate = record.coordinate else {
      try builder.skip(.badPosition, line: number, "a position out of range was skipped")
      return
    }
    if !record.is3D, coordinate.latitude == 0, coordinate.longitude == 0 {
      try builder.skip(
        .noPosition, line: number, "a B record without a fix (V at 0, 0) was skipped")
      return
    }
    if !hasDate {
      builder.note(
        .suspectDate, line: number,
        "no date stands before the first fix; days are counted from 1970-01-01")
    }
    var fix = Fix(coordinate, time: time)
    if record.is3D { fix.altitude = record.altitude.map(Double.init) }
    for field in extensions { field.apply(line, to: &fix) }
    try builder.append(fix)
  }
}

extension UInt8 {
  fileprivate var isASCIILetterOrDigit: Bool {
    self &- 0x30 <= 9 || (self | 0x20) &- UInt8(ascii: "a") <= 25
  }
}
