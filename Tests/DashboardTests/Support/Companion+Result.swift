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
    let running = try Running(program, arguments, hearsErrors: true)
    var output = Data()
    for await data in running.output { output += data }
    await running.end()
    return (running.process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
