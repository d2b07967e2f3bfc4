import LiveModels
import Recording
import TraceFormats
import Tracks

/// Writes traces to files, whole or not at all.
enum TraceOutput {
  private static let pieceBytes = 1 << 16

  /// The writer that a file name asks for.
  ///
  /// - Throws: `Failure` with status 64 when its end names no format that can be written.
  static func writer(for path: String) throws(Failure) -> any TraceWriter.Type {
    if let writer = TraceFormats.writer(forFileName: path) { return writer }
    let known = TraceFormats.writers.flatMap { $0.fileExtensions }.map { ".\($0)" }
    throw Failure(
      .usage, file: path,
      "its end names no format that can be written; use \(known.joined(separator: ", "))")
  }

  /// Tells that tracks have run into one another, where a format cannot hold them apart.
  ///
  /// - Parameters:
  ///   - count: How many tracks there are.
  ///   - path: The file.
  ///   - type: Its writer.
  static func warn(ofTracks count: Int, in path: String, by type: any TraceWriter.Type) {
    guard count > 1, !type.partsTracks else { return }
    Console.report(
      Failure(
        .success, file: path,
        "its \(count) tracks run into one another: \(type.format.displayName) cannot tell them "
          + "apart; write another format, or a file for each"))
  }

  /// Writes a trace; nothing is left of it when that fails or the task is cancelled.
  ///
  /// - Returns: How many points the format could not hold.
  /// - Throws: `Failure` with status 74, or `CancellationError`.
  static func write(
    _ trace: Trace, to path: String, by type: any TraceWriter.Type
  ) async throws -> Int {
    try await write(to: path, by: type) { writer, flush in
      try writer.write(trace, flush: flush)
    }
  }

  /// Writes tracks that are made one by one, so that no more than one is held.
  ///
  /// - Parameters:
  ///   - name: What the trace is called.
  ///   - count: How many tracks there are.
  ///   - path: The file.
  ///   - type: Its writer.
  ///   - track: Makes the track of a number, on the writing thread.
  /// - Returns: How many points the format could not hold.
  /// - Throws: `Failure` with status 74, or `CancellationError`.
  static func write(
    name: String, tracks count: Int, to path: String, by type: any TraceWriter.Type,
    track: @escaping @Sendable (Int) -> Track
  ) async throws -> Int {
    try await write(to: path, by: type) { writer, flush in
      var output: [UInt8] = []
      writer.begin(name: name, into: &output)
      for number in 0..<count {
        let track = track(number)
        writer.beginTrack(name: track.name, into: &output)
        for segment in track.segments {
          writer.beginSegment(into: &output)
          for fix in segment.fixes {
            writer.write(fix, into: &output)
            if output.count > pieceBytes { try flush(&output) }
          }
          writer.endSegment(into: &output)
        }
        writer.endTrack(into: &output)
      }
      writer.finish(into: &output)
      try flush(&output)
    }
  }

  private static func write(
    to path: String, by type: any TraceWriter.Type,
    _ body:
      @escaping @Sendable (inout any TraceWriter, (inout [UInt8]) throws -> Void) throws -> Void
  ) async throws -> Int {
    let cancellation = CancellationFlag()
    return try await withTaskCancellationHandler {
      try await FileThread.run {
        do {
          var writer: any TraceWriter = type.init(options: WritingOptions())
          let file = try WholeFile(path: path)
          try body(&writer) { output in
            if cancellation.isSet { throw CancellationError() }
            try file.write(output.span)
            output.removeAll(keepingCapacity: true)
          }
          try file.commit()
          return writer.omitted
        } catch let error as RecordingError {
          throw Failure(.inputOutput, error.description)
        }
      }
    } onCancel: {
      cancellation.set()
    }
  }
}
