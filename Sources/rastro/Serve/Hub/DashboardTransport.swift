import WebServer

/// The ways out to the connections, so that the hub can be tried without sockets.
protocol DashboardTransport: Sendable {
  /// Gives the newest positions to a group.
  func broadcast(_ frame: SharedFrame, to group: FanOutGroup)
  /// Tells news that may give way when an outbox is full.
  func notify(_ frame: SharedFrame, to audience: Audience)
  /// Sends what one connection must get.
  func send(_ text: [UInt8], to id: Connection.ID)
  /// Puts a connection into a group.
  func move(_ id: Connection.ID, to group: FanOutGroup?)
  /// What went out on a connection and what did not, or nil when it is gone.
  func statistics(of id: Connection.ID) async -> Connection.Statistics?
}

extension WebServer: DashboardTransport {}
