import CLibWebSockets

/// How a server is set up.
public struct WebServerConfiguration: Sendable {
  /// A certificate and its key, both PEM.
  public struct TLS: Sendable {
    /// Path of the certificate chain.
    public var certificate: String

    /// Path of the private key.
    public var key: String

    /// Names the files.
    ///
    /// - Parameters:
    ///   - certificate: Path of the certificate chain.
    ///   - key: Path of the private key.
    public init(certificate: String, key: String) {
      self.certificate = certificate
      self.key = key
    }
  }

  /// How much is taken from whom.
  public struct Limits: Sendable {
    /// Open connections of any kind, in all.
    public var connections = 10_000

    /// Open connections from one address; loopback is exempt.
    public var connectionsPerAddress = 64

    /// From the first byte of a request, or from the connection, to its last header line.
    public var headerTime: Duration = .seconds(10)

    /// The headers of one request, in bytes.
    public var headerBytes = 16_384

    /// A WebSocket message that comes in, in bytes, its fragments joined.
    public var messageBytes = 1 << 20

    /// A request's body, in bytes.
    public var bodyBytes = 100 << 20

    /// The time in which a body must be here.
    public var bodyTime: Duration = .seconds(300)

    /// WebSocket messages a second that a connection may send for long.
    public var messagesPerSecond = 50.0

    /// Messages that it may send at once before that counts.
    public var messageBurst = 200.0

    /// Events that wait in an outbox.
    public var queuedEvents = 1_024

    /// Bytes that wait in an outbox.
    public var queuedBytes = 4 << 20

    /// How long a reader may take over one message, or over 64 KiB of an answer, before the
    /// connection is closed.
    public var stalledTime: Duration = .seconds(90)

    /// The limits as they are by default.
    public init() {}
  }

  /// The address to listen on; nil is loopback on both families.
  public var host: String?

  /// The port; 0 takes a free one.
  public var port: UInt16

  /// Directories to serve files from; the longest prefix that fits wins.
  public var mounts: [StaticMount] = []

  /// The only path that upgrades to a WebSocket.
  public var webSocketPath = "/ws"

  /// The subprotocol; a connection that names none is taken as speaking it.
  public var subprotocol = "rastro.v1"

  /// Origins besides our own whose pages may talk to us: `https://example.org`.
  public var allowedOrigins: [String] = []

  /// Who is let in; nil lets everybody control.
  public var tokens: AccessTokens?

  /// Paths that need no token, such as health checks.
  public var publicPaths: Set<String> = []

  /// A certificate makes it https.
  public var tls: TLS?

  /// Service threads, 1 to 64; each serves its share of the connections.
  public var serviceThreads = 1

  /// One for each processor that this process may use, at most four: they share out what a tick costs,
  /// and more would be in the way of what the machine does besides. Each takes half a megabyte.
  public static var suitableServiceThreads: Int {
    max(1, min(4, Int(CLibWebSockets_processors())))
  }

  /// What a page may load: the Content-Security-Policy header.
  public var contentSecurityPolicy =
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
    + "form-action 'self'; frame-ancestors 'none'"

  /// How often a connection is asked whether it is still there.
  public var pingInterval: Duration = .seconds(20)

  /// How long it may take to say so.
  public var pongTime: Duration = .seconds(10)

  /// How long a stop waits for the peers' farewells.
  public var drainTime: Duration = .milliseconds(1_500)

  /// Limits.
  public var limits = Limits()

  /// Sets up a server with defaults.
  ///
  /// - Parameters:
  ///   - host: The address to listen on; nil is loopback on both families.
  ///   - port: The port; 0 takes a free one.
  public init(host: String? = nil, port: UInt16 = 8080) {
    self.host = host
    self.port = port
  }
}
