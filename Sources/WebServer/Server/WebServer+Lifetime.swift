import CLibWebSockets
import Glibc
import Synchronization

extension WebServer {
  /// How often deadlines are looked at, in microseconds.
  static let sweepInterval = 250_000

  /// Starts the service thread.
  ///
  /// - Parameter descriptors: Listening sockets, which belong to the server from now on unless this
  ///   throws.
  /// - Throws: `WebServerError` when there is no thread or no context.
  nonisolated func start(listeningOn descriptors: [Int32]) async throws {
    try await withCheckedThrowingContinuation { (started: CheckedContinuation<Void, any Error>) in
      do {
        try thread.start(name: "rastro-serve-\(shard)") {
          self.serve(listeningOn: descriptors, started)
        }
      } catch {
        started.resume(throwing: error)
      }
    }
  }

  /// Waits until the service thread has let go of everything, then for the last request tasks.
  func waitForEnd() async {
    if !hasEnded {
      await withCheckedContinuation { endWaiters.append($0) }
    }
    for task in requestTasks.values { await task.value }
    requestTasks.removeAll()
  }

  /// The service thread's body.
  private nonisolated func serve(
    listeningOn descriptors: [Int32], _ started: CheckedContinuation<Void, any Error>
  ) {
    watch.begin()
    counters.liveThreads.add(1, ordering: .relaxed)
    defer { counters.liveThreads.subtract(1, ordering: .relaxed) }
    do {
      try assumeIsolated { try $0.begin(descriptors) }
    } catch {
      started.resume(throwing: error)
      return
    }
    started.resume()
    var scratch: [Mailbox<ServerMessage>.Item] = []
    while assumeIsolated({ $0.serveOnce() }) {
      thread.drain(scratch: &scratch) { message in assumeIsolated { $0.receive(message) } }
    }
    assumeIsolated { $0.end() }
  }

  /// Makes the context and takes the listening sockets into it.
  private func begin(_ descriptors: [Int32]) throws(WebServerError) {
    let limits = configuration.limits
    let settings = ServiceContext.Settings(
      subprotocol: configuration.subprotocol,
      // Small, for thousands of idle connections; control frames need 125 bytes.
      readBytes: 128, headerSeconds: Int(limits.headerTime.components.seconds),
      headerBytes: limits.headerBytes, headerPool: limits.connections, tls: configuration.tls,
      isClient: false)
    // The context's callbacks borrow this actor; `serve` holds it until the context is destroyed.
    let context = try unsafe ServiceContext(
      settings, owner: Unmanaged.passUnretained(self).toOpaque())
    self.context = context
    for descriptor in descriptors {
      var target = lws_sock_file_fd_type()
      unsafe target.filefd = descriptor
      let listener = unsafe lws_adopt_descriptor_vhost(
        context.virtualHost, LWS_ADOPT_RAW_FILE_DESC, target, configuration.subprotocol, nil)
      guard let listener = unsafe listener else {
        self.context = nil
        throw WebServerError(.system, "the listening socket cannot be watched")
      }
      unsafe listeners.append(listener)
    }
    if !descriptors.isEmpty {
      spareDescriptor = unsafe Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
    }
    let timer = UnsafeMutablePointer<ServiceTimer>.allocate(capacity: 1)
    unsafe timer.initialize(to: ServiceTimer { self.assumeIsolated { $0.sweep() } })
    unsafe self.timer = timer
    unsafe ServiceTimer.schedule(timer, on: context.handle, after: Self.sweepInterval)
    thread.mailbox.open(unsafe ContextHandle(context.handle))
  }

  /// Serves one round of what is due.
  ///
  /// - Returns: False when the server has said goodbye to all.
  private func serveOnce() -> Bool {
    guard !isFinished, let context else { return false }
    context.serve()
    watch.noteRound()
    return true
  }

  /// Begins to say goodbye: no more connections, 1001 to all, no more requests.
  func beginStop() {
    guard !isStopping else { return }
    isStopping = true
    stopDeadline = clock() + configuration.drainTime.wholeNanoseconds
    while let listener = unsafe listeners.popLast() { unsafe kill(listener) }
    unsafe table.visitAll { record in
      if unsafe record.pointee.stage == .open {
        unsafe beginClose(record, .goingAway, "the server stops")
      } else if unsafe record.pointee.stage == .http {
        unsafe kill(record.pointee.wsi)
      }
    }
    finishIfAlone()
  }

  /// Ends the service once everybody has gone.
  func finishIfAlone() {
    if isStopping, table.count == 0 { isFinished = true }
  }

  /// Asks the library to drop a connection at its next round; the usual callbacks follow.
  func kill(_ wsi: OpaquePointer) {
    unsafe lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC)
  }

  /// Destroys the context, which drops whoever is left, and tells those who wait.
  private func end() {
    thread.mailbox.forgetContext()
    watch.removeAll()
    context = nil
    if let timer = unsafe timer {
      unsafe timer.deinitialize(count: 1)
      unsafe timer.deallocate()
      unsafe self.timer = nil
    }
    if spareDescriptor >= 0 { Glibc.close(spareDescriptor) }
    for waiters in groupWaiters.values { for waiter in waiters { waiter.resume() } }
    groupWaiters.removeAll()
    hasEnded = true
    for waiter in endWaiters { waiter.resume() }
    endWaiters.removeAll()
  }
}
