import CLibWebSockets
import Glibc

extension WebServer {
  /// Looks at every connection's deadlines, a few times a second.
  func sweep() {
    let now = clock()
    unsafe table.visitAll { record in
      switch unsafe record.pointee.stage {
      case .http: unsafe sweepRequest(record, now)
      case .open: unsafe sweepWebSocket(record, now)
      case .closing: break
      }
      if unsafe record.pointee.deadline <= now {
        unsafe record.pointee.deadline = .max
        unsafe kill(record.pointee.wsi)
      }
    }
    giveBackMemory()
    if isStopping, now >= stopDeadline { isFinished = true }
    if let timer = unsafe timer, let context {
      unsafe ServiceTimer.schedule(timer, on: context.handle, after: Self.sweepInterval)
    }
  }

  /// After a rush of connections, returns what their handshakes took: parsed headers are many times
  /// the size of an open WebSocket.
  private func giveBackMemory() {
    defer { adoptedAtSweep = adoptedSinceTrim }
    guard adoptedSinceTrim >= 256, adoptedSinceTrim == adoptedAtSweep else { return }
    adoptedSinceTrim = 0
    malloc_trim(0)
  }

  /// While the application thinks the socket is not read, so its end is only seen by looking; and
  /// whoever asks and does not read the answer is not waited for without end.
  private func sweepRequest(_ record: RecordPointer, _ now: UInt64) {
    guard let exchange = unsafe record.pointee.exchange else { return }
    let isBuffered = unsafe lws_partial_buffered(record.pointee.wsi) != 0
    let waits = exchange.state == .sending && (isBuffered || !exchange.isFlushed)
    let limit = configuration.limits.stalledTime.wholeNanoseconds
    let isStalled = unsafe waits && now >= record.pointee.lastProgress + limit
    let isUnread = exchange.state == .answering || exchange.isOpenEnded
    guard unsafe isStalled || (isUnread && hasPeerEnded(record)) else { return }
    unsafe abandonExchange(of: record)
    unsafe kill(record.pointee.wsi)
  }

  /// Whether the peer has closed, as far as can be seen without reading what it sent.
  private func hasPeerEnded(_ record: RecordPointer) -> Bool {
    var byte: UInt8 = 0
    let count = unsafe recv(record.pointee.socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
    return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
  }

  /// Asks now and then whether the peer is there, and lets go of one that is not or that stands
  /// still.
  private func sweepWebSocket(_ record: RecordPointer, _ now: UInt64) {
    if unsafe record.pointee.isBusy {
      // The socket is full: a ping would wait behind the rest of a message, and so would its pong.
      // How long the peer may stand still is another limit.
      let limit = configuration.limits.stalledTime.wholeNanoseconds
      if unsafe now >= record.pointee.lastProgress + limit || hasPeerEnded(record) {
        unsafe leave(record)
        unsafe kill(record.pointee.wsi)
      } else {
        unsafe record.pointee.awaitsPong = false
        unsafe record.pointee.pingDue = now + configuration.pongTime.wholeNanoseconds
      }
      return
    }
    guard unsafe now >= record.pointee.pingDue else { return }
    if unsafe record.pointee.awaitsPong {
      unsafe leave(record)
      unsafe kill(record.pointee.wsi)
      return
    }
    guard unsafe sendPing(record) else { return }
    unsafe record.pointee.awaitsPong = true
    unsafe record.pointee.pingSent = now
    unsafe record.pointee.pingDue = now + configuration.pongTime.wholeNanoseconds
  }

  private func sendPing(_ record: RecordPointer) -> Bool {
    let wsi = unsafe record.pointee.wsi
    guard unsafe lws_partial_buffered(wsi) == 0 else { return false }
    let status = unsafe pingFrame.withUnsafeBufferPointer { bytes in
      // Raw, as the frames are: the header is ready, and a server's payload is not masked.
      unsafe lws_write(
        wsi, UnsafeMutablePointer(mutating: bytes.baseAddress), bytes.count, LWS_WRITE_HTTP)
    }
    if unsafe lws_partial_buffered(wsi) != 0 { unsafe setBusy(record, true) }
    return status >= 0
  }

  /// The peer is there.
  func notePong(_ record: RecordPointer) {
    guard unsafe record.pointee.awaitsPong else { return }
    let now = clock()
    unsafe record.pointee.awaitsPong = false
    unsafe record.pointee.roundTrip = now - record.pointee.pingSent
    unsafe record.pointee.pingDue =
      record.pointee.pingSent + configuration.pingInterval.wholeNanoseconds
  }
}
