import CLibWebSockets
import Glibc
import Synchronization

extension WebServer {
  /// A request asks for another protocol: WebSocket at its one path, or nothing.
  func confirmUpgrade(
    _ record: RecordPointer, _ wsi: OpaquePointer, _ name: UnsafeMutableRawPointer?
  ) -> Int32 {
    // The library has answered and dropped the headers of protocols that it does not know.
    guard let name = unsafe name, !isStopping, let head = unsafe RequestReader.head(of: wsi) else {
      return -1
    }
    guard head.headers["upgrade"]?.lowercased() == "websocket" else {
      // Spoilt in place, so that the library takes an offer of HTTP/2 as none and goes on as before.
      unsafe name.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
      return 0
    }
    if let refusal = upgradeRefusal(head) { return unsafe refuse(refusal, head, wsi) }
    switch gatekeeper.judge(head) {
    case .refused(let response):
      return unsafe refuse(response, head, wsi)
    case .admitted(let role, _):
      unsafe record.pointee.role = role
      upgrading = unsafe (
        record.pointee.id,
        Connection.Info(
          peer: record.pointee.peer, role: role, query: head.query.filter { $0.name != "token" },
          origin: head.headers["origin"], userAgent: head.headers["user-agent"])
      )
      return 0
    }
  }

  private func upgradeRefusal(_ head: RequestHead) -> HTTPResponse? {
    guard head.method == .get, head.path == configuration.webSocketPath else {
      return .text(403, "only \(configuration.webSocketPath) is a WebSocket")
    }
    guard head.headers["sec-websocket-version"] == "13" else {
      var answer = HTTPResponse.text(426, "only version 13 of WebSocket is spoken here")
      answer.headers.append(.init(name: "Sec-WebSocket-Version", value: "13"))
      return answer
    }
    guard head.headers["sec-websocket-key"] != nil, head.headers["host"] != nil else {
      return .text(400, "the WebSocket handshake lacks its key or host")
    }
    if let asked = head.headers["sec-websocket-protocol"] {
      let names = asked.split(separator: ",").map { $0.filter { $0 != " " } }
      guard names.contains(configuration.subprotocol) else {
        return .text(400, "the only subprotocol here is \(configuration.subprotocol)")
      }
    }
    return nil
  }

  private func refuse(_ response: HTTPResponse, _ head: RequestHead, _ wsi: OpaquePointer) -> Int32
  {
    var response = response
    responder.finish(&response, origin: head.headers["origin"])
    guard case .bytes(let body) = response.body else { return -1 }
    var bytes =
      ResponseHead.bytes(
        status: response.status, headers: response.headers, length: .known(body.count),
        keepsAlive: false) + body
    let count = bytes.count
    unsafe lws_write(wsi, &bytes, count, LWS_WRITE_HTTP_HEADERS)
    return -1
  }

  /// A WebSocket is open.
  func open(_ record: RecordPointer, _ wsi: OpaquePointer) -> Int32 {
    guard let (id, info) = upgrading, unsafe record.pointee.id == id else { return -1 }
    upgrading = nil
    unsafe setSocketOptions(record.pointee.socket)
    let now = clock()
    unsafe record.pointee.stage = .open
    unsafe record.pointee.deadline = .max
    unsafe record.pointee.lastProgress = now
    unsafe record.pointee.pingDue = now + configuration.pingInterval.wholeNanoseconds
    counters.liveWebSockets.add(1, ordering: .relaxed)
    handler.connectionOpened(id, info, on: self)
    return 0
  }

