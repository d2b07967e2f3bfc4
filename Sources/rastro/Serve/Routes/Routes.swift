import DashboardProtocol
import LiveModels
import Providers
import Simulation
import TraceFormats
import WebServer

/// The addresses that are not files.
struct Routes: Sendable {
  let parts: ServeParts
  let hub: DashboardHub
  private let document = OpenRPCDocument.bytes(version: Rastro.version)

  init(parts: ServeParts, hub: DashboardHub) {
    self.parts = parts
    self.hub = hub
  }

  /// Answers a request, or returns nil for what may be a file.
  @concurrent
  func answer(_ request: HTTPRequest) async -> HTTPResponse? {
    switch request.path {
    case "/rpc": await remoteCall(request)
    case "/openrpc.json": reading(request) { .json(200, document) }
    case "/events": reading(request) { EventFeed(parts: parts, hub: hub).answer(request) }
    case "/healthz", "/livez": reading(request) { .json(200, Array(#"{"status":"pass"}"#.utf8)) }
    case "/readyz": reading(request) { readiness }
    case "/metrics": await metrics(request)
    case "/traces", "/traces/": await TraceRoutes(parts: parts).answerList(request)
    default:
      if request.path.hasPrefix("/exports/") {
        reading(request) { export(String(request.path.dropFirst("/exports/".count))) }
      } else if request.path.hasPrefix("/traces/") {
        await TraceRoutes(parts: parts).answerOne(
          request, id: String(request.path.dropFirst("/traces/".count)))
      } else {
        nil
      }
    }
  }

  private func reading(_ request: HTTPRequest, _ answer: () -> HTTPResponse) -> HTTPResponse {
    guard request.method == .get || request.method == .head else {
      return .notAllowed("GET, HEAD")
    }
    return answer()
  }

  private var readiness: HTTPResponse {
    let status = parts.provider.state.status
    if status == .idle {
      return .json(503, Array(#"{"status":"fail","output":"nothing is loaded"}"#.utf8))
    }
    return .json(200, Array(#"{"status":"pass","output":"\#(status.rawValue)"}"#.utf8))
  }

  private func export(_ id: String) -> HTTPResponse {
    guard let file = parts.exports[id] else {
      return .refusal(404, "not-found", "there is no export \(id); make it anew")
    }
    return HTTPResponse(
      type: "application/octet-stream",
      headers: [("Content-Disposition", "attachment; filename=\"\(file.name)\"")],
      body: .bytes(file.bytes))
  }

  private func remoteCall(_ request: HTTPRequest) async -> HTTPResponse {
    guard request.method == .post else { return .notAllowed("POST") }
    let caller = Caller(connection: nil, role: request.role, search: nil)
    let message: RPCMessage
    do {
      message = try RPCMessage.read(request.body)
    } catch {
      return .json(200, JSONWriter.bytes(of: RPCAnswer(id: .null, .failure(error))))
    }
    guard let answer = await hub.answer(message, from: caller) else {
      return HTTPResponse(status: 204)
    }
    return .json(200, answer)
  }

  private func metrics(_ request: HTTPRequest) async -> HTTPResponse {
    guard request.method == .get || request.method == .head else {
      return .notAllowed("GET, HEAD")
    }
    let isOpen = request.headers["accept"]?.contains("application/openmetrics-text") == true
    let message = await hub.metricsMessage()
    let page = MetricsPage(
      message, state: parts.stateMessage(), version: Rastro.version, isOpenMetrics: isOpen)
    let type =
      isOpen
      ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
      : "text/plain; version=0.0.4; charset=utf-8"
    return HTTPResponse(type: type, body: .bytes(Array(page.text.utf8)))
  }
}

extension HTTPResponse {
  /// The answer to a method that an address does not take.
  static func notAllowed(_ methods: String) -> HTTPResponse {
    HTTPResponse(
      status: 405, type: "text/plain; charset=utf-8", headers: [("Allow", methods)],
      body: .bytes(Array("this address takes \(methods)\n".utf8)))
  }

  /// An error for programs: `{error: {code, line, message}}`.
  static func refusal(_ status: Int, _ code: String, line: Int? = nil, _ message: String)
    -> HTTPResponse
  {
    .json(
      status,
      JSONWriter.bytes(of: OneField("error", NoteMessage(code: code, line: line, message: message)))
    )
  }
}
