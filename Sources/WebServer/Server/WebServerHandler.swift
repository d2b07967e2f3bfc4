/// What an application does with what reaches the server.
///
/// The connection callbacks come on a service thread, in order for each connection, and must return
/// at once: whatever takes longer is left to a task. `request` runs in a task of its own.
public protocol WebServerHandler: Sendable {
  /// Answers a request.
  ///
  /// The task is cancelled when the peer goes or the server stops.
  ///
  /// - Parameter request: The request, its body whole.
  /// - Returns: The answer, or nil when the path is none of the application's: then a file is
  ///   looked for.
  @concurrent func request(_ request: HTTPRequest) async -> HTTPResponse?

  /// A WebSocket connection is open; what is sent to it now goes out first.
  ///
  /// - Parameters:
  ///   - id: Its name.
  ///   - info: Who it is.
  ///   - server: The server, to answer through.
  func connectionOpened(_ id: Connection.ID, _ info: Connection.Info, on server: WebServer)

  /// A text message came, whole and valid UTF-8.
  ///
  /// - Parameters:
  ///   - id: The connection.
  ///   - text: The message.
  ///   - server: The server, to answer through.
  func message(_ id: Connection.ID, text: [UInt8], on server: WebServer)

  /// A message of bytes came, whole.
  ///
  /// - Parameters:
  ///   - id: The connection.
  ///   - binary: The message.
  ///   - server: The server, to answer through.
  func message(_ id: Connection.ID, binary: [UInt8], on server: WebServer)

  /// A connection is gone; nothing reaches it any more.
  ///
  /// - Parameter id: The connection.
  func connectionClosed(_ id: Connection.ID)

  /// A connection's socket has taken the last byte of a frame that says when it was made.
  ///
  /// - Parameters:
  ///   - made: When the frame was made.
  ///   - now: CLOCK_MONOTONIC in nanoseconds.
  func frameWritten(made: UInt64, at now: UInt64)
}

extension WebServerHandler {
  /// Most applications measure nothing.
  public func frameWritten(made: UInt64, at now: UInt64) {}
}
