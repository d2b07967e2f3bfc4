import WebServer

/// Sends back what it gets: what conformance suites talk to.
struct EchoHandler: WebServerHandler {
  @concurrent func request(_ request: HTTPRequest) async -> HTTPResponse? { nil }
  func connectionOpened(_ id: Connection.ID, _ info: Connection.Info, on server: WebServer) {}
  func message(_ id: Connection.ID, text: [UInt8], on server: WebServer) {
    server.send(SharedFrame(.text, text), to: id)
  }
  func message(_ id: Connection.ID, binary: [UInt8], on server: WebServer) {
    server.send(SharedFrame(.binary, binary), to: id)
  }
  func connectionClosed(_ id: Connection.ID) {}
}

/// Runs an echo server on a free port for as long as a piece of work takes.
func withEchoServer<Result>(
  _ configuration: WebServerConfiguration = WebServerConfiguration.patient,
  _ work: (WebServer) async throws -> Result
) async throws -> Result {
  try await withWebServer(configuration: configuration, handler: EchoHandler(), work)
}

extension WebServerConfiguration {
  /// Any free port, and time without end for what a machine that does much else is late with: a
  /// request's headers, an answer to a ping.
  static var patient: WebServerConfiguration {
    var configuration = patientWithPings
    configuration.pingInterval = .seconds(3_600)
    return configuration
  }

  /// The same with pings as they are by default, for those who turn the clock by hand.
  static var patientWithPings: WebServerConfiguration {
    var configuration = WebServerConfiguration(port: 0)
    configuration.limits.headerTime = .seconds(240)
    return configuration
  }
}
