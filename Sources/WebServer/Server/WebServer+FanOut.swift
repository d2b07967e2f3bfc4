import CLibWebSockets
import Glibc

extension WebServer {
  /// Makes a frame the newest of its group and gives it to whoever can take it now.
  func publish(_ frame: SharedFrame, to group: FanOutGroup) {
    let index = index(of: group)
    let members = groups[index]
    members.publish(frame)
    let number = members.number
    let needsPrevious = frame.extent == .changes
    let made = frame.made
    unsafe frame.bytes.withUnsafeBufferPointer { bytes in
      unsafe members.visitAll { record in
        guard unsafe !record.pointee.isBusy else { return }
        let last = unsafe record.pointee.frameNumber
        guard unsafe !record.pointee.hasQueued, !needsPrevious || last + 1 == number else {
          unsafe flush(record)
          return
        }
        guard unsafe write(bytes, made: made, to: record) else { return }
        unsafe record.pointee.replaced &+= UInt32(truncatingIfNeeded: number - last - 1)
        unsafe record.pointee.frameNumber = number
        unsafe record.pointee.sentEventLast = false
      }
    }
    resumeWaiters(index)
  }

  /// Tells news to some.
  func tell(_ frame: SharedFrame, _ audience: Audience) {
    switch audience {
    case .everyone:
      for members in groups { unsafe members.visitAll { unsafe enqueue(frame, .event, on: $0) } }
    case .group(let group):
      unsafe groups[index(of: group)].visitAll { unsafe enqueue(frame, .event, on: $0) }
    case .connections(let ids):
      for id in ids where id.shard == shard {
        if let record = unsafe table.find(id) { unsafe enqueue(frame, .event, on: record) }
      }
    }
  }

  /// Sends one connection what it must get.
  func deliver(_ frame: SharedFrame, to id: Connection.ID) {
    if let record = unsafe table.find(id) { unsafe enqueue(frame, .answer, on: record) }
  }

  /// Puts a connection into a group.
  func place(_ id: Connection.ID, in group: FanOutGroup?) {
    guard let record = unsafe table.find(id), unsafe record.pointee.stage == .open else { return }
    unsafe removeFromGroup(record)
    guard let group else { return }
    let index = index(of: group)
    let members = groups[index]
    unsafe members.insert(record, groupIndex: Int32(index))
    // As if it had the frame before the newest whole one, so that this one is due at once.
    unsafe record.pointee.frameNumber = max(members.newestFullNumber, 1) - 1
    unsafe flush(record)
  }

  func removeFromGroup(_ record: RecordPointer) {
    let index = unsafe Int(record.pointee.groupIndex)
    guard index >= 0 else { return }
    unsafe groups[index].remove(record)
    resumeWaiters(index)
  }

  /// Waits until every member of a group has taken the newest frame that it can use.
  ///
  /// - Parameter group: The group, on this service thread.
  public func drained(_ group: FanOutGroup) async {
    let index = index(of: group)
    guard groups[index].busyCount > 0, !isStopping else { return }
    await withCheckedContinuation { groupWaiters[index, default: []].append($0) }
  }

  private func index(of group: FanOutGroup) -> Int {
    if let index = groupIndexes[group] { return index }
    groupIndexes[group] = groups.count
    groups.append(FanOutMembers())
    return groups.count - 1
  }

  private func resumeWaiters(_ index: Int) {
    guard groups[index].busyCount == 0, let waiters = groupWaiters.removeValue(forKey: index) else {
      return
    }
    for waiter in waiters { waiter.resume() }
  }

  // MARK: - One connection