  private func setSocketOptions(_ socket: Int32) {
    var yes: Int32 = 1
    // Without this bound the kernel's buffer is a long queue of old frames behind our newest one.
    var unsent: Int32 = 16_384
    let size = socklen_t(MemoryLayout<Int32>.size)
    unsafe setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, size)
    unsafe setsockopt(socket, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &unsent, size)
  }

  /// A piece of a message came; the last one makes it whole.
  func receivePart(
    _ record: RecordPointer, _ wsi: OpaquePointer, _ bytes: UnsafeRawBufferPointer
  ) -> Int32 {
    guard unsafe record.pointee.stage == .open else { return 0 }
    let isFirst = unsafe lws_is_first_fragment(wsi) != 0
    let isLast = unsafe lws_is_final_fragment(wsi) != 0
    var message: [UInt8]
    if isFirst, isLast {
      message = unsafe Array(bytes)
    } else {
      message = unsafe record.pointee.assembly.take() ?? []
      unsafe message.append(contentsOf: bytes)
    }
    let limit = configuration.limits.messageBytes
    guard unsafe message.count + lws_remaining_packet_payload(wsi) <= limit else {
      unsafe beginClose(record, .messageTooBig, "a message is at most \(limit) bytes")
      return 0
    }
    guard isLast else {
      unsafe record.pointee.assembly = message
      return 0
    }
    let limits = configuration.limits
    guard
      unsafe record.pointee.rate.take(
        now: clock(), perSecond: limits.messagesPerSecond, burst: limits.messageBurst)
    else {
      unsafe beginClose(
        record, .policyViolation, "more than \(Int(limits.messagesPerSecond)) messages a second")
      return 0
    }
    unsafe record.pointee.received &+= 1
    if unsafe lws_frame_is_binary(wsi) != 0 {
      unsafe handler.message(record.pointee.id, binary: message, on: self)
    } else {
      unsafe handler.message(record.pointee.id, text: message, on: self)
    }
    return 0
  }

  // MARK: - Closing

  /// Closes: the library is told when the socket takes more; if it never does, the connection is
  /// dropped at the deadline. Never from the midst of what came in: the library would lose its place
  /// in it, take what follows for a broken frame and drop the connection without the reason.
  func beginClose(_ record: RecordPointer, _ code: Connection.CloseCode, _ reason: String) {
    guard unsafe record.pointee.stage == .open else { return }
    unsafe leave(record)
    unsafe record.pointee.closeCode = code
    unsafe record.pointee.closeReason = reason
    unsafe record.pointee.deadline = clock() + 2_000_000_000
    unsafe lws_callback_on_writable(record.pointee.wsi)
  }

  private func setCloseReason(
    _ wsi: OpaquePointer, _ code: Connection.CloseCode, _ reason: String
  ) {
    // A control frame holds 125 bytes, two of them the code; no character may be cut.
    var text = Substring(reason)
    while text.utf8.count > 123 { text.removeLast() }
    var bytes = Array(text.utf8)
    let count = bytes.count
    unsafe lws_close_reason(wsi, lws_close_status(UInt32(code.rawValue)), &bytes, count)
  }

  /// The socket of a connection takes more.
  func becomeWriteable(_ record: RecordPointer, _ wsi: OpaquePointer) -> Int32 {
    if unsafe lws_partial_buffered(wsi) != 0 { return 0 }
    if let code = unsafe record.pointee.closeCode {
      unsafe setCloseReason(wsi, code, record.pointee.closeReason ?? "")
      // From here on the library itself waits for the peer's answer, and not for ever.
      unsafe record.pointee.deadline = .max
      return -1
    }
    guard unsafe record.pointee.stage == .open else { return 0 }
    let wasBusy = unsafe record.pointee.isBusy
    unsafe setBusy(record, false)
    if unsafe record.pointee.bufferedMade != 0 {
      unsafe tellWritten(record.pointee.bufferedMade)
      unsafe record.pointee.bufferedMade = 0
    }
    if unsafe wasBusy && CLibWebSockets_bytesWaiting(record.pointee.socket) > 0 {
      // What a slow reader says is heard before it gets more to read.
      unsafe lws_callback_on_writable(wsi)
    } else {
      unsafe flush(record)
    }
    return 0
  }

  /// Takes a connection out of everything: it is closing or gone. The second call does nothing.
  func leave(_ record: RecordPointer) {
    unsafe abandonExchange(of: record)
    guard unsafe record.pointee.stage != .closing else { return }
    let wasOpen = unsafe record.pointee.stage == .open
    unsafe record.pointee.stage = .closing
    unsafe record.pointee.outbox = nil
    unsafe record.pointee.assembly = nil
    guard wasOpen else { return }
    unsafe removeFromGroup(record)
    counters.liveWebSockets.subtract(1, ordering: .relaxed)
    unsafe handler.connectionClosed(record.pointee.id)
  }
}
