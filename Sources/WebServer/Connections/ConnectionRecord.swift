import CLibWebSockets

/// One connection as its service thread keeps it: plain memory that stays where it is, so that the
/// library can carry a pointer to it and the fan-out can walk it without counting references.
// Safe: `wsi` is valid from adoption to the library's destroy callback, which frees the record.
@safe struct ConnectionRecord {
  /// How far a connection has come.
  enum Stage: UInt8 {
    /// It speaks HTTP.
    case http

    /// It is an open WebSocket.
    case open

    /// Its close was asked for, by us or by the peer; nothing more is sent.
    case closing
  }

  // What the fan-out touches comes first, so that it shares a cache line.

  /// The library's handle. Borrowed: the library frees it after the destroy callback.
  let wsi: OpaquePointer

  /// The socket, for direct sends.
  let socket: Int32

  var stage = Stage.http

  /// Whether the socket took less than it was given: nothing is sent until it is writable again.
  var isBusy = false

  /// Whether the bytes are encrypted, so that only the library may write.
  let isSecure: Bool

  /// Whether something waits in the outbox.
  var hasQueued = false

  /// Whether the last thing sent was an event, for taking turns.
  var sentEventLast = false

  /// The number of the last frame of its group that it was sent.
  var frameNumber: UInt64 = 0

  var sentBytes: UInt64 = 0
  var sent: UInt32 = 0
  var replaced: UInt32 = 0

  let id: Connection.ID
  let peer: PeerAddress
  var role = Role.controller

  /// Its place among those who want the same frames; -1 in none.
  var groupIndex: Int32 = -1
  var placeInGroup: Int32 = -1

  /// On the monotonic clock, in nanoseconds: when the newest ping went out, when the next is due,
  /// when the socket last took something, when the connection is dropped.
  var pingSent: UInt64 = 0
  var pingDue: UInt64 = 0
  var awaitsPong = false
  var lastProgress: UInt64 = 0
  var deadline: UInt64 = .max
  var roundTrip: UInt64 = 0

  /// Of the message under way: what lies in the library's buffer for lack of room in the socket.
  var buffered: Int32 = 0

  /// When that message was made, if its way is measured; 0 otherwise.
  var bufferedMade: UInt64 = 0

  var received: UInt32 = 0
  var dropped: UInt32 = 0

  var rate: TokenBucket

  /// What waits to go out; nil while nothing does.
  var outbox: Outbox? { didSet { hasQueued = outbox != nil } }

  /// A message that comes in pieces; nil between messages.
  var assembly: [UInt8]?

  /// The request under way; nil between requests.
  var exchange: HTTPExchange?

  /// What the peer is told when we close.
  var closeCode: Connection.CloseCode?
  var closeReason: String?
}

/// A connection where it lies.
typealias RecordPointer = UnsafeMutablePointer<ConnectionRecord>