  private func enqueue(
    _ frame: SharedFrame, _ importance: Outbox.Importance, on record: RecordPointer
  ) {
    guard unsafe record.pointee.stage == .open else { return }
    // News goes out at once. An answer waits for the library's call, so that the pongs which it owes
    // to pings that came before the question go out first.
    if importance == .event, unsafe !record.pointee.isBusy && !record.pointee.hasQueued {
      unsafe record.pointee.sentEventLast = true
      if unsafe write(frame, to: record) { return }
    }
    var outbox = unsafe record.pointee.outbox.take() ?? Outbox()
    let offer = outbox.offer(
      frame, importance, maximumCount: configuration.limits.queuedEvents,
      maximumBytes: configuration.limits.queuedBytes)
    unsafe record.pointee.outbox = outbox
    switch offer {
    case .queued(let dropped): unsafe record.pointee.dropped &+= UInt32(dropped)
    case .refused: unsafe record.pointee.dropped &+= 1
    case .overflow:
      unsafe beginClose(record, .tryAgainLater, "too many answers wait to be read")
    }
    if unsafe !record.pointee.isBusy { unsafe lws_callback_on_writable(record.pointee.wsi) }
  }

  /// Sends what waits, events and positions by turns, until the socket takes no more.
  func flush(_ record: RecordPointer) {
    while unsafe !record.pointee.isBusy && record.pointee.stage == .open {
      let index = unsafe Int(record.pointee.groupIndex)
      let members = index >= 0 ? groups[index] : nil
      let hasFrame = unsafe members?.due(after: record.pointee.frameNumber) != nil
      let event = unsafe record.pointee.outbox?.first
      if let event, unsafe !(hasFrame && record.pointee.sentEventLast) {
        unsafe record.pointee.sentEventLast = true
        guard unsafe write(event, to: record) else { return }
        unsafe record.pointee.outbox?.removeFirst()
        if unsafe record.pointee.outbox?.isEmpty == true { unsafe record.pointee.outbox = nil }
      } else if let members, hasFrame {
        guard unsafe sendDueFrame(of: members, to: record) else { return }
      } else {
        return
      }
    }
  }

  /// Sends the frame that a member is due, if there is one.
  ///
  /// - Returns: False when the socket took nothing of it.
  @discardableResult
  private func sendDueFrame(of members: FanOutMembers, to record: RecordPointer) -> Bool {
    guard let (frame, number) = unsafe members.due(after: record.pointee.frameNumber) else {
      return false
    }
    guard unsafe write(frame, to: record) else { return false }
    unsafe record.pointee.replaced &+= UInt32(
      truncatingIfNeeded: number - record.pointee.frameNumber - 1)
    unsafe record.pointee.frameNumber = number
    unsafe record.pointee.sentEventLast = false
    return true
  }

  /// Gives a frame to the socket.
  ///
  /// - Returns: False when nothing of it was taken; the library calls when there is room.
  private func write(_ frame: SharedFrame, to record: RecordPointer) -> Bool {
    unsafe frame.bytes.withUnsafeBufferPointer { bytes in
      unsafe write(bytes, made: frame.made, to: record)
    }
  }

