import Foundation
import Glibc
import Synchronization

/// One way in for a stored trace, whatever its format.
public enum TraceFile {
  /// How many bytes are read from a file at a time; cancellation is looked at between two pieces.
  static let pieceBytes = 1 << 18

  /// How far the reading of a file is.
  public struct Progress: Hashable, Sendable {
    /// Bytes of the file read so far, before decompression.
    public var bytes: Int
    /// Bytes of the file, or nil where that is unknown (a pipe).
    public var totalBytes: Int?
  }

  /// Reads a trace from memory.
  ///
  /// - Parameters:
  ///   - bytes: The whole file, compressed with gzip or not.
  ///   - options: How to read it.
  /// - Returns: The trace.
  /// - Throws: `TraceError`.
  public static func read(
    bytes: [UInt8], options: ReadingOptions = ReadingOptions()
  ) throws(TraceError) -> Trace {
    var intake = TraceIntake(options: options)
    try intake.read(bytes.span)
    return try intake.finish()
  }

  /// Reads a trace from a file, on a thread of its own, so that no task waits for a disk.
  ///
  /// - Parameters:
  ///   - path: The file; a pipe is read to its end.
  ///   - options: How to read it.
  ///   - progress: Called on the reading thread after each piece of 256 KiB.
  /// - Returns: The trace.
  /// - Throws: `TraceError`, or `CancellationError` within a piece after the task is cancelled.
  @concurrent
  public static func read(
    path: String, options: ReadingOptions = ReadingOptions(),
    progress: (@Sendable (Progress) -> Void)? = nil
  ) async throws -> Trace {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let thread = Thread {
          continuation.resume(
            with: Result {
              try read(
                path: path, options: options, progress: progress, cancellation: cancellation)
            })
        }
        thread.name = "trace reading"
        thread.start()
      }
    } onCancel: {
      cancellation.flag.store(true, ordering: .relaxed)
    }
  }

  /// What a cancelled task leaves for the thread that reads for it.
  private final class Cancellation: Sendable {
    let flag = Atomic(false)
  }

  private static func read(
    path: String, options: ReadingOptions, progress: (@Sendable (Progress) -> Void)?,
    cancellation: Cancellation
  ) throws -> Trace {
    let feed = FileFeed(
      try InputFile(path: path), progress: progress, cancellation: cancellation)
    var intake = TraceIntake(options: options)
    var buffer = [UInt8](repeating: 0, count: pieceBytes)
    var count = try feed.read(into: &buffer)
    let source = PieceSource(first: buffer, count: count) { buffer, builder in
      if let parts = feed.partsAfterFirst { builder.expectWhole(parts: parts) }
      return try feed.read(into: &buffer)
    }
    if try intake.readAll(from: source) { return try intake.finish() }
    while count > 0 {
      // Some KiB of a compressed file may hold a thousand times as much.
      var start = 0
      while start < count {
        if cancellation.flag.load(ordering: .relaxed) { throw CancellationError() }
        let end = intake.isCompressed ? min(start + 4096, count) : count
        try intake.read(buffer.span.extracting(start..<end))
        start = end
      }
      if let parts = feed.partsAfterFirst { intake.expectWhole(parts: parts) }
      count = try feed.read(into: &buffer)
    }
    return try intake.finish()
  }

  /// A file as it is read: tells how far it is, and whether to go on.
  private final class FileFeed {
    private let file: InputFile
    private let progress: (@Sendable (Progress) -> Void)?
    private let cancellation: Cancellation
    private var pieces = 0
    private var total = 0

    /// After the first piece, and then alone: how many times as long as it the whole file is.
    var partsAfterFirst: Double? {
      guard pieces == 1, let size = file.size, size > total else { return nil }
      return Double(size) / Double(total)
    }

    init(
      _ file: consuming InputFile, progress: (@Sendable (Progress) -> Void)?,
      cancellation: Cancellation
    ) {
      self.file = file
      self.progress = progress
      self.cancellation = cancellation
    }

    func read(into buffer: inout [UInt8]) throws -> Int {
      if cancellation.flag.load(ordering: .relaxed) { throw CancellationError() }
      if pieces > 0 { progress?(Progress(bytes: total, totalBytes: file.size)) }
      let count = try file.read(into: &buffer)
      pieces += 1
      total += count
      return count
    }
  }
}
