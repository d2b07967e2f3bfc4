import Foundation
import TestSupport

/// A program that runs beside a test, and says on a line of its output where it can be reached.
struct Companion: Sendable {
  /// It ended, or said nothing that was looked for.
  struct NoAnswer: Error, CustomStringConvertible {
    let description: String
  }

  /// What was read from the announcing line.
  let address: String
  private let running: Running

  /// Starts a program and waits for the line that holds its address.
  ///
  /// - Parameters:
  ///   - program: The executable.
  ///   - arguments: Its arguments.
  ///   - announced: Finds the address in a line, or nil.
  /// - Returns: The running program.
  /// - Throws: `NoAnswer` when it ends first, and what starting it throws.
  static func start(
    _ program: URL, _ arguments: [String], announced: @Sendable (Substring) -> String?
  ) async throws -> Companion {
    let running = try Running(program, arguments)
    var text = ""
    for await data in running.output {
      text += String(decoding: data, as: UTF8.self)
      // What follows the last line end may be half a line.
      for line in text[..<(text.lastIndex(of: "\n") ?? text.startIndex)]
        .split(separator: "\n")
      {
        if let address = announced(line) {
          return Companion(address: address, running: running)
        }
      }
    }
    running.child.kill()
    await running.child.waitForEnd()
    throw NoAnswer(description: "\(program.lastPathComponent) ended without an address: \(text)")
  }

  /// Finds what follows a prefix in the line that begins with it.
  static func after(_ prefix: String) -> @Sendable (Substring) -> String? {
    { line in line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : nil }
  }

  /// Runs a body while a program runs, and kills the program afterwards, whatever the body did.
  ///
  /// - Parameters:
  ///   - program: The executable.
  ///   - arguments: Its arguments.
  ///   - announced: Finds the address in a line, or nil.
  ///   - body: Gets the running program.
  /// - Throws: What starting it or the body throws.
  static func with(
    _ program: URL, _ arguments: [String], announced: @Sendable (Substring) -> String?,
    _ body: (Companion) async throws -> Void
  ) async throws {
    let companion = try await start(program, arguments, announced: announced)
    do {
      try await body(companion)
    } catch {
      await companion.stop(patience: .zero)
      throw error
    }
    await companion.stop(patience: .zero)
  }

  /// Asks it to end, and waits until it has.
  ///
  /// Programs that are started from a task's thread begin with all signals blocked; those that do not look for
  /// SIGTERM by themselves are killed.
  ///
  /// - Parameter patience: How long it may take to end by itself.
  func stop(patience: Duration = .seconds(5)) async {
    let child = running.child
    if child.process.isRunning { child.process.terminate() }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await child.waitForEnd() }
      group.addTask {
        // In a cancelled task there is no patience.
        try? await Task.sleep(for: patience)
        child.kill()
      }
      await group.next()
      group.cancelAll()
    }
  }

  /// The exit status, once it has ended.
  var status: Int32 { running.child.process.terminationStatus }
}
