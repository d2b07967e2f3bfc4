import Foundation
import TestSupport
import Testing

/// The built command, run as a user would.
enum Program {
  typealias Result = ChildProcess.Result

  /// The binary, beside the test bundle that runs.
  static var url: URL {
    let bundle = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return bundle.deletingLastPathComponent().appendingPathComponent("rastro")
  }

  /// Runs the command to its end.
  ///
  /// - Parameters:
  ///   - arguments: What stands after the command's name.
  ///   - directory: The working directory, or nil for the tests' own.
  ///   - whileRunning: Called once it runs, with its process.
  /// - Returns: How it ended and what it said.
  /// - Throws: What starting it or the body throws.
  static func run(
    _ arguments: [String], in directory: URL? = nil,
    whileRunning: (Process) async throws -> Void = { _ in }
  ) async throws -> Result {
    try await ChildProcess.run(url, arguments, in: directory, while: whileRunning)
  }

  /// Runs a script of bash, in which `rastro` is the command.
  static func shell(_ script: String, in directory: URL? = nil) async throws -> Result {
    try await ChildProcess.run(
      URL(fileURLWithPath: "/bin/bash"), ["-c", "rastro() { '\(url.path)' \"$@\"; }; \(script)"],
      in: directory)
  }
}

extension TemporaryDirectory {
  /// What is in a file of JSON.
  func object(_ name: String) throws -> [String: Any] {
    let data = try Data(contentsOf: url.appendingPathComponent(name))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }
}
