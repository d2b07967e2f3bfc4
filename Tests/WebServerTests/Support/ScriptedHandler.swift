@testable import WebServer

/// A handler whose behaviour a test writes down, and which remembers what it was told.
final class ScriptedHandler: WebServerHandler {
  struct Log: Sendable {
    var opened: [Connection.ID] = []
    var infos: [Connection.Info] = []
    var closed: [Connection.ID] = []
    var texts: [String] = []
    var binaries: [[UInt8]] = []
    var written: [(made: UInt64, now: UInt64)] = []
  }

  private let log = SystemMutex(Log())
  private let answer: @Sendable (HTTPRequest) async -> HTTPResponse?
  private let onOpen: @Sendable (Connection.ID, WebServer) -> Void
  private let onText: @Sendable (Connection.ID, [UInt8], WebServer) -> Void

  init(
    answer: @escaping @Sendable (HTTPRequest) async -> HTTPResponse? = { _ in nil },
    onOpen: @escaping @Sendable (Connection.ID, WebServer) -> Void = { _, _ in },
    onText: @escaping @Sendable (Connection.ID, [UInt8], WebServer) -> Void = { _, _, _ in }
  ) {
    self.answer = answer
    self.onOpen = onOpen
    self.onText = onText
  }

  var seen: Log { log.withLock { $0 } }

  @concurrent func request(_ request: HTTPRequest) async -> HTTPResponse? { await answer(request) }

  func connectionOpened(_ id: Connection.ID, _ info: Connection.Info, on server: WebServer) {
    log.withLock {
      $0.opened.append(id)
      $0.infos.append(info)
    }
    onOpen(id, server)
  }

  func message(_ id: Connection.ID, text: [UInt8], on server: WebServer) {
    log.withLock { $0.texts.append(String(decoding: text, as: UTF8.self)) }
    onText(id, text, server)
  }

  func message(_ id: Connection.ID, binary: [UInt8], on server: WebServer) {
    log.withLock { $0.binaries.append(binary) }
  }

  func connectionClosed(_ id: Connection.ID) { log.withLock { $0.closed.append(id) } }

  func frameWritten(made: UInt64, at now: UInt64) {
    log.withLock { $0.written.append((made, now)) }
  }
}

/// Waits for something that another thread is about to make true.
///
/// - Returns: Whether it came true in time.
func eventually(
  within limit: Duration = .seconds(240), _ condition: () async -> Bool
) async -> Bool {
  let clock = SuspendingClock()
  let deadline = clock.now + limit
  while clock.now < deadline {
    if await condition() { return true }
    try? await clock.sleep(for: .milliseconds(5))
  }
  return await condition()
}
