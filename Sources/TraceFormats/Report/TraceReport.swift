public import Tracks

/// What is in a trace and what is wrong with it, in figures.
///
/// Points, times, box and length are those of the tracks alone; waypoints and routes are counted apart.
public struct TraceReport: Hashable, Sendable {
  /// The format of the file.
  public private(set) var format: TraceFormat
  /// Tracks, empty ones included.
  public private(set) var tracks: Int
  /// Segments, empty ones included.
  public private(set) var segments: Int
  /// Points with a position.
  public private(set) var points = 0
  /// Points that have a time too.
  public private(set) var timed = 0
  /// The time of the first timed point in the order of the file.
  public private(set) var first: SourceTime?
  /// The time of the last timed point in the order of the file.
  public private(set) var last: SourceTime?
  /// From the earliest to the latest time, or nil without times.
  public var duration: Duration? {
    guard let earliest, let latest else { return nil }
    return earliest.duration(to: latest)
  }
  /// The plain box around the points: west is the least longitude, also over the antimeridian.
  public private(set) var box: BoundingBox?
  /// Metres along the points, within segments only (haversine on the mean sphere).
  public private(set) var length = 0.0
  /// Steps within a segment longer than the threshold.
  public private(set) var gaps = 0
  /// Steps from a timed point to the next timed one of the track with an earlier time.
  public private(set) var backwardTimes = 0
  /// Steps from a timed point to the next timed one of the track with the same time.
  public private(set) var duplicateTimes = 0
  /// Lines, points or records that were skipped.
  public private(set) var skipped: Int
  /// What the reader has to say.
  public private(set) var notes: [TraceNote]
  /// Waypoints.
  public private(set) var waypoints: Int
  /// Routes.
  public private(set) var routes: Int
  /// Points of all routes.
  public private(set) var routePoints: Int
  /// The track drawn small, in lines of braille dots.
  public private(set) var sketch: [String]

  private var earliest: SourceTime?
  private var latest: SourceTime?

  /// Works out the figures of a trace.
  public init(_ trace: Trace, gapThreshold: GapThreshold = GapThreshold()) {
    format = trace.format
    tracks = trace.tracks.count + trace.emptyTracks
    segments = trace.tracks.reduce(0) { $0 + $1.segments.count } + trace.emptySegments
    skipped = trace.skipped
    notes = trace.notes
    waypoints = trace.waypoints.count
    routes = trace.routes.count
    routePoints = trace.routes.reduce(0) { $0 + $1.points.count }
    sketch = TrackSketch(trace.playableGeometry).lines
    for track in trace.tracks {
      var previousTime: SourceTime?
      for segment in track.segments {
        measure(segment, gapThreshold: gapThreshold)
        for fix in segment.fixes { count(fix, after: &previousTime) }
      }
    }
  }

  private mutating func count(_ fix: Fix, after previous: inout SourceTime?) {
    points += 1
    if box == nil { box = BoundingBox(plain: CollectionOfOne(fix.coordinate)) }
    box?.extendPlain(to: fix.coordinate)
    guard let time = fix.time else { return }
    timed += 1
    if first == nil { first = time }
    last = time
    earliest = min(earliest ?? time, time)
    latest = max(latest ?? time, time)
    if let previous {
      if time < previous { backwardTimes += 1 }
      if time == previous { duplicateTimes += 1 }
    }
    previous = time
  }

  private mutating func measure(_ segment: TrackSegment, gapThreshold: GapThreshold) {
    for (from, to) in zip(segment.fixes, segment.fixes.dropFirst()) {
      let distance = Geodesy.distance(from: from.coordinate, to: to.coordinate)
      length += distance
      var isGap = distance > gapThreshold.distance
      if let start = from.time, let end = to.time, start.duration(to: end) > gapThreshold.time {
        isGap = true
      }
      if isGap { gaps += 1 }
    }
  }
}

extension Trace {
  /// The lines of what is played, for drawing.
  fileprivate var playableGeometry: [[Coordinate]] {
    if tracks.contains(where: { $0.fixCount > 0 }) {
      return tracks.flatMap(\.segments).map { $0.fixes.map(\.coordinate) }
    }
    if routes.contains(where: { !$0.points.isEmpty }) {
      return routes.map { $0.points.map(\.coordinate) }
    }
    return [waypoints.map(\.fix.coordinate)]
  }
}
