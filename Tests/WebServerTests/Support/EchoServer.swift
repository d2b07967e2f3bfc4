import Synchronization
import WebServer

/// Sends back what it gets: what conformance suites talk to.
final class EchoHandler: WebServerHandler {
  let server = Mutex<WebServer?>(nil)

  @concurrent func request(_ request: HTTPRequest) async -> HTTPResponse? { nil }
  func connectionOpened(_ id: Connection.ID, _ info: Connection.Info) {}
  func message(_ id: Connection.ID, text: [UInt8]) {
    server.withLock { $0 }?.send(SharedFrame(.text, text), to: id)
  }
  func message(_ id: Connection.ID, binary: [UInt8]) {
    server.withLock { $0 }?.send(SharedFrame(.binary, binary), to: id)
  }
  func connectionClosed(_ id: Connection.ID) {}
}

/// Runs an echo server on a free port for as long as a piece of work takes.
func withEchoServer<Result>(
  _ configuration: WebServerConfiguration = WebServerConfiguration(port: 0),
  _ work: (WebServer) async throws -> Result
) async throws -> Result {
  let handler = EchoHandler()
  defer { handler.server.withLock { $0 = nil } }
  return try await withWebServer(configuration: configuration, handler: handler) { server in
    handler.server.withLock { $0 = server }
    return try await work(server)
  }
}
