/// What the actors of one server share, made before any of them.
struct ServerParts: Sendable {
  let configuration: WebServerConfiguration
  let port: UInt16
  let handler: any WebServerHandler
  let threads: [ServiceThread<ServerMessage>]
  let counters = WebServerCounters()
  let gatekeeper: Gatekeeper
  let responder: Responder
  let admissions: Admissions
  let clock: @Sendable () -> UInt64

  init(
    _ configuration: WebServerConfiguration, port: UInt16, handler: any WebServerHandler,
    clock: @escaping @Sendable () -> UInt64
  ) {
    self.configuration = configuration
    self.port = port
    self.handler = handler
    threads = (0..<max(1, min(64, configuration.serviceThreads))).map { _ in ServiceThread() }
    gatekeeper = Gatekeeper(configuration, port: port)
    responder = Responder(
      handler: handler, files: StaticFiles(mounts: configuration.mounts), gatekeeper: gatekeeper,
      contentSecurityPolicy: configuration.contentSecurityPolicy)
    admissions = Admissions(configuration.limits)
    self.clock = clock
  }
}
