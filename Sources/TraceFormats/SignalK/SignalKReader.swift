import Tracks

/// Reads logs of Signal K: one delta a line, alone or as the server's raw log has it, behind the time of
/// arrival in milliseconds since 1970 and a source, with semicolons between.
///
/// - A value of `navigation.position` is a fix of its context's track. `navigation.speedOverGround` (m/s)
///   and `navigation.courseOverGroundTrue` (radians) come in deltas of their own, often from other
///   instruments: the last of each that is at most two seconds old goes with it.
/// - A vessel may have several receivers. The first that told its position is followed, the others are
///   passed over with a note.
/// - Sentences of NMEA 0183 in a raw log are a track of their own. Messages of NMEA 2000 are passed over
///   with a note.
struct SignalKReader: TraceReader {
  static let format = TraceFormat.signalk

  private var feed: LineFeed<SignalKLines>

  init(options: ReadingOptions) {
    feed = LineFeed(SignalKLines(options: options), options: options)
  }

  static func recognizes(_ head: Span<UInt8>) -> Bool {
    let start = head.starts(with: "\u{FEFF}") ? 3 : 0
    let bare = head.extracting(start..<head.count)
    let delta = bare.extracting(SignalKLines.prefix(of: bare)..<bare.count)
    if let value = delta.firstJSONValue(named: "\"context\"") {
      return delta.starts(with: "\"vessels.", at: value)
        || delta.firstIndex(of: "\"updates\"", from: value) != nil
    }
    if let value = delta.firstJSONValue(named: "\"updates\"") {
      return delta.starts(with: "[", at: value)
    }
    return false
  }

  mutating func read(_ piece: Span<UInt8>, into builder: inout TraceBuilder) throws(TraceError) {
    try feed.read(piece, into: &builder)
  }

  mutating func finish(into builder: inout TraceBuilder) throws(TraceError) {
    let isOpen = feed.endsWithoutLineEnd
    feed.consumer.deltas.isAtOpenEnd = isOpen
    if isOpen { feed.consumer.sentences.lastLineIsUnfinished() }
    try feed.finish(into: &builder)
    try feed.consumer.finish(into: &builder)
  }
}

/// The lines of a log, told apart by what they carry.
private struct SignalKLines: LineConsumer {
  var deltas: JSONLines<SignalKVessels>
  var sentences: NMEAParser
  private var hasSentences = false
  private static let sentenceTrack = "NMEA 0183"

  init(options: ReadingOptions) {
    deltas = JSONLines(SignalKVessels(), SignalKDelta(), options: options)
    sentences = NMEAParser(options: options)
  }

  /// How many bytes a raw log puts before what came: digits, a source, and a semicolon behind each.
  static func prefix(of line: Span<UInt8>) -> Int {
    guard let first = line.firstIndex(of: UInt8(ascii: ";")), first >= 12, first <= 16 else {
      return 0
    }
    for index in 0..<first where line[index] &- 0x30 > 9 { return 0 }
    return line.firstIndex(of: UInt8(ascii: ";"), from: first + 1).map { $0 + 1 } ?? 0
  }

  mutating func take(
    _ line: Span<UInt8>, number: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    let start = Self.prefix(of: line)
    let message = line.extracting(start..<line.count)
    let range = message.trimmedRange
    guard !range.isEmpty else { return }
    switch message[range.lowerBound] {
    case UInt8(ascii: "$"), UInt8(ascii: "!"):
      hasSentences = true
      builder.selectTrack(named: Self.sentenceTrack)
      try sentences.take(message, number: number, into: &builder)
    case UInt8(ascii: "{"):
      let digits = start > 0 ? line.firstIndex(of: UInt8(ascii: ";")) ?? 0 : 0
      deltas.format.arrival = DecimalNumber.value(of: line.extracting(0..<digits))
      try deltas.take(message, number: number, into: &builder)
    default:
      if start > 0 {
        builder.note("other-messages", line: number, "messages of NMEA 2000 were passed over")
      } else {
        try builder.skip(.malformed, line: number, "a line that is no delta was skipped")
      }
    }
  }

  mutating func finish(into builder: inout TraceBuilder) throws(TraceError) {
    guard hasSentences else { return }
    builder.selectTrack(named: Self.sentenceTrack)
    try sentences.finish(into: &builder)
  }
}
