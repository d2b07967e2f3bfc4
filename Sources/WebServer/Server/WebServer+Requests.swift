import CLibWebSockets
import Glibc
import Synchronization

extension WebServer {
  /// A request's headers are here: judges it, and answers it or waits for its body.
  func beginRequest(_ record: RecordPointer, _ wsi: OpaquePointer) -> Int32 {
    guard !isStopping, let head = unsafe RequestReader.head(of: wsi) else { return -1 }
    exchangeCount &+= 1
    let id = unsafe HTTPExchange.ID(connection: record.pointee.id, number: exchangeCount)
    let (length, bodyRefusal) = bodyLength(of: head)
    let refusal = head.hasValidPath ? bodyRefusal : .text(400, "the path is not UTF-8")
    let exchange = HTTPExchange(id: id, head: head, announcedBody: length)
    unsafe record.pointee.exchange = exchange
    unsafe record.pointee.deadline = .max
    if let refusal {
      exchange.mustClose = true
      unsafe begin(exchange, refusal, on: record)
      return 0
    }
    switch gatekeeper.judge(head) {
    case .refused(let response):
      unsafe begin(exchange, response, on: record)
    case .admitted(let role, let grant):
      unsafe record.pointee.role = role
      exchange.grant = grant
      if length > 0 {
        exchange.body.reserveCapacity(min(length, 1 << 20))
        unsafe record.pointee.deadline =
          clock() + configuration.limits.bodyTime.wholeNanoseconds
      } else {
        unsafe startTask(for: exchange, record)
      }
    }
    return 0
  }

