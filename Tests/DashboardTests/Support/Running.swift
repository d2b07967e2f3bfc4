import Foundation

/// A program that was started, with what it writes and its end as streams.
struct Running: Sendable {
  /// The program.
  let process: Process
  /// What it writes, piece by piece, to its end; for one reader.
  let output: AsyncStream<Data>
  private let ends: AsyncStream<Void>

  /// Starts a program without input.
  ///
  /// - Parameters:
  ///   - program: The executable.
  ///   - arguments: Its arguments.
  ///   - hearsErrors: Whether what it writes to standard error is heard too, or lost.
  /// - Throws: What starting it throws.
  init(_ program: URL, _ arguments: [String], hearsErrors: Bool) throws {
    process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = hearsErrors ? pipe as Any : FileHandle.nullDevice
    let (ends, ended) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    process.terminationHandler = { _ in ended.finish() }
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
    self.ends = ends
    self.output = output
    try process.run()
  }

  /// Waits until it has ended.
  func end() async {
    for await _ in ends {}
  }
}
