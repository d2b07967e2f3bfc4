import CLibWebSockets
import Glibc

extension WebSocketClients {
  func handle(
    _ event: ClientEvent, _ wsi: OpaquePointer, _ input: UnsafeMutableRawPointer?, _ length: Int
  ) -> Int32 {
    guard
      let record = unsafe lws_get_opaque_user_data(wsi)?
        .assumingMemoryBound(to: ClientRecord.self)
    else { return 0 }
    switch event {
    case .addHeaders: return unsafe addHeaders(wsi, input, length)
    case .failed: unsafe fail(record)
    case .established:
      connecting -= 1
      figures.open += 1
      unsafe record.pointee.wsi = wsi
      unsafe record.pointee.stage = .open
      if let greeting = options.greeting {
        unsafe record.pointee.outgoing.append(greeting)
        unsafe lws_callback_on_writable(wsi)
      }
      unsafe setReading(record.pointee.number, record.pointee.reading)
      resumeWhenOpened()
    case .receive:
      unsafe receive(record, wsi, UnsafeRawBufferPointer(start: input, count: length))
    case .writeable: return unsafe writeable(record, wsi)
    case .closed, .destroyed: unsafe leave(record, isDestroyed: event == .destroyed)
    }
    return 0
  }

  private func addHeaders(
    _ wsi: OpaquePointer, _ input: UnsafeMutableRawPointer?, _ length: Int
  ) -> Int32 {
    guard let token = options.token, let input = unsafe input else { return 0 }
    let cursor = unsafe input.assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self)
    let end = unsafe cursor.pointee?.advanced(by: length)
    let value = Array("Bearer \(token)".utf8)
    return unsafe lws_add_http_header_by_token(
      wsi, WSI_TOKEN_HTTP_AUTHORIZATION, value, Int32(value.count), cursor, end)
  }

  private func receive(
    _ record: UnsafeMutablePointer<ClientRecord>, _ wsi: OpaquePointer,
    _ bytes: UnsafeRawBufferPointer
  ) {
    let isBinary = unsafe lws_frame_is_binary(wsi) != 0
    if isBinary {
      var index = unsafe record.pointee.count
      while unsafe index < 8 && index - record.pointee.count < bytes.count {
        let byte = unsafe bytes[index - record.pointee.count]
        unsafe record.pointee.stamp |= UInt64(byte) << (8 * UInt64(index))
        index += 1
      }
    } else {
      unsafe record.pointee.text.append(contentsOf: bytes)
    }
    unsafe record.pointee.count += bytes.count
    if case .limited = unsafe record.pointee.reading {
      unsafe record.pointee.budget -= bytes.count
      if unsafe record.pointee.budget <= 0 { unsafe lws_rx_flow_control(wsi, 0) }
    }
    guard unsafe lws_is_final_fragment(wsi) != 0 else { return }
    let now = MonotonicTime.now
    let (number, count) = unsafe (record.pointee.number, record.pointee.count)
    figures.messages += 1
    figures.bytes += count
    unsafe record.pointee.messages += 1
    unsafe record.pointee.bytes += count
    let stamp = unsafe count < 8 ? 0 : record.pointee.stamp
    let text = unsafe record.pointee.text
    unsafe record.pointee.count = 0
    unsafe record.pointee.stamp = 0
    unsafe record.pointee.text = []
    if isBinary {
      handler.client(number, receivedBinary: count, stamp: stamp, at: now)
    } else {
      handler.client(number, receivedText: text, at: now)
    }
  }

  private func writeable(
    _ record: UnsafeMutablePointer<ClientRecord>, _ wsi: OpaquePointer
  ) -> Int32 {
    if isStopping {
      unsafe lws_close_reason(wsi, LWS_CLOSE_STATUS_NORMAL, nil, 0)
      return -1
    }
    guard unsafe !record.pointee.outgoing.isEmpty else { return 0 }
    let text = unsafe record.pointee.outgoing.removeFirst()
    // The library writes its header and mask into the room before the text, and masks in place.
    var bytes = [UInt8](repeating: 0, count: CLibWebSockets_pre()) + text
    let status = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      unsafe lws_write(
        wsi, buffer.baseAddress?.advanced(by: CLibWebSockets_pre()), text.count, LWS_WRITE_TEXT)
    }
    guard status >= 0 else { return -1 }
    if unsafe !record.pointee.outgoing.isEmpty { unsafe lws_callback_on_writable(wsi) }
    return 0
  }

  func setReading(_ number: Int, _ reading: WebSocketClientOptions.Reading) {
    unsafe records[number].reading = reading
    guard unsafe records[number].stage == .open, let wsi = unsafe records[number].wsi else {
      return
    }
    unsafe records[number].budget = 0
    unsafe lws_rx_flow_control(wsi, reading == .full ? 1 : 0)
  }

  func fail(_ record: UnsafeMutablePointer<ClientRecord>) {
    guard unsafe record.pointee.stage == .connecting else { return }
    unsafe record.pointee.stage = .failed
    unsafe record.pointee.wsi = nil
    connecting -= 1
    figures.failed += 1
    unsafe handler.clientEnded(record.pointee.number)
    resumeWhenOpened()
  }

  private func leave(_ record: UnsafeMutablePointer<ClientRecord>, isDestroyed: Bool) {
    if unsafe record.pointee.stage == .open {
      unsafe record.pointee.stage = .ended
      figures.open -= 1
      figures.ended += 1
      unsafe handler.clientEnded(record.pointee.number)
      resumeWhenOpened()
    }
    if isDestroyed {
      unsafe fail(record)
      unsafe record.pointee.wsi = nil
    }
  }

  private func resumeWhenOpened() {
    guard unsafe figures.open + figures.failed + figures.ended == records.count else { return }
    for waiter in openWaiters { waiter.resume() }
    openWaiters.removeAll()
  }
}
