/// What other threads ask of a service thread.
enum ServerMessage: Sendable {
  /// Take over a connection that was accepted elsewhere.
  case adopt(Int32, PeerAddress)

  /// Give the newest positions to a group.
  case broadcast(SharedFrame, FanOutGroup)

  /// Tell news to some.
  case notify(SharedFrame, Audience)

  /// Send to one.
  case send(SharedFrame, Connection.ID)

  /// Put a connection into a group, or into none.
  case move(Connection.ID, FanOutGroup?)

  /// Close a connection.
  case close(Connection.ID, Connection.CloseCode, String)

  /// Begin an answer.
  case respond(HTTPExchange.ID, HTTPResponse)

  /// Send a part of an answer; the continuation waits until the socket has it.
  case part(HTTPExchange.ID, [UInt8], CheckedContinuation<Void, any Error>)

  /// End an answer that was sent in parts.
  case endParts(HTTPExchange.ID, aborted: Bool)

  /// The request's task is over.
  case taskEnded(HTTPExchange.ID)

  /// Tell the figures of a connection.
  case statistics(Connection.ID, CheckedContinuation<Connection.Statistics?, Never>)

  /// Say goodbye to all and end.
  case stop
}

/// Who hears news.
public enum Audience: Sendable {
  /// Every connection that is in a group.
  case everyone

  /// The connections of one group.
  case group(FanOutGroup)

  /// These.
  case connections([Connection.ID])
}
