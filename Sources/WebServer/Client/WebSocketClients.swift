import CLibWebSockets
import Glibc

/// Many WebSocket clients on one service thread, which is this actor's executor: a load for a
/// server, some of it slow on purpose.
@safe public actor WebSocketClients {
  // Safe: the records stay where they are until after the context that points to them.

  let options: WebSocketClientOptions
  let handler: any WebSocketClientHandler
  nonisolated let thread = ServiceThread<ClientMessage>()

  var context: ServiceContext?
  var timer: UnsafeMutablePointer<ServiceTimer>?
  private let table: ClientTable
  var records: UnsafeMutableBufferPointer<ClientRecord> { unsafe table.records }
  var next = 0
  var connecting = 0
  var figures = WebSocketClientFigures()
  var isStopping = false
  var hasEnded = false
  var stopDeadline = UInt64.max
  var openWaiters: [CheckedContinuation<Void, Never>] = []
  var endWaiters: [CheckedContinuation<Void, Never>] = []

  /// How often slow readers get more to read, in microseconds.
  static let interval = 20_000

  /// What other threads ask.
  enum ClientMessage: Sendable {
    case send([UInt8], Int)
    case read(Range<Int>, WebSocketClientOptions.Reading)
    case stop
  }

  /// The clients' service thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe thread.asUnownedSerialExecutor()
  }

  init(_ options: WebSocketClientOptions, handler: any WebSocketClientHandler) {
    self.options = options
    self.handler = handler
    table = ClientTable(options)
  }

  // MARK: - From any thread

  /// Sends a text message from one client; one that is not open sends nothing.
  ///
  /// - Parameters:
  ///   - text: The message, UTF-8.
  ///   - client: The client's number.
  public nonisolated func send(_ text: [UInt8], from client: Int) {
    thread.mailbox.post(.message(.send(text, client)))
  }

  /// Changes how some clients read.
  ///
  /// - Parameters:
  ///   - reading: How they read from now on.
  ///   - clients: Their numbers.
  public nonisolated func read(_ reading: WebSocketClientOptions.Reading, of clients: Range<Int>) {
    thread.mailbox.post(.message(.read(clients, reading)))
  }

  /// What they have seen so far.
  ///
  /// - Returns: The figures, all of one moment.
  public func snapshot() -> WebSocketClientFigures {
    var figures = figures
    figures.messagesByClient = unsafe records.map { $0.messages }
    return figures
  }

  /// Waits until every client is open or has failed.
  public func opened() async {
    guard unsafe figures.open + figures.failed + figures.ended < records.count, !isStopping else {
      return
    }
    await withCheckedContinuation { openWaiters.append($0) }
  }

  // MARK: - Lifetime

  nonisolated func start() async throws {
    try await withCheckedThrowingContinuation { (started: CheckedContinuation<Void, any Error>) in
      do {
        try thread.start(name: "rastro-clients") { self.serve(started) }
      } catch {
        started.resume(throwing: error)
      }
    }
  }

  func waitForEnd() async {
    if !hasEnded { await withCheckedContinuation { endWaiters.append($0) } }
  }

  private nonisolated func serve(_ started: CheckedContinuation<Void, any Error>) {
    do {
      try assumeIsolated { try $0.begin() }
    } catch {
      started.resume(throwing: error)
      return
    }
    started.resume()
    var scratch: [Mailbox<ClientMessage>.Item] = []
    while assumeIsolated({ $0.serveOnce() }) {
      thread.drain(scratch: &scratch) { message in assumeIsolated { $0.receive(message) } }
    }
    assumeIsolated { $0.end() }
  }

  private func begin() throws(WebServerError) {
    let settings = ServiceContext.Settings(
      subprotocol: options.subprotocol, readBytes: 16_384,
      headerSeconds: 20, headerBytes: 8_192, headerPool: options.maximumConnecting + 8,
      tls: options.isSecure ? .init(certificate: "", key: "") : nil, isClient: true)
    // The context's callbacks borrow this actor; `serve` holds it until the context is destroyed.
    let context = try unsafe ServiceContext(
      settings, owner: Unmanaged.passUnretained(self).toOpaque())
    self.context = context
    let timer = UnsafeMutablePointer<ServiceTimer>.allocate(capacity: 1)
    unsafe timer.initialize(to: ServiceTimer { self.assumeIsolated { $0.tick() } })
    unsafe self.timer = timer
    unsafe ServiceTimer.schedule(timer, on: context.handle, after: 1)
    thread.mailbox.open(unsafe ContextHandle(context.handle))
  }

  private func serveOnce() -> Bool {
    guard let context, !(isStopping && figures.open + connecting == 0),
      MonotonicTime.now < stopDeadline
    else { return false }
    context.serve()
    return true
  }

  private func end() {
    thread.mailbox.forgetContext()
    context = nil
    if let timer = unsafe timer {
      unsafe timer.deinitialize(count: 1)
      unsafe timer.deallocate()
      unsafe self.timer = nil
    }
    hasEnded = true
    for waiter in openWaiters + endWaiters { waiter.resume() }
    openWaiters.removeAll()
    endWaiters.removeAll()
  }

  private func receive(_ message: ClientMessage) {
    switch message {
    case .send(let text, let number):
      guard unsafe records.indices.contains(number), unsafe records[number].stage == .open,
        let wsi = unsafe records[number].wsi
      else { return }
      unsafe records[number].outgoing.append(text)
      unsafe lws_callback_on_writable(wsi)
    case .read(let numbers, let reading):
      for number in unsafe numbers.clamped(to: records.indices) { setReading(number, reading) }
    case .stop:
      isStopping = true
      stopDeadline = MonotonicTime.now + 1_000_000_000
      for number in unsafe records.indices {
        guard let wsi = unsafe records[number].wsi else { continue }
        if unsafe records[number].stage == .open {
          unsafe lws_callback_on_writable(wsi)
        } else {
          unsafe lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC)
        }
      }
    }
  }

  /// Opens more clients and gives slow readers their share.
  private func tick() {
    while unsafe !isStopping && connecting < options.maximumConnecting && next < records.count {
      connect(next)
      next += 1
    }
    for number in unsafe records.indices {
      guard case .limited(let perSecond) = unsafe records[number].reading,
        unsafe records[number].stage == .open, let wsi = unsafe records[number].wsi
      else { continue }
      let share = max(1, perSecond * Self.interval / 1_000_000)
      let was = unsafe records[number].budget
      // Unused time is not saved up beyond a fifth of a second.
      unsafe records[number].budget = min(was + share, max(share, perSecond / 5))
      if unsafe was <= 0 && records[number].budget > 0 { unsafe lws_rx_flow_control(wsi, 1) }
    }
    if let timer = unsafe timer, let context {
      unsafe ServiceTimer.schedule(timer, on: context.handle, after: Self.interval)
    }
  }

  private func connect(_ number: Int) {
    guard let context, let start = unsafe records.baseAddress else { return }
    unsafe records[number].stage = .connecting
    connecting += 1
    let host = options.host.contains(":") ? "[\(options.host)]" : options.host
    let authority = "\(host):\(options.port)"
    unsafe options.host.withCString { address in
      unsafe authority.withCString { authority in
        unsafe options.path.withCString { path in
          unsafe options.subprotocol.withCString { name in
            var info = unsafe lws_client_connect_info()
            unsafe info.context = context.handle
            unsafe info.address = address
            unsafe info.port = Int32(options.port)
            unsafe info.path = path
            unsafe info.host = authority
            unsafe info.protocol = name
            unsafe info.ietf_version_or_minus_one = -1
            if options.isSecure {
              unsafe info.ssl_connection = Int32(
                LCCSCF_USE_SSL.rawValue | LCCSCF_ALLOW_SELFSIGNED.rawValue
                  | LCCSCF_SKIP_SERVER_CERT_HOSTNAME_CHECK.rawValue)
            }
            // Borrowed by the library until its destroy callback; the records outlive the context.
            unsafe info.opaque_user_data = UnsafeMutableRawPointer(start + number)
            let wsi = unsafe lws_client_connect_via_info(&info)
            if unsafe wsi == nil && records[number].stage == .connecting {
              unsafe fail(start + number)
            } else if unsafe records[number].stage == .connecting {
              unsafe records[number].wsi = wsi
            }
          }
        }
      }
    }
  }
}
