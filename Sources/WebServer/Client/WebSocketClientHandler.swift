/// What becomes of what a load of clients receives. The calls come on the clients' service thread
/// and must return at once.
public protocol WebSocketClientHandler: Sendable {
  /// A message of bytes came, whole.
  ///
  /// - Parameters:
  ///   - client: The client's number, from 0.
  ///   - count: The message's length in bytes.
  ///   - stamp: Its first 8 bytes as a little-endian number; 0 when it is shorter.
  ///   - now: CLOCK_MONOTONIC in nanoseconds when its last byte was read.
  func client(_ client: Int, receivedBinary count: Int, stamp: UInt64, at now: UInt64)

  /// A text message came, whole.
  ///
  /// - Parameters:
  ///   - client: The client's number.
  ///   - text: The message.
  ///   - now: CLOCK_MONOTONIC in nanoseconds when its last byte was read.
  func client(_ client: Int, receivedText text: [UInt8], at now: UInt64)

  /// A client was open and is no more, or never came to be.
  ///
  /// - Parameter client: The client's number.
  func clientEnded(_ client: Int)
}
