import Tracks

/// Reads what the OwnTracks recorder keeps (`.rec`): a time of arrival, a label and the phone's message
/// in JSON, with tabs between; or such messages alone, one a line.
///
/// - Messages of type `location` are fixes at their own time (`tst`, whole seconds), else at the time of
///   arrival. `vel` is in km/h, `acc`, `alt` and `vac` in metres, `cog` in degrees.
/// - Phones send again what the network lost, so the order of a file is that of arrival.
/// - Each topic, else each tracker's two letters (`tid`), is a track. Messages of other types are passed
///   over and counted in a note; so are lines without a message, which the recorder has of its own.
struct OwnTracksReader: TraceReader {
  static let format = TraceFormat.owntracks

  private var feed: LineFeed<OwnTracksLines>

  init(options: ReadingOptions) {
    feed = LineFeed(OwnTracksLines(options: options), options: options)
  }

  static func recognizes(_ head: Span<UInt8>) -> Bool {
    if let value = head.firstJSONValue(named: "\"_type\"") {
      return value < head.count && head[value] == UInt8(ascii: "\"")
    }
    // 2024-05-01T10:00:00Z, a tab, a label, a tab, a message.
    let start = head.starts(with: "\u{FEFF}") ? 3 : 0
    guard head.digits(start..<start + 4) != nil, head.starts(with: "-", at: start + 4),
      head.starts(with: "T", at: start + 10),
      let tab = head.firstIndex(of: UInt8(ascii: "\t"), from: start),
      let second = head.firstIndex(of: UInt8(ascii: "\t"), from: tab + 1)
    else { return false }
    return tab - start <= 35 && head.starts(with: "{", at: second + 1)
  }

  mutating func read(_ piece: Span<UInt8>, into builder: inout TraceBuilder) throws(TraceError) {
    try feed.read(piece, into: &builder)
  }

  mutating func finish(into builder: inout TraceBuilder) throws(TraceError) {
    feed.consumer.messages.isAtOpenEnd = feed.endsWithoutLineEnd
    try feed.finish(into: &builder)
  }
}

/// The lines of a log, whose messages stand behind two tabs.
private struct OwnTracksLines: LineConsumer {
  var messages: JSONLines<OwnTracksMessages>

  init(options: ReadingOptions) {
    messages = JSONLines(OwnTracksMessages(), JSONMembers(), options: options)
  }

  mutating func take(
    _ line: Span<UInt8>, number: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    let range = line.trimmedRange
    guard !range.isEmpty else { return }
    messages.format.arrival = nil
    guard line[range.lowerBound] != UInt8(ascii: "{") else {
      try messages.take(line, number: number, into: &builder)
      return
    }
    guard let tab = line.firstIndex(of: UInt8(ascii: "\t")),
      let second = line.firstIndex(of: UInt8(ascii: "\t"), from: tab + 1)
    else {
      try builder.skip(.malformed, line: number, "a line without a message was skipped")
      return
    }
    messages.format.arrival = (0..<tab).map { line[$0] }
    let message = line.extracting(second + 1..<line.count)
    if messages.isAtOpenEnd || message.starts(with: "{") {
      try messages.take(message, number: number, into: &builder)
    } else {
      builder.note("other-messages", line: number, "messages that are no location were passed over")
    }
  }
}

/// The messages of a log.
private struct OwnTracksMessages: JSONLineFormat {
  enum Member: JSONMemberName {
    case type, topic, tracker, time, latitude, longitude, altitude, speed, course
    case horizontalAccuracy, verticalAccuracy

    var text: StaticString {
      switch self {
      case .type: "_type"
      case .topic: "topic"
      case .tracker: "tid"
      case .time: "tst"
      case .latitude: "lat"
      case .longitude: "lon"
      case .altitude: "alt"
      case .speed: "vel"
      case .course: "cog"
      case .horizontalAccuracy: "acc"
      case .verticalAccuracy: "vac"
      }
    }
  }

  /// When the message came, as the recorder wrote it.
  var arrival: [UInt8]?

  mutating func take(
    _ message: JSONMembers<Member>, line: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    guard message.text(.type) == "location" else {
      builder.note("other-messages", line: line, "messages that are no location were passed over")
      return
    }
    let coordinate = try builder.coordinate(
      latitude: message.number(.latitude), longitude: message.number(.longitude), line: line)
    guard let coordinate else { return }
    var fix = Fix(coordinate)
    if let seconds = message.number(.time) {
      fix.time = builder.time(secondsSince1970: seconds, line: line)
    } else if let arrival {
      fix.time = builder.time(arrival.span, line: line)
    }
    fix.altitude = message.number(.altitude)
    fix.speed = message.number(.speed).map { $0 / 3.6 }
    fix.course = message.number(.course)
    fix.horizontalAccuracy = message.number(.horizontalAccuracy)
    fix.verticalAccuracy = message.number(.verticalAccuracy)
    builder.selectTrack(named: message.text(.topic) ?? message.text(.tracker) ?? "")
    try builder.append(fix)
  }
}
