import DashboardProtocol
import Synchronization
import WebServer

/// The one place where callbacks of the server come in: it leaves them for the hub, or answers a
/// request in that request's task.
final class ServeHandler: WebServerHandler {
  let inbox = ConnectionInbox()
  private let ages: SocketAges
  /// The routes, once there is something to serve.
  private let routes = Mutex<Routes?>(nil)

  /// Makes a handler that has nothing to serve yet.
  ///
  /// - Parameter ages: Takes over how old frames were when the sockets had them.
  init(ages: SocketAges) {
    self.ages = ages
  }

  /// Opens the routes.
  func open(_ routes: Routes) {
    self.routes.withLock { $0 = routes }
  }

  /// Closes the routes again: the server is about to stop.
  func close() {
    routes.withLock { $0 = nil }
  }

  @concurrent func request(_ request: HTTPRequest) async -> HTTPResponse? {
    if let routes = routes.withLock({ $0 }) { return await routes.answer(request) }
    switch request.path {
    case "/healthz", "/livez": return .json(200, Array(#"{"status":"pass"}"#.utf8))
    case "/readyz":
      return .json(503, Array(#"{"status":"fail","output":"the source does not run"}"#.utf8))
    default: return nil
    }
  }

  func connectionOpened(_ id: Connection.ID, _ info: Connection.Info, on server: WebServer) {
    inbox.post(.opened(id, info.role))
  }

  func message(_ id: Connection.ID, text: [UInt8], on server: WebServer) {
    inbox.post(message: text, from: id)
  }

  func message(_ id: Connection.ID, binary: [UInt8], on server: WebServer) {
    // A command sent as bytes is answered like any other text that is no request.
    inbox.post(message: binary, from: id)
  }

  func connectionClosed(_ id: Connection.ID) {
    inbox.post(.closed(id))
  }

  func frameWritten(made: UInt64, at now: UInt64) {
    ages.record(emitted: made, at: now)
  }
}
