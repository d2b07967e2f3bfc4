public import TraceFormats
public import Tracks

/// A trace of the catalogue: what is known of it so far.
public struct TraceEntry: Hashable, Sendable {
  /// Names it in commands and addresses; URL-safe and unique in the catalogue.
  public var id: String
  /// The file's name.
  public var name: String
  /// Its format, once it was read.
  public var format: TraceFormat?
  /// Track points, once it was read.
  public var points: Int?
  /// The earliest track point's time.
  public var first: SourceTime?
  /// The latest track point's time.
  public var last: SourceTime?
  /// Metres along the segments of its tracks.
  public var length: Double?
  /// What its reader had to say.
  public var notes: [TraceNote] = []
  /// Why it could not be read, or nil.
  public var error: TraceError?
  /// Where it is, or nil for an upload that is kept in memory.
  public var path: String?

  init(id: String, name: String, path: String? = nil) {
    self.id = id
    self.name = name
    self.path = path
  }

  /// The entry with what a reading brought.
  func read(_ trace: Trace) -> TraceEntry {
    var entry = TraceEntry(id: id, name: name, path: path)
    entry.format = trace.format
    entry.notes = trace.notes
    entry.points = trace.tracks.reduce(0) { $0 + $1.fixCount }
    entry.length = trace.tracks.reduce(0) { $0 + $1.length }
    for track in trace.tracks {
      for segment in track.segments {
        for case let time? in segment.fixes.lazy.map(\.time) {
          entry.first = min(entry.first ?? time, time)
          entry.last = max(entry.last ?? time, time)
        }
      }
    }
    return entry
  }

  /// The entry with the error of a reading.
  func refused(_ error: TraceError) -> TraceEntry {
    var entry = TraceEntry(id: id, name: name, path: path)
    entry.error = error
    return entry
  }
}
