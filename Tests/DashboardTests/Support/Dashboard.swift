import Foundation
import Testing

/// A server with its traces, and the means to end and restart it.
struct Dashboard: Sendable {
  /// Where the page is.
  let url: String
  private let server: Companion

  /// Starts the built command on a free port, runs the body and ends it.
  ///
  /// - Parameters:
  ///   - arguments: Traces and options of `rastro serve`.
  ///   - port: The port, 0 for any free one.
  ///   - body: What to do meanwhile.
  /// - Returns: What the body returns.
  /// - Throws: What starting it or the body throws.
  static func with<Value: Sendable>(
    _ arguments: [String], port: Int = 0, _ body: (Dashboard) async throws -> Value
  ) async throws -> Value {
    let dashboard = try await start(arguments, port: port)
    do {
      let value = try await body(dashboard)
      await dashboard.stop()
      return value
    } catch {
      await dashboard.stop()
      throw error
    }
  }

  /// Starts the built command; the caller ends it.
  static func start(_ arguments: [String], port: Int = 0) async throws -> Dashboard {
    let server = try await Companion.start(
      Tools.rastro,
      ["serve", "--port", "\(port)", "--public", Tools.folder("Public").path] + arguments,
      announced: Companion.after("Dashboard: "))
    return Dashboard(url: server.address, server: server)
  }

  /// The port it listens on.
  var port: Int { URL(string: url)?.port ?? 0 }

  /// Ends the server.
  func stop() async { await server.stop() }
}
