/// One request and its answer on a connection that speaks HTTP.
final class HTTPExchange {
  /// Names an exchange; a late answer to an earlier one on the same connection finds nobody.
  struct ID: Hashable, Sendable {
    let connection: Connection.ID
    let number: UInt32
  }

  /// How far it has come.
  enum State {
    /// The body is coming in.
    case collecting

    /// The application thinks.
    case answering

    /// The answer goes out.
    case sending

    /// The answer is out, and what the peer still sends is thrown away.
    case discarding
  }

  let id: ID
  let head: RequestHead
  var state = State.collecting
  var body: [UInt8] = []

  /// How long the body is said to be, or a large number when that is not known.
  var announcedBody: Int

  /// How much of it came, wanted or not.
  var receivedBody = 0

  /// A token that came in the address.
  var grant: String?

  /// Whether the request was such that the connection cannot be used for another.
  var mustClose = false

  /// Whether the connection stays open after the answer.
  var keepsAlive = true

  /// What the socket has not taken yet.
  private(set) var output: [UInt8] = []
  private(set) var written = 0

  /// Whether more may follow what is in `output`.
  var isOpenEnded = false

  /// Whether parts are sent with their length before them.
  var isChunked = false

  /// Who waits until the output is taken.
  var writer: CheckedContinuation<Void, any Error>?

  init(id: ID, head: RequestHead, announcedBody: Int) {
    self.id = id
    self.head = head
    self.announcedBody = announcedBody
  }

  /// Whether the peer is still sending a body that nobody wants.
  var wantsMoreBody: Bool { receivedBody < announcedBody }

  /// Whether all is taken that there is so far.
  var isFlushed: Bool { written == output.count }

  /// Adds to the output.
  func append(_ bytes: [UInt8]) {
    if isFlushed {
      output = bytes
      written = 0
    } else {
      output += bytes
    }
  }

  /// Notes that the socket took more.
  func advance(by count: Int) {
    written += count
    if isFlushed {
      output = []
      written = 0
    }
  }

  /// Adds a part of an open-ended body, framed as the peer understands it.
  func append(part: [UInt8]) {
    guard isChunked else { return append(part) }
    append(Array(String(part.count, radix: 16).utf8) + [13, 10] + part + [13, 10])
  }

  /// Ends an open-ended body.
  func endParts() {
    isOpenEnded = false
    if isChunked { append(Array("0\r\n\r\n".utf8)) }
  }
}
