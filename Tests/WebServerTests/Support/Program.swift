import Foundation
import TestSupport

/// Programs that are not ours, for tests that need a second opinion.
enum Program {
  /// Where a program is, by an environment variable or the search path.
  static func path(_ name: String, variable: String? = nil) -> String? {
    let environment = ProcessInfo.processInfo.environment
    if let variable, let path = environment[variable], !path.isEmpty { return path }
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// Runs a program to its end.
  ///
  /// - Returns: Its exit status and what it wrote to standard output and error.
  static func run(_ path: String, _ arguments: [String]) async throws -> (Int32, String) {
    let result = try await ChildProcess.run(URL(fileURLWithPath: path), arguments)
    return (result.status, result.output + result.errors)
  }
}
