/// Names for what the application is told of one WebSocket connection.
public enum Connection {
  /// Names a connection for as long as the server lives; never used twice.
  public struct ID: Hashable, Sendable, CustomStringConvertible {
    /// Service thread (8 bits), generation of the slot (24 bits), slot (32 bits).
    let rawValue: UInt64

    init(shard: Int, generation: UInt32, slot: Int) {
      rawValue =
        UInt64(truncatingIfNeeded: shard) << 56 | UInt64(generation & 0xFF_FFFF) << 32
        | UInt64(truncatingIfNeeded: slot)
    }

    var shard: Int { Int(rawValue >> 56) }
    var slot: Int { Int(rawValue & 0xFFFF_FFFF) }

    /// Short text for logs.
    public var description: String { "\(shard).\(slot).\((rawValue >> 32) & 0xFF_FFFF)" }
  }

  /// What is known of a connection when it opens.
  public struct Info: Sendable {
    /// Where it comes from.
    public let peer: PeerAddress

    /// What it may do.
    public let role: Role

    /// The names and values of the query in the address it opened.
    public let query: [HTTPRequest.QueryItem]

    /// The page's origin, when a browser opened it.
    public let origin: String?

    /// The program that opened it, as it calls itself.
    public let userAgent: String?
  }

  /// Why a connection is closed, as the peer is told: RFC 6455, section 7.4.
  public struct CloseCode: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    public let rawValue: UInt16

    /// Takes a number.
    ///
    /// - Parameter rawValue: 1000 to 1013 as registered, 3000 to 4999 as agreed.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// It has done what it was for.
    public static let normal = CloseCode(rawValue: 1000)

    /// The server stops.
    public static let goingAway = CloseCode(rawValue: 1001)

    /// Bytes where text is due.
    public static let unsupportedData = CloseCode(rawValue: 1003)

    /// The server's rules were broken; the reason says which.
    public static let policyViolation = CloseCode(rawValue: 1008)

    /// A message over the limit.
    public static let messageTooBig = CloseCode(rawValue: 1009)

    /// Something failed that is not the peer's fault.
    public static let internalError = CloseCode(rawValue: 1011)

    /// Too slow or too many: try later.
    public static let tryAgainLater = CloseCode(rawValue: 1013)
  }

  /// What went out on a connection and what did not.
  public struct Statistics: Sendable, Equatable {
    /// Messages given to the socket.
    public var sent = 0

    /// Their bytes with headers.
    public var sentBytes = 0

    /// Position frames that a newer one replaced before they went out.
    public var replaced = 0

    /// Events that found the outbox full.
    public var dropped = 0

    /// Bytes that wait in the outbox, the rest of a message under way included.
    public var queuedBytes = 0

    /// Messages that came in.
    public var received = 0

    /// From the newest ping to its pong, once there was one.
    public var roundTrip: Duration?
  }
}

/// What somebody may do, by the token they showed.
public enum Role: Sendable {
  /// Watch.
  case viewer

  /// Watch and control.
  case controller
}

/// The connections that want the same position frames; the application decides which and names
/// them by number.
public struct FanOutGroup: RawRepresentable, Hashable, Sendable {
  /// The application's number.
  public let rawValue: Int

  /// Names a group.
  ///
  /// - Parameter rawValue: The application's number.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// For an application that makes no difference between its connections: it moves each of them here
  /// when it opens. Nobody is in it, or in any group, before.
  public static let everyone = FanOutGroup(rawValue: 0)
}
