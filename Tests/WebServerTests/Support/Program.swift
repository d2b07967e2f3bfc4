import Foundation

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

  /// Runs a program to its end, without holding up a thread.
  ///
  /// - Returns: Its exit status and what it wrote to standard output and error.
  static func run(_ path: String, _ arguments: [String]) async throws -> (Int32, String) {
    let output = NSTemporaryDirectory() + "rastro-output-\(UUID().uuidString)"
    try Data().write(to: URL(fileURLWithPath: output))
    defer { try? FileManager.default.removeItem(atPath: output) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardOutput = handle
    process.standardError = handle
    process.standardInput = FileHandle.nullDevice
    let status: Int32 = try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
    let data = try Data(contentsOf: URL(fileURLWithPath: output))
    return (status, String(decoding: data, as: UTF8.self))
  }
}
