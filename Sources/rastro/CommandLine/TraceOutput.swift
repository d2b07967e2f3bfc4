import LiveModels
import Recording
import TraceFormats

/// Writes a trace to a file, whole or not at all.
enum TraceOutput {
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

  /// Writes a trace; nothing is left of it when that fails or the task is cancelled.
  ///
  /// - Returns: How many points the format could not hold.
  /// - Throws: `Failure` with status 74, or `CancellationError`.
  static func write(
    _ trace: Trace, to path: String, by type: any TraceWriter.Type
  ) async throws -> Int {
    let cancellation = CancellationFlag()
    return try await withTaskCancellationHandler {
      try await FileThread.run {
        do {
          return try write(trace, to: path, by: type.init(options: WritingOptions()), cancellation)
        } catch let error as RecordingError {
          throw Failure(.inputOutput, error.description)
        }
      }
    } onCancel: {
      cancellation.set()
    }
  }

  private static func write(
    _ trace: Trace, to path: String, by writer: any TraceWriter, _ cancellation: CancellationFlag
  ) throws -> Int {
    var writer = writer
    let file = try WholeFile(path: path)
    try writer.write(trace) { output in
      if cancellation.isSet { throw CancellationError() }
      try file.write(output.span)
      output.removeAll(keepingCapacity: true)
    }
    try file.commit()
    return writer.omitted
  }
}
