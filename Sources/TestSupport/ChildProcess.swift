public import Foundation
import Glibc
import Synchronization

/// A program that a test runs, which never outlives the test.
public struct ChildProcess: Sendable {
  /// How a run ended and what it said.
  public struct Result: Sendable {
    /// The exit status, or 128 and the signal's number.
    public var status: Int32
    /// What stands on standard output.
    public var output: String
    /// What stands on standard error.
    public var errors: String
  }

  /// The running program.
  public let process: Process
  private let end = End()

  /// Prepares a program without input.
  ///
  /// - Parameters:
  ///   - executable: The program.
  ///   - arguments: Its arguments.
  ///   - directory: Its working directory, or nil for the tests' own.
  public init(_ executable: URL, _ arguments: [String], in directory: URL? = nil) {
    process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.standardInput = FileHandle.nullDevice
    process.terminationHandler = { [end] _ in end.arrive() }
  }

  /// Starts it.
  ///
  /// - Throws: What starting it throws.
  public func start() throws {
    try process.run()
  }

  /// Waits until it has ended, also in a cancelled task: what was killed is still to be buried.
  ///
  /// - Returns: The exit status, or 128 and the signal's number.
  @discardableResult
  public func waitForEnd() async -> Int32 {
    await end.wait()
    return process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
  }

  /// Ends it at once if it still runs.
  public func kill() {
    if process.isRunning { _ = Glibc.kill(process.processIdentifier, SIGKILL) }
  }

  /// Starts it and waits for its end; a cancellation, or an error of the body's, kills it first.
  ///
  /// - Parameter body: Called once it runs.
  /// - Returns: The exit status, or 128 and the signal's number.
  /// - Throws: What starting it or the body throws.
  public func run(while body: (Process) async throws -> Void = { _ in }) async throws -> Int32 {
    try start()
    return try await withTaskCancellationHandler {
      do {
        try await body(process)
      } catch {
        kill()
        await waitForEnd()
        throw error
      }
      return await waitForEnd()
    } onCancel: {
      kill()
    }
  }

  /// Runs a program to its end.
  ///
  /// - Returns: How it ended and what it said.
  /// - Throws: What starting it or the body throws.
  public static func run(
    _ executable: URL, _ arguments: [String], in directory: URL? = nil,
    while body: (Process) async throws -> Void = { _ in }
  ) async throws -> Result {
    // Files, since a pipe that nobody reads would hold the program up.
    try await TemporaryDirectory.with { scratch in
      let child = ChildProcess(executable, arguments, in: directory)
      let output = try scratch.makeFile("stdout")
      let errors = try scratch.makeFile("stderr")
      child.process.standardOutput = try FileHandle(forWritingTo: output)
      child.process.standardError = try FileHandle(forWritingTo: errors)
      let status = try await child.run(while: body)
      return Result(
        status: status, output: try scratch.text("stdout"), errors: try scratch.text("stderr"))
    }
  }

  /// The end of a program, which may come before anybody waits for it.
  private final class End: Sendable {
    private let state = Mutex<(hasCome: Bool, waiter: CheckedContinuation<Void, Never>?)>(
      (false, nil))

    func arrive() {
      let waiter = state.withLock { state in
        state.hasCome = true
        return state.waiter.take()
      }
      waiter?.resume()
    }

    func wait() async {
      await withCheckedContinuation { continuation in
        let hasCome = state.withLock { state in
          if !state.hasCome { state.waiter = continuation }
          return state.hasCome
        }
        if hasCome { continuation.resume() }
      }
    }
  }
}
