/// What a load of clients has seen so far.
public struct WebSocketClientFigures: Sendable, Equatable {
  /// Clients that are open now.
  public var open = 0

  /// Clients that could not be opened.
  public var failed = 0

  /// Clients that were open and are no more.
  public var ended = 0

  /// Messages received by all of them.
  public var messages = 0

  /// Their payloads in bytes.
  public var bytes = 0

  /// Messages of each client, in the order of their numbers.
  public var messagesByClient: [Int] = []
}
