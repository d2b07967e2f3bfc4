public import Tracks

/// A writer of one trace format: a trace goes in part by part, bytes come out.
///
/// The parts come in the order of GPX: waypoints, routes, then tracks, each track as its segments and
/// each segment as its fixes. The caller may take the bytes out of `output` between any two calls, so
/// that a long trace is never held twice. A writer belongs to one task.
public protocol TraceWriter: SendableMetatype {
  /// The format that this writer writes.
  static var format: TraceFormat { get }
  /// The file name extensions that ask for it, in lower case, the usual one first.
  static var fileExtensions: [String] { get }

  /// Whether a reader can tell which track a fix is of; where it cannot, tracks run into one another.
  static var partsTracks: Bool { get }

  /// Makes a writer of one file.
  init(options: WritingOptions)

  /// How many fixes, waypoints and route points the format could not hold so far, such as a fix
  /// without a time in NMEA.
  var omitted: Int { get }

  /// Writes the beginning of the file.
  mutating func begin(name: String?, into output: inout [UInt8])
  /// Writes a waypoint.
  mutating func write(_ waypoint: Waypoint, into output: inout [UInt8])
  /// Writes a route.
  mutating func write(_ route: Route, into output: inout [UInt8])
  /// Writes the beginning of a track.
  mutating func beginTrack(name: String?, into output: inout [UInt8])
  /// Writes the beginning of a segment.
  mutating func beginSegment(into output: inout [UInt8])
  /// Writes a fix of the segment in progress.
  mutating func write(_ fix: Fix, into output: inout [UInt8])
  /// Writes the end of a segment.
  mutating func endSegment(into output: inout [UInt8])
  /// Writes the end of a track.
  mutating func endTrack(into output: inout [UInt8])
  /// Writes the end of the file.
  mutating func finish(into output: inout [UInt8])
}

/// How a trace is to be written.
public struct WritingOptions: Hashable, Sendable {
  /// Whether values that were derived or interpolated are written beside those read.
  public var includesDerived = false
  /// What the file says wrote it.
  public var creator = "rastro"

  /// Makes the default options.
  public init() {}

  /// Whether a value of a fix is written: it was read, or derived values are asked for.
  func includes(_ mark: Fix.Marks, of fix: Fix) -> Bool {
    includesDerived || !fix.marks.contains(mark)
  }
}

extension TraceFormats {
  /// The writers.
  public static let writers: [any TraceWriter.Type] = [
    GPXWriter.self,
    NMEAWriter.self,
    KMLWriter.self,
    GeoJSONWriter.self,
    CSVWriter.self,
    NDJSONWriter.self,
  ]

  /// The writer that a file name asks for by its extension, or nil.
  public static func writer(forFileName name: String) -> (any TraceWriter.Type)? {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let fileExtension = name[name.index(after: dot)...].lowercased()
    return writers.first { $0.fileExtensions.contains(fileExtension) }
  }
}

extension TraceWriter {
  /// True: nearly all formats have tracks, or a name beside each fix.
  public static var partsTracks: Bool { true }

  /// Writes a whole trace.
  ///
  /// - Parameters:
  ///   - trace: What to write.
  ///   - flush: Takes what was written so far, at least after every 64 KiB, and empties it.
  /// - Throws: What `flush` throws.
  public mutating func write(
    _ trace: Trace, flush: (inout [UInt8]) throws -> Void
  ) rethrows {
    var output: [UInt8] = []
    begin(name: trace.name, into: &output)
    for waypoint in trace.waypoints {
      write(waypoint, into: &output)
      if output.count > 1 << 16 { try flush(&output) }
    }
    for route in trace.routes {
      write(route, into: &output)
      if output.count > 1 << 16 { try flush(&output) }
    }
    for track in trace.tracks {
      beginTrack(name: track.name, into: &output)
      for segment in track.segments {
        beginSegment(into: &output)
        for fix in segment.fixes {
          write(fix, into: &output)
          if output.count > 1 << 16 { try flush(&output) }
        }
        endSegment(into: &output)
      }
      endTrack(into: &output)
    }
    finish(into: &output)
    try flush(&output)
  }

  /// The bytes of a whole trace.
  public static func bytes(
    of trace: Trace, options: WritingOptions = WritingOptions()
  ) -> [UInt8] {
    var writer = Self(options: options)
    var bytes: [UInt8] = []
    writer.write(trace) { output in
      bytes += output
      output.removeAll(keepingCapacity: true)
    }
    return bytes
  }
}
