import CLibWebSockets
import Glibc
import Synchronization

extension WebServer {
  /// Takes the connections that wait on a listening socket and shares them out.
  func acceptAll(from listener: OpaquePointer) {
    let socket = unsafe lws_get_socket_fd(listener)
    // A bound on one round, so that a flood of connections does not hold up those who are in.
    for _ in 0..<64 {
      var address = sockaddr_storage()
      let descriptor = accept(on: socket, &address)
      guard descriptor >= 0 else {
        if errno == EMFILE || errno == ENFILE { refuseForLackOfDescriptors(on: socket) }
        return
      }
      let peer = PeerAddress(address) ?? PeerAddress(high: 0, low: 0, port: 0)
      if let reason = admissions.admit(peer) {
        refuse(descriptor, reason)
        continue
      }
      counters.liveConnections.add(1, ordering: .relaxed)
      if nextShard == shard {
        adopt(descriptor, peer)
      } else if !mailboxes[nextShard].post(.message(.adopt(descriptor, peer))) {
        Glibc.close(descriptor)
        noteGone(peer)
      }
      nextShard = (nextShard + 1) % mailboxes.count
    }
  }

  /// Hands a connection to the library.
  func adopt(_ descriptor: Int32, _ peer: PeerAddress) {
    guard let context, !isStopping else {
      Glibc.close(descriptor)
      return noteGone(peer)
    }
    let now = clock()
    guard let wsi = unsafe lws_adopt_socket_vhost(context.virtualHost, descriptor) else {
      // The library has closed the descriptor.
      return noteGone(peer)
    }
    let record = unsafe table.insert { id in
      unsafe ConnectionRecord(
        wsi: wsi, socket: descriptor, isSecure: configuration.tls != nil, id: id, peer: peer,
        rate: TokenBucket(burst: configuration.limits.messageBurst, now: now))
    }
    adoptedSinceTrim += 1
    watch.insert(descriptor)
    // Borrowed by the library until its destroy callback, where the record is freed.
    unsafe lws_set_opaque_user_data(wsi, record)
  }

  /// Frees what a connection had: the library's last word on it.
  func forget(_ record: RecordPointer, _ wsi: OpaquePointer) {
    unsafe leave(record)
    unsafe watch.remove(record.pointee.socket)
    unsafe lws_set_opaque_user_data(wsi, nil)
    unsafe noteGone(record.pointee.peer)
    unsafe table.remove(record)
    finishIfAlone()
  }

  private func noteGone(_ peer: PeerAddress) {
    admissions.release(peer)
    counters.liveConnections.subtract(1, ordering: .relaxed)
  }

  private func accept(on socket: Int32, _ address: inout sockaddr_storage) -> Int32 {
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe CLibWebSockets_accept(socket, $0, &length)
      }
    }
  }

  /// Answers in the clear, without parsing, and closes.
  private func refuse(_ descriptor: Int32, _ reason: String) {
    if configuration.tls == nil {
      let body = reason + "\n"
      let head = ResponseHead.bytes(
        status: 503, headers: [.init(name: "Content-Type", value: "text/plain; charset=utf-8")],
        length: .known(body.utf8.count), keepsAlive: false)
      let answer = head + Array(body.utf8)
      // A new socket has room for this; if not, the peer sees the close alone.
      _ = unsafe Glibc.send(descriptor, answer, answer.count, Int32(MSG_NOSIGNAL))
      shutdown(descriptor, Int32(SHUT_WR))
    }
    Glibc.close(descriptor)
  }

  /// With every descriptor in use the waiting connection could neither be taken nor refused, and
  /// would wake us without end: the spare one makes room to refuse it.
  private func refuseForLackOfDescriptors(on socket: Int32) {
    guard spareDescriptor >= 0 else { return }
    Glibc.close(spareDescriptor)
    var address = sockaddr_storage()
    let descriptor = accept(on: socket, &address)
    if descriptor >= 0 { refuse(descriptor, "this server has no descriptors left") }
    spareDescriptor = unsafe Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
  }
}
