import Foundation
import Synchronization
import Testing

/// The built command, run as a user would.
struct Program {
  /// How a run ended and what it said.
  struct Result: Sendable {
    /// The exit status, or 128 and the signal's number.
    var status: Int32
    /// What stands on standard output.
    var output: String
    /// What stands on standard error.
    var errors: String
  }

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
    try await run(url, arguments, in: directory, whileRunning: whileRunning)
  }

  /// Runs a script of bash, in which `rastro` is the command.
  static func shell(_ script: String, in directory: URL? = nil) async throws -> Result {
    try await run(
      URL(fileURLWithPath: "/bin/bash"), ["-c", "rastro() { '\(url.path)' \"$@\"; }; \(script)"],
      in: directory
    ) { _ in }
  }

  /// Runs a program to its end.
  static func run(
    _ executable: URL, _ arguments: [String], in directory: URL? = nil,
    whileRunning: (Process) async throws -> Void = { _ in }
  ) async throws -> Result {
    try await TemporaryDirectory.with { scratch in
      let process = Process()
      process.executableURL = executable
      process.arguments = arguments
      process.currentDirectoryURL = directory
      let output = try scratch.makeFile("stdout")
      let errors = try scratch.makeFile("stderr")
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = try FileHandle(forWritingTo: errors)
      // The stream keeps the end even when it comes before anybody waits for it.
      let (ends, continuation) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
      process.terminationHandler = { _ in continuation.finish() }
      try process.run()
      try await whileRunning(process)
      for await _ in ends {}
      let signalled = process.terminationReason == .uncaughtSignal
      return Result(
        status: process.terminationStatus + (signalled ? 128 : 0),
        output: try String(contentsOf: output, encoding: .utf8),
        errors: try String(contentsOf: errors, encoding: .utf8))
    }
  }
}

/// A directory that is there for one test.
struct TemporaryDirectory {
  /// Where it is.
  let url: URL

  /// Makes a directory, and removes it with all that is in it when the body is done.
  static func with<Value>(_ body: (TemporaryDirectory) async throws -> Value) async throws -> Value
  {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("rastro-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    return try await body(TemporaryDirectory(url: url))
  }

  /// The path of a file in it.
  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// The text of a file in it.
  func text(_ name: String) throws -> String {
    try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
  }

  /// What is in a file of JSON.
  func object(_ name: String) throws -> [String: Any] {
    let data = try Data(contentsOf: url.appendingPathComponent(name))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  /// Makes a file with some text in it.
  @discardableResult
  func makeFile(_ name: String, _ text: String = "") throws -> URL {
    let file = url.appendingPathComponent(name)
    try text.write(to: file, atomically: false, encoding: .utf8)
    return file
  }
}