  /// How long a body is said to be, and why it is not taken if it is not.
  private func bodyLength(of head: RequestHead) -> (Int, HTTPResponse?) {
    if head.headers["transfer-encoding"] != nil {
      return (.max, .text(411, "a body needs a Content-Length; chunks are not taken"))
    }
    guard let text = head.headers["content-length"] else {
      switch head.method {
      case .post, .put, .patch: return (.max, .text(411, "a body needs a Content-Length"))
      default: return (0, nil)
      }
    }
    guard let length = Int(text), length >= 0, text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return (.max, .text(400, "Content-Length is not a number")) }
    guard length <= configuration.limits.bodyBytes else {
      let limit = configuration.limits.bodyBytes
      return (length, .text(413, "a body of \(length) bytes is over the limit of \(limit)"))
    }
    return (length, nil)
  }

  /// A piece of a body came.
  func addBody(_ record: RecordPointer, _ bytes: UnsafeRawBufferPointer) -> Int32 {
    guard let exchange = unsafe record.pointee.exchange else { return -1 }
    exchange.receivedBody += bytes.count
    guard exchange.state == .collecting else { return 0 }
    guard exchange.receivedBody <= exchange.announcedBody else { return -1 }
    unsafe exchange.body.append(contentsOf: bytes)
    return 0
  }

  /// A body is whole.
  func endBody(_ record: RecordPointer) -> Int32 {
    guard let exchange = unsafe record.pointee.exchange else { return -1 }
    if exchange.state == .collecting {
      unsafe record.pointee.deadline = .max
      unsafe startTask(for: exchange, record)
    }
    return 0
  }

  /// Lets the application think, in a task that is kept until it ends and cancelled when the peer
  /// goes.
  private func startTask(for exchange: HTTPExchange, _ record: RecordPointer) {
    exchange.state = .answering
    // Until the answer, nothing more is read: pipelined requests wait in the socket.
    unsafe lws_set_timeout(record.pointee.wsi, NO_PENDING_TIMEOUT, 0)
    unsafe lws_rx_flow_control(record.pointee.wsi, 0)
    let head = exchange.head
    let request = unsafe HTTPRequest(
      method: head.method, path: head.path, query: head.query, headers: head.headers,
      body: exchange.body, role: record.pointee.role, peer: record.pointee.peer)
    exchange.body = []
    counters.liveRequests.add(1, ordering: .relaxed)
    requestTasks[exchange.id] = Self.makeTask(
      request, exchange, responder: responder, mailbox: thread.mailbox, counters: counters)
  }

  /// The task is made outside the actor, so that it runs on the pool and not on our thread.
  private nonisolated static func makeTask(
    _ request: HTTPRequest, _ exchange: HTTPExchange, responder: Responder,
    mailbox: Mailbox<ServerMessage>, counters: WebServerCounters
  ) -> Task<Void, Never> {
    let (id, grant, isHead) = (exchange.id, exchange.grant, request.method == .head)
    return Task {
      let response = await responder.answer(request, grant: grant)
      mailbox.post(.message(.respond(id, response)))
      if case .stream(let produce) = response.body, !isHead {
        let writer = HTTPBodyWriter { bytes throws(CancellationError) in
          try await Self.send(bytes, on: id, through: mailbox)
        }
        do {
          try await produce(writer)
          mailbox.post(.message(.endParts(id, aborted: false)))
        } catch {
          // Half an answer must not look like a whole one.
          mailbox.post(.message(.endParts(id, aborted: true)))
        }
      }
      counters.liveRequests.subtract(1, ordering: .relaxed)
      mailbox.post(.message(.taskEnded(id)))
    }
  }

  private nonisolated static func send(
    _ bytes: [UInt8], on id: HTTPExchange.ID, through mailbox: Mailbox<ServerMessage>
  ) async throws(CancellationError) {
    do {
      try await withCheckedThrowingContinuation { continuation in
        if !mailbox.post(.message(.part(id, bytes, continuation))) {
          continuation.resume(throwing: CancellationError())
        }
      }
    } catch {
      throw CancellationError()
    }
  }

  // MARK: - The answer

  /// The application has answered.
  func respond(_ id: HTTPExchange.ID, _ response: HTTPResponse) {
    guard let (record, exchange) = unsafe find(id), exchange.state == .answering else { return }
    unsafe start(exchange, response, on: record)
  }

  /// Answers without asking the application.
  func begin(_ exchange: HTTPExchange, _ response: HTTPResponse, on record: RecordPointer) {
    var response = response
    responder.finish(&response, origin: exchange.head.headers["origin"])
    unsafe lws_set_timeout(record.pointee.wsi, NO_PENDING_TIMEOUT, 0)
    unsafe start(exchange, response, on: record)
  }

  private func start(
    _ exchange: HTTPExchange, _ response: HTTPResponse, on record: RecordPointer
  ) {
    let head = exchange.head
    let hasBody = head.method != .head && response.status != 204 && response.status != 304
    var length = ResponseHead.Length.none
    var body: [UInt8] = []
    switch response.body {
    case .bytes(let bytes):
      if response.status != 204, response.status != 304 { length = .known(bytes.count) }
      if hasBody { body = bytes }
    case .stream:
      length = head.isVersion11 ? .chunked : .untilClose
      exchange.isChunked = head.isVersion11
      exchange.isOpenEnded = hasBody
    }
    exchange.keepsAlive = head.keepsAlive && !isStopping && !exchange.mustClose
    if case .untilClose = length { exchange.keepsAlive = false }
    exchange.append(
      ResponseHead.bytes(
        status: response.status, headers: response.headers, length: length,
        keepsAlive: exchange.keepsAlive))
    exchange.append(body)
    exchange.state = .sending
    unsafe wake(record)
  }

  /// A part of an answer came.
  func addPart(
    _ id: HTTPExchange.ID, _ bytes: [UInt8], _ writer: CheckedContinuation<Void, any Error>
  ) {
    guard let (record, exchange) = unsafe find(id), exchange.isOpenEnded, exchange.writer == nil
    else { return writer.resume(throwing: CancellationError()) }
    exchange.writer = writer
    exchange.append(part: bytes)
    unsafe wake(record)
  }

  /// The last part of an answer has come, or there will be no last part.
  func endParts(_ id: HTTPExchange.ID, aborted: Bool) {
    guard let (record, exchange) = unsafe find(id), exchange.isOpenEnded else { return }
    if aborted { return unsafe kill(record.pointee.wsi) }
    exchange.endParts()
    unsafe wake(record)
  }

  /// Has the library call when the socket takes more. It only does so while it may also read.
  private func wake(_ record: RecordPointer) {
    unsafe record.pointee.lastProgress = clock()
    unsafe lws_rx_flow_control(record.pointee.wsi, 1)
    unsafe lws_callback_on_writable(record.pointee.wsi)
  }

  /// The socket takes more of an answer.
  func continueAnswer(_ record: RecordPointer, _ wsi: OpaquePointer) -> Int32 {
    guard let exchange = unsafe record.pointee.exchange, exchange.state == .sending else {
      return 0
    }
    if unsafe lws_partial_buffered(wsi) != 0 {
      unsafe lws_callback_on_writable(wsi)
      return 0
    }
    if !exchange.isFlushed {
      // One write a callback; the library keeps a copy of what does not fit.
      let count = min(exchange.output.count - exchange.written, 1 << 16)
      let status = unsafe exchange.output.withUnsafeBufferPointer { output in
        // The library's parameter is not const; it does not write into what is sent as it is.
        unsafe lws_write(
          wsi, UnsafeMutablePointer(mutating: output.baseAddress)?.advanced(by: exchange.written),
          count, LWS_WRITE_HTTP)
      }
      guard status >= 0 else { return -1 }
      unsafe record.pointee.lastProgress = clock()
      exchange.advance(by: count)
      if unsafe !exchange.isFlushed || lws_partial_buffered(wsi) != 0 {
        unsafe lws_callback_on_writable(wsi)
        return 0
      }
    }
    if let writer = exchange.writer {
      exchange.writer = nil
      writer.resume()
    }
    if exchange.isOpenEnded {
      unsafe lws_rx_flow_control(wsi, 0)
      return 0
    }
    return unsafe complete(exchange, record, wsi)
  }

  /// An answer is out.
  private func complete(
    _ exchange: HTTPExchange, _ record: RecordPointer, _ wsi: OpaquePointer
  ) -> Int32 {
    if exchange.state == .sending, exchange.wantsMoreBody {
      // What is still on its way is read and thrown away for a while: closing at once would take
      // the answer out of the peer's hands.
      exchange.state = .discarding
      if unsafe !exchange.keepsAlive && !record.pointee.isSecure {
        unsafe shutdown(record.pointee.socket, Int32(SHUT_WR))
      }
      unsafe record.pointee.deadline = clock() + 5_000_000_000
    } else {
      unsafe record.pointee.exchange = nil
      unsafe record.pointee.deadline = .max
      if !exchange.keepsAlive { return -1 }
    }
    return unsafe lws_http_transaction_completed(wsi) == 0 ? 0 : -1
  }

  /// Finds an exchange that is still the current one of its connection.
  private func find(_ id: HTTPExchange.ID) -> (RecordPointer, HTTPExchange)? {
    guard let record = unsafe table.find(id.connection),
      let exchange = unsafe record.pointee.exchange, exchange.id == id
    else { return nil }
    return unsafe (record, exchange)
  }

  /// Lets go of a request whose peer has gone.
  func abandonExchange(of record: RecordPointer) {
    guard let exchange = unsafe record.pointee.exchange else { return }
    unsafe record.pointee.exchange = nil
    requestTasks[exchange.id]?.cancel()
    exchange.writer?.resume(throwing: CancellationError())
    exchange.writer = nil
  }
}
