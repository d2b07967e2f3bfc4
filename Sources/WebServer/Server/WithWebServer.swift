/// Runs a server for as long as a piece of work takes.
///
/// The server stops when the work returns or throws, or when its task is cancelled and the work
/// heeds that: WebSockets are told 1001, requests are cancelled, and when this function returns no
/// thread, task, timer or socket of the server is left.
///
/// - Parameters:
///   - configuration: How it is set up.
///   - handler: What answers.
///   - work: What happens meanwhile; the server answers from its first line on.
/// - Returns: What the work returns.
/// - Throws: `WebServerError` when the server cannot start; whatever the work throws.
public func withWebServer<Result>(
  configuration: WebServerConfiguration, handler: any WebServerHandler,
  _ work: (WebServer) async throws -> Result
) async throws -> Result {
  try await withWebServer(
    configuration: configuration, handler: handler, clock: { MonotonicTime.now }, work)
}

/// The same with a clock of the caller's choice, for tests.
func withWebServer<Result>(
  configuration: WebServerConfiguration, handler: any WebServerHandler,
  clock: @escaping @Sendable () -> UInt64, _ work: (WebServer) async throws -> Result
) async throws -> Result {
  let sockets = try ListeningSockets(host: configuration.host, port: configuration.port)
  let parts = ServerParts(configuration, port: sockets.port, handler: handler, clock: clock)
  let servers = parts.threads.indices.map { WebServer(parts, shard: $0) }
  var running: [WebServer] = []
  do {
    for server in servers {
      try await server.start(listeningOn: server.shard == 0 ? sockets.descriptors : [])
      running.append(server)
    }
  } catch {
    if running.isEmpty { sockets.close() }
    await stopAll(running)
    throw error
  }
  return try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { await StallWatch.run(servers.map(\.watch)) }
    defer { group.cancelAll() }
    do {
      let result = try await work(servers[0])
      await stopAll(running)
      return result
    } catch {
      await stopAll(running)
      throw error
    }
  }
}

private func stopAll(_ servers: [WebServer]) async {
  for server in servers { server.thread.mailbox.post(.message(.stop)) }
  for server in servers { await server.waitForEnd() }
}
