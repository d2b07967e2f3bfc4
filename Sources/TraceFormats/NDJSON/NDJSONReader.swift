import Tracks

/// Reads Rastro's own recording: one JSON object a line, as `rastro record --events` writes it.
///
/// - Each `fix` line is a fix of its vehicle's track; vehicles may be mixed. A new generation (a seek), or
///   a `looped` event, begins a segment, for the jump there is no movement.
/// - `sequence` and `emitted_ms` tell in which order and when the fixes were emitted, which is not always
///   that of their times: faults put fixes off.
/// - `event` lines are passed over and counted in a note. Unknown keys are passed over.
/// - A line that is not JSON is skipped and counted. A last line without line end that is not whole, as a
///   killed recorder leaves it, is dropped with a note.
struct NDJSONReader: TraceReader {
  static let format = TraceFormat.ndjson

  private var feed: LineFeed<NDJSONLines>

  init(options: ReadingOptions) {
    feed = LineFeed(NDJSONLines(options: options), options: options)
  }

  static func recognizes(_ head: Span<UInt8>) -> Bool {
    var index = head.starts(with: "\u{FEFF}") ? 3 : 0
    for part in ["{", "\"type\"", ":"] as [StaticString] {
      while index < head.count, head[index] <= 0x20 { index += 1 }
      guard head.starts(with: part, at: index) else { return false }
      index += part.utf8CodeUnitCount
    }
    while index < head.count, head[index] <= 0x20 { index += 1 }
    return head.starts(with: "\"fix\"", at: index) || head.starts(with: "\"event\"", at: index)
  }

  mutating func read(_ piece: Span<UInt8>, into builder: inout TraceBuilder) throws(TraceError) {
    try feed.read(piece, into: &builder)
  }

  mutating func finish(into builder: inout TraceBuilder) throws(TraceError) {
    feed.consumer.isAtOpenEnd = feed.endsWithoutLineEnd
    try feed.finish(into: &builder)
  }
}

/// The lines of a recording.
private struct NDJSONLines: LineConsumer {
  /// Whether the next line is the last and has no line end.
  var isAtOpenEnd = false
  private var json: JSONFeed<NDJSONRecord>
  /// Rises with each `looped` event.
  private var round = 0
  /// The last stretch of each vehicle.
  private var stretches: [String: Stretch] = [:]

  private struct Stretch: Equatable {
    var generation: Double?
    var round: Int
  }

  init(options: ReadingOptions) {
    json = JSONFeed(NDJSONRecord(), options: options)
  }

  mutating func take(
    _ line: Span<UInt8>, number: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    guard !line.trimmedRange.isEmpty else { return }
    json.restart(line: number)
    json.consumer = NDJSONRecord()
    do throws(TraceError) {
      try json.read(line, into: &builder)
    } catch {
      guard error.code == .malformed else { throw error }
      try skip(number, error.message, into: &builder)
      return
    }
    guard !json.isInside, json.consumer.isWhole else {
      try skip(number, "the line stops in the middle", into: &builder)
      return
    }
    try take(json.consumer, number: number, into: &builder)
  }

  private func skip(
    _ number: Int, _ message: String, into builder: inout TraceBuilder
  ) throws(TraceError) {
    if isAtOpenEnd {
      try builder.skip(.truncated, line: number, "the recording stops within its last line")
    } else {
      try builder.skip(.malformed, line: number, "a line was skipped: \(message)")
    }
  }

  private mutating func take(
    _ record: NDJSONRecord, number: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    switch record.type {
    case .fix: break
    case .event:
      if record.isLooped { round += 1 }
      builder.note("events", line: number, "events were passed over")
      return
    case nil:
      try builder.skip(.unsupported, line: number, "a line that is no fix and no event was skipped")
      return
    }
    let coordinate = try builder.coordinate(
      latitude: record.latitude, longitude: record.longitude, line: number)
    guard let coordinate else { return }
    builder.selectTrack(named: record.vehicle)
    let stretch = Stretch(generation: record.generation, round: round)
    if let last = stretches.updateValue(stretch, forKey: record.vehicle), last != stretch {
      builder.beginSegment()
    }
    var fix = record.values
    fix.coordinate = coordinate
    if let time = record.time { fix.time = builder.time(time.span, line: number) }
    if let emission = record.emission, fix.time != nil {
      try builder.append(fix, emitted: emission)
    } else {
      try builder.append(fix)
    }
  }
}
