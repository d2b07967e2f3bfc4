import CLibWebSockets
import Glibc

/// An HTTP and WebSocket server on a libwebsockets service thread, which is this actor's executor:
/// everything of the library is state of the actor, so nothing else can touch it.
///
/// The `nonisolated` methods may be called from any thread and return at once; they leave a message
/// for the service thread and wake it. Messages of one caller are done in their order. With several
/// service threads there is one such actor on each, and the one in hand speaks for all.
@safe public actor WebServer {
  // Safe: every pointer kept here belongs to the context or the table and is used on this executor.

  /// The port that is listened on.
  public nonisolated let port: UInt16

  /// Connections, tasks and threads alive, for tests and metrics.
  public nonisolated let counters: WebServerCounters

  nonisolated let thread: ServiceThread<ServerMessage>
  /// The mailboxes of all service threads, by shard.
  nonisolated let mailboxes: [Mailbox<ServerMessage>]
  nonisolated let shard: Int
  nonisolated let configuration: WebServerConfiguration
  nonisolated let handler: any WebServerHandler
  nonisolated let gatekeeper: Gatekeeper
  nonisolated let responder: Responder
  nonisolated let admissions: Admissions
  nonisolated let watch = StallWatch()
  /// Nanoseconds that only move forward, for every deadline but the library's own.
  nonisolated let clock: @Sendable () -> UInt64

  /// The library's context; nil before it is made and after the end.
  var context: ServiceContext?
  var timer: UnsafeMutablePointer<ServiceTimer>?
  let table: ConnectionTable
  var groups: [FanOutMembers] = []
  var groupIndexes: [FanOutGroup: Int] = [:]
  var groupWaiters: [Int: [CheckedContinuation<Void, Never>]] = [:]
  var requestTasks: [HTTPExchange.ID: Task<Void, Never>] = [:]
  var exchangeCount: UInt32 = 0
  /// What was found out about a connection while it asked for its upgrade, until it is open.
  var upgrading: (id: Connection.ID, info: Connection.Info)?
  var listeners: [OpaquePointer]
  /// A descriptor kept back, so that a connection can be refused when there are no others.
  var spareDescriptor: Int32 = -1
  var nextShard = 0
  /// Connections taken over since memory was last given back, and at the last look.
  var adoptedSinceTrim = 0
  var adoptedAtSweep = 0
  var isStopping = false
  var isFinished = false
  var hasEnded = false
  var endWaiters: [CheckedContinuation<Void, Never>] = []
  var stopDeadline = UInt64.max
  let pingFrame: [UInt8]

  /// The service thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe thread.asUnownedSerialExecutor()
  }

  init(_ parts: ServerParts, shard: Int) {
    port = parts.port
    counters = parts.counters
    thread = parts.threads[shard]
    mailboxes = parts.threads.map(\.mailbox)
    configuration = parts.configuration
    handler = parts.handler
    gatekeeper = parts.gatekeeper
    responder = parts.responder
    admissions = parts.admissions
    clock = parts.clock
    self.shard = shard
    table = ConnectionTable(shard: shard)
    unsafe listeners = []
    // With a payload, since the library does not report empty pongs.
    pingFrame = FrameHeader(opcode: 9, payloadCount: 1).bytes + [UInt8(ascii: "?")]
  }

  // MARK: - From any thread

  /// Gives the newest positions to a group. Whoever has not taken the frame before loses that one,
  /// which is counted.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - group: Who wants it.
  public nonisolated func broadcast(_ frame: SharedFrame, to group: FanOutGroup) {
    for mailbox in mailboxes { mailbox.post(.message(.broadcast(frame, group))) }
  }

  /// Tells news: it waits its turn in each outbox, where the oldest news gives way when there is no
  /// room, which is counted.
  ///
  /// - Parameters:
  ///   - frame: The message.
  ///   - audience: Who hears it.
  public nonisolated func notify(_ frame: SharedFrame, to audience: Audience) {
    for mailbox in mailboxes { mailbox.post(.message(.notify(frame, audience))) }
  }

  /// Sends to one connection what it must get: answers, greetings. If it asks and does not read, it
  /// is closed. A connection that has gone is not an error.
  ///
  /// - Parameters:
  ///   - text: The message, UTF-8.
  ///   - id: The connection.
  public nonisolated func send(_ text: [UInt8], to id: Connection.ID) {
    send(SharedFrame(.text, text), to: id)
  }

  /// Sends to one connection what it must get.
  ///
  /// - Parameters:
  ///   - frame: The message.
  ///   - id: The connection.
  public nonisolated func send(_ frame: SharedFrame, to id: Connection.ID) {
    mailbox(of: id)?.post(.message(.send(frame, id)))
  }

  /// Puts a connection into a group; it gets the group's newest whole frame at once and what
  /// follows as it comes. Before its first group it gets nothing but what is sent to it by name.
  ///
  /// - Parameters:
  ///   - id: The connection.
  ///   - group: The group; nil takes it out of any.
  public nonisolated func move(_ id: Connection.ID, to group: FanOutGroup?) {
    mailbox(of: id)?.post(.message(.move(id, group)))
  }

  /// Closes a connection.
  ///
  /// - Parameters:
  ///   - id: The connection.
  ///   - code: Why, as a number.
  ///   - reason: Why, in words; at most 123 bytes go out.
  public nonisolated func close(
    _ id: Connection.ID, _ code: Connection.CloseCode = .normal, reason: String = ""
  ) {
    mailbox(of: id)?.post(.message(.close(id, code, reason)))
  }

  private nonisolated func mailbox(of id: Connection.ID) -> Mailbox<ServerMessage>? {
    id.shard < mailboxes.count ? mailboxes[id.shard] : nil
  }

  // MARK: - On the service thread

  func receive(_ message: ServerMessage) {
    switch message {
    case .adopt(let descriptor, let peer): adopt(descriptor, peer)
    case .broadcast(let frame, let group): publish(frame, to: group)
    case .notify(let frame, let audience): tell(frame, audience)
    case .send(let frame, let id): deliver(frame, to: id)
    case .move(let id, let group): place(id, in: group)
    case .close(let id, let code, let reason):
      if let record = unsafe table.find(id) { unsafe beginClose(record, code, reason) }
    case .respond(let id, let response): respond(id, response)
    case .part(let id, let bytes, let writer): addPart(id, bytes, writer)
    case .endParts(let id, let aborted): endParts(id, aborted: aborted)
    case .taskEnded(let id): requestTasks[id] = nil
    case .statistics(let id, let asker): asker.resume(returning: ownStatistics(of: id))
    case .stop: beginStop()
    }
  }

  /// What the library reports; the number returned tells it to go on (0) or to close (-1).
  func handle(
    _ event: ServerEvent, _ wsi: OpaquePointer, _ input: UnsafeMutableRawPointer?, _ length: Int
  ) -> Int32 {
    if event == .listenerReadable {
      unsafe acceptAll(from: wsi)
      return 0
    }
    // Set when the connection was adopted, to the record that is freed on its destruction.
    guard
      let record = unsafe lws_get_opaque_user_data(wsi)?
        .assumingMemoryBound(to: ConnectionRecord.self)
    else { return 0 }
    let bytes = unsafe UnsafeRawBufferPointer(start: input, count: input == nil ? 0 : length)
    switch event {
    case .confirmUpgrade: return unsafe confirmUpgrade(record, wsi, input)
    case .request: return unsafe beginRequest(record, wsi)
    case .body: return unsafe addBody(record, bytes)
    case .bodyComplete: return unsafe endBody(record)
    case .httpWriteable: return unsafe continueAnswer(record, wsi)
    case .established: return unsafe open(record, wsi)
    case .receive: return unsafe receivePart(record, wsi, bytes)
    case .pong: unsafe notePong(record)
    case .peerCloses: unsafe leave(record)
    case .writeable: return unsafe becomeWriteable(record, wsi)
    case .closed: unsafe leave(record)
    case .destroyed: unsafe forget(record, wsi)
    case .listenerReadable: break
    }
    return 0
  }
}
