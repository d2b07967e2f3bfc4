/// Where a load of WebSocket clients connects to, and how its members behave.
public struct WebSocketClientOptions: Sendable {
  /// How fast a client reads.
  public enum Reading: Sendable, Equatable {
    /// Whatever comes.
    case full

    /// At most so many bytes a second.
    case limited(bytesPerSecond: Int)

    /// Nothing, from the moment it is open.
    case stopped
  }

  /// The server's address or name.
  public var host: String

  /// The server's port.
  public var port: UInt16

  /// The path to open.
  public var path = "/ws"

  /// The subprotocol to ask for.
  public var subprotocol = "rastro.v1"

  /// How many clients.
  public var count: Int

  /// How many of them, from the first on, read in the slow way.
  public var slowCount = 0

  /// The slow way.
  public var slowReading = Reading.stopped

  /// A token to show.
  public var token: String?

  /// A text message that each client sends when it is open.
  public var greeting: [UInt8]?

  /// How many may be connecting at the same time.
  public var maximumConnecting = 64

  /// Whether to speak TLS; the certificate is not checked, since the server is our own.
  public var isSecure = false

  /// Sets up a load.
  ///
  /// - Parameters:
  ///   - host: The server's address or name.
  ///   - port: The server's port.
  ///   - count: How many clients.
  public init(host: String = "127.0.0.1", port: UInt16, count: Int) {
    self.host = host
    self.port = port
    self.count = count
  }
}
