import Foundation

extension Companion {
  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - program: The executable.
  ///   - arguments: Its arguments.
  /// - Returns: Its exit status and what it wrote to standard output and error.
  /// - Throws: What starting it throws.
  static func result(
    of program: URL, _ arguments: [String]
  ) async throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    let (ends, ended) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    process.terminationHandler = { _ in ended.finish() }
    let (pieces, piece) = AsyncStream.makeStream(
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
    try process.run()
    var output = Data()
    for await data in pieces { output += data }
    for await _ in ends {}
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
