public import Tracks

/// Where a reader puts what it finds: it keeps the order, counts what was skipped, holds the limits.
public struct TraceBuilder: ~Copyable {
  /// The trace as far as it was read.
  public private(set) var trace: Trace
  /// Points of all kinds so far.
  public private(set) var pointCount = 0
  private let options: ReadingOptions
  private var fixes: [Fix] = []
  private var emissions: [RecordedEmission] = []
  private var segments: [TrackSegment] = []
  private var trackName: String?
  /// Reads times; one for all, since it remembers their date.
  var times = ISO8601Reader()
  private var noteIndexes: [TraceNote.Code: Int] = [:]
  /// Tracks that grow side by side; the selected one's parts are those in progress.
  private var openTracks: [OpenTrack] = []
  private var openIndexes: [String: Int] = [:]
  private var selected: Int?

  private struct OpenTrack {
    var name: String?
    var segments: [TrackSegment] = []
    var fixes: [Fix] = []
    var emissions: [RecordedEmission] = []
  }

  /// Makes a builder of an empty trace.
  public init(format: TraceFormat, options: ReadingOptions) {
    trace = Trace(format: format)
    self.options = options
  }

  /// Makes room for the fixes of a whole file, as its first part has them, so that they need not move as
  /// they grow more. Room that is not used costs no memory.
  ///
  /// - Parameter parts: How many times as long as what was read so far the file is.
  mutating func expectWhole(parts: Double) {
    let count = Int(Double(pointCount) * parts * 1.1)
    fixes.reserveCapacity(min(count, options.limits.points))
    fixes.adviseHugePages()
  }

  /// Names the trace.
  public mutating func setName(_ name: String?) {
    trace.name = name
  }

  /// Ends the track in progress, if any, and begins one.
  public mutating func beginTrack(name: String? = nil) {
    endTrack()
    trackName = name
  }

  /// Goes on with the track of a name, or begins it: for formats that mix the fixes of several vehicles.
  ///
  /// The tracks stand in the order of their first fixes. An empty name makes a track without one.
  public mutating func selectTrack(named name: String) {
    let index = openIndexes[name]
    if let index, index == selected { return }
    if selected == nil { endTrack() }
    suspendSelected()
    if let index {
      swapParts(withTrack: index)
      selected = index
    } else {
      openIndexes[name] = openTracks.count
      selected = openTracks.count
      openTracks.append(OpenTrack(name: name.isEmpty ? nil : name))
    }
  }

  private mutating func suspendSelected() {
    guard let selected else { return }
    swapParts(withTrack: selected)
    self.selected = nil
  }

  private mutating func swapParts(withTrack index: Int) {
    swap(&segments, &openTracks[index].segments)
    swap(&fixes, &openTracks[index].fixes)
    swap(&emissions, &openTracks[index].emissions)
  }

  /// Names the track in progress, whose name may stand after its points.
  public mutating func setTrackName(_ name: String?) {
    trackName = name
  }

  /// Ends the segment in progress, if any, and begins one.
  public mutating func beginSegment() {
    guard !fixes.isEmpty else { return }
    // What only some of the fixes tell is of no use.
    let isWhole = emissions.count == fixes.count
    segments.append(TrackSegment(fixes: fixes, emissions: isWhole ? emissions : []))
    fixes = []
    emissions = []
  }

  /// Counts a segment that the file has but that holds no fix.
  public mutating func countEmptySegment() {
    trace.emptySegments += 1
  }

  /// Counts a track that the file has but that holds no fix.
  public mutating func countEmptyTrack() {
    trace.emptyTracks += 1
  }

  /// Adds a fix to the segment in progress.
  ///
  /// - Throws: `TraceError` with code `limit` past the limit on points.
  public mutating func append(_ fix: Fix) throws(TraceError) {
    try count()
    fixes.append(fix)
  }

  /// Adds a fix of a recording to the segment in progress, with how it was emitted.
  ///
  /// - Throws: `TraceError` with code `limit` past the limit on points.
  mutating func append(_ fix: Fix, emitted: RecordedEmission) throws(TraceError) {
    try append(fix)
    emissions.append(emitted)
  }

  /// Changes the last fix of the segment in progress, for formats that say the rest of it later.
  public mutating func updateLast(_ change: (inout Fix) -> Void) {
    guard !fixes.isEmpty else { return }
    change(&fixes[fixes.count - 1])
  }

  /// Takes the fixes of the segment in progress out, for what is read for ever.
  mutating func takeFixes() -> [Fix] {
    defer { fixes.removeAll() }
    return fixes
  }

  /// Moves the times of the segment in progress by whole days, for formats that name the date late.
  mutating func shiftTimes(byDays days: Int) {
    for index in fixes.indices {
      fixes[index].time = fixes[index].time?.advanced(by: .seconds(days * 86_400))
    }
  }

  /// Adds a waypoint.
  ///
  /// - Throws: `TraceError` with code `limit` past the limit on points.
  public mutating func append(_ waypoint: Waypoint) throws(TraceError) {
    try count()
    trace.waypoints.append(waypoint)
  }

  /// Adds a route.
  ///
  /// - Throws: `TraceError` with code `limit` past the limit on points.
  public mutating func append(_ route: Route) throws(TraceError) {
    for _ in route.points { try count() }
    trace.routes.append(route)
  }

  /// Adds what sensors said at an epoch without a position, counted as skipped.
  public mutating func append(
    _ sample: SensorSample, line: Int? = nil
  ) throws(TraceError) {
    try skip(.noPosition, line: line, "a point without a position was skipped")
    trace.positionless.append(sample)
  }

  /// Notes something; a second note of the same kind only raises the first one's count.
  public mutating func note(_ code: TraceNote.Code, line: Int? = nil, _ message: String) {
    if let index = noteIndexes[code] {
      trace.notes[index].count += 1
    } else {
      noteIndexes[code] = trace.notes.count
      trace.notes.append(TraceNote(code: code, line: line, message: message))
    }
  }

  /// Counts something that was skipped, with a note.
  ///
  /// - Throws: `TraceError` with code `strict` when reading strictly.
  public mutating func skip(
    _ code: TraceNote.Code, line: Int? = nil, _ message: String
  ) throws(TraceError) {
    if options.isStrict { throw TraceError(.strict, line: line, message) }
    trace.skipped += 1
    note(code, line: line, message)
  }

  /// Ends the trace and returns it.
  public consuming func finish() -> Trace {
    suspendSelected()
    endTrack()
    for track in openTracks {
      (trackName, segments) = (track.name, track.segments)
      (fixes, emissions) = (track.fixes, track.emissions)
      endTrack()
    }
    if trace.format == .ndjson { trace.tracks.alignEmissions() }
    return trace
  }

  /// Ends the track in progress; one without fixes leaves nothing.
  public mutating func endTrack() {
    beginSegment()
    if !segments.isEmpty { trace.tracks.append(Track(name: trackName, segments: segments)) }
    segments = []
    trackName = nil
  }

  private mutating func count() throws(TraceError) {
    pointCount += 1
    if pointCount > options.limits.points {
      throw TraceError(.limit, "more than \(options.limits.points) points; split the file")
    }
  }
}
