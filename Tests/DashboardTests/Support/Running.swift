import Foundation
import TestSupport

/// A program that was started, with what it writes and its end as streams.
struct Running: Sendable {
  /// The program.
  let child: ChildProcess
  /// What it writes, piece by piece, to its end; for one reader.
  let output: AsyncStream<Data>

  /// Starts a program without input.
  ///
  /// - Parameters:
  ///   - program: The executable.
  ///   - arguments: Its arguments.
  ///   - hearsErrors: Whether what it writes to standard error is heard too, or lost.
  /// - Throws: What starting it throws.
  init(_ program: URL, _ arguments: [String], hearsErrors: Bool) throws {
    child = ChildProcess(program, arguments)
    let pipe = Pipe()
    child.process.standardOutput = pipe
    child.process.standardError = hearsErrors ? pipe as Any : FileHandle.nullDevice
    let (output, piece) = AsyncStream.makeStream(
      of: Data.self, bufferingPolicy: .bufferingOldest(65_536))
    pipe.fileHandleForReading.readabilityHandler = { handle in
      let data = handle.availableData
      if data.isEmpty {
        handle.readabilityHandler = nil
        piece.finish()
      } else {
        piece.yield(data)
      }
    }
    self.output = output
    try child.start()
  }
}
