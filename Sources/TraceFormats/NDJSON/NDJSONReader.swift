import Tracks

/// Reads Rastro's own recording: one JSON object a line, as `rastro record --events` writes it.
///
/// - Each `fix` line is a fix of its vehicle's track; vehicles may be mixed. A new generation (a seek), or
///   a `looped` event, begins a segment, for the jump there is no movement.
/// - `sequence` and `emitted_ms` tell in which order and when the fixes were emitted, which is not always
///   that of their times: faults put fixes off.
/// - `event` lines are passed over and counted in a note. Unknown keys are passed over.
/// - Broken lines are treated as ``JSONLines`` has it.
struct NDJSONReader: TraceReader {
  static let format = TraceFormat.ndjson

  private var feed: LineFeed<JSONLines<NDJSONLines>>

  init(options: ReadingOptions) {
    feed = LineFeed(
      JSONLines(NDJSONLines(), NDJSONRecord(), options: options), options: options)
  }

  static func recognizes(_ head: Span<UInt8>) -> Bool {
    guard let value = head.firstJSONValue(named: "\"type\"") else { return false }
    return head.starts(with: "\"fix\"", at: value) || head.starts(with: "\"event\"", at: value)
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
private struct NDJSONLines: JSONLineFormat {
  /// Rises with each `looped` event.
  private var round = 0
  /// The last stretch of each vehicle.
  private var stretches: [String: Stretch] = [:]

  private struct Stretch: Equatable {
    var generation: Double?
    var round: Int
  }

  mutating func take(
    _ record: NDJSONRecord, line number: Int, into builder: inout TraceBuilder
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
