/// Runs a load of WebSocket clients for as long as a piece of work takes.
///
/// - Parameters:
///   - options: Where they connect to and how they read.
///   - handler: What becomes of what they receive.
///   - work: What happens meanwhile; the clients connect while it runs.
/// - Returns: What the work returns.
/// - Throws: `WebServerError` when there is no thread; whatever the work throws.
public func withWebSocketClients<Result>(
  _ options: WebSocketClientOptions, handler: any WebSocketClientHandler,
  _ work: (WebSocketClients) async throws -> Result
) async throws -> Result {
  let clients = WebSocketClients(options, handler: handler)
  try await clients.start()
  func stop() async {
    clients.thread.mailbox.post(.message(.stop))
    await clients.waitForEnd()
  }
  do {
    let result = try await work(clients)
    await stop()
    return result
  } catch {
    await stop()
    throw error
  }
}