  /// Gives a frame to the socket: straight from the shared bytes, without the library, as long as
  /// the socket takes it whole. What does not fit goes to the library, which keeps a copy of it and
  /// puts its own pongs and closes behind it.
  ///
  /// - Returns: False when nothing of it was taken; the library calls when there is room.
  private func write(
    _ bytes: UnsafeBufferPointer<UInt8>, made: UInt64, to record: RecordPointer
  ) -> Bool {
    let wsi = unsafe record.pointee.wsi
    guard unsafe lws_partial_buffered(wsi) == 0 else {
      unsafe setBusy(record, true)
      return false
    }
    var taken = 0
    if unsafe !record.pointee.isSecure {
      taken = unsafe Glibc.send(
        record.pointee.socket, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      if taken == bytes.count {
        unsafe countSent(record, bytes.count)
        if made != 0 { tellWritten(made) }
        return true
      }
      if taken <= 0 {
        if taken < 0, errno != EAGAIN, errno != EINTR {
          unsafe drop(record)
        } else {
          unsafe setBusy(record, true)
          unsafe lws_callback_on_writable(wsi)
        }
        return false
      }
    }
    let rest = bytes.count - taken
    // The library's parameter is not const; what is sent as it is (HTTP) is not written into.
    let start = unsafe UnsafeMutablePointer(mutating: bytes.baseAddress)?.advanced(by: taken)
    guard unsafe lws_write(wsi, start, rest, LWS_WRITE_HTTP) >= 0 else {
      unsafe drop(record)
      return false
    }
    unsafe countSent(record, bytes.count)
    if unsafe lws_partial_buffered(wsi) != 0 {
      unsafe record.pointee.buffered = Int32(clamping: rest)
      unsafe record.pointee.bufferedMade = made
      unsafe setBusy(record, true)
      return true
    }
    if made != 0 { tellWritten(made) }
    if unsafe record.pointee.isSecure {
      // One write of the library's a callback.
      unsafe setBusy(record, true)
      unsafe lws_callback_on_writable(wsi)
    }
    return true
  }

  /// Tells that a socket has taken the last of a frame whose way is measured.
  func tellWritten(_ made: UInt64) {
    handler.frameWritten(made: made, at: clock())
  }

  /// Lets go of a connection whose socket is dead. While a group is walked its members must stay
  /// where they are, so the library is only asked: its callback does the rest.
  private func drop(_ record: RecordPointer) {
    unsafe setBusy(record, true)
    unsafe kill(record.pointee.wsi)
  }

  private func countSent(_ record: RecordPointer, _ count: Int) {
    unsafe record.pointee.sent &+= 1
    unsafe record.pointee.sentBytes &+= UInt64(count)
  }

  /// Notes whether a socket is full, for itself and its group.
  func setBusy(_ record: RecordPointer, _ isBusy: Bool) {
    guard unsafe record.pointee.isBusy != isBusy else { return }
    unsafe record.pointee.isBusy = isBusy
    // While the library holds the rest of a message it must not meet the peer's end: it would wait
    // for the rest to go out, and look at the end again and again without ever serving anybody else.
    unsafe lws_rx_flow_control(record.pointee.wsi, isBusy ? 0 : 1)
    unsafe record.pointee.lastProgress = clock()
    if !isBusy { unsafe record.pointee.buffered = 0 }
    let index = unsafe Int(record.pointee.groupIndex)
    guard index >= 0 else { return }
    groups[index].busyCount += isBusy ? 1 : -1
    if !isBusy { resumeWaiters(index) }
  }

  // MARK: - Figures

  /// What went out on a connection and what did not.
  ///
  /// - Parameter id: The connection.
  /// - Returns: Its figures, or nil when it is gone.
  public nonisolated func statistics(of id: Connection.ID) async -> Connection.Statistics? {
    guard id.shard < mailboxes.count else { return nil }
    if id.shard == shard { return await ownStatistics(of: id) }
    return await withCheckedContinuation { continuation in
      if !mailboxes[id.shard].post(.message(.statistics(id, continuation))) {
        continuation.resume(returning: nil)
      }
    }
  }

  func ownStatistics(of id: Connection.ID) -> Connection.Statistics? {
    guard let record = unsafe table.find(id) else { return nil }
    var statistics = Connection.Statistics()
    statistics.sent = unsafe Int(record.pointee.sent)
    statistics.sentBytes = unsafe Int(record.pointee.sentBytes)
    statistics.replaced = unsafe Int(record.pointee.replaced)
    let group = unsafe Int(record.pointee.groupIndex)
    if group >= 0 {
      // Of the frames that it has not taken, all but the newest will never come.
      let waiting = unsafe groups[group].number - record.pointee.frameNumber
      statistics.replaced += Int(max(waiting, 1) - 1)
    }
    statistics.dropped = unsafe Int(record.pointee.dropped)
    statistics.received = unsafe Int(record.pointee.received)
    statistics.queuedBytes =
      unsafe (record.pointee.outbox?.byteCount ?? 0) + Int(record.pointee.buffered)
    if unsafe record.pointee.roundTrip > 0 {
      statistics.roundTrip = unsafe .nanoseconds(Int64(record.pointee.roundTrip))
    }
    return statistics
  }
}
