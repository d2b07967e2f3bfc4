import Dispatch
import Glibc

/// A peer that speaks bytes, written for these tests alone: it shares no code with the server or
/// with the client that ships. It blocks a thread of its own, never the pool.
actor RawClient {
  enum Failure: Error {
    case notConnected
    case closed
    case timedOut
    case malformed(String)
  }

  private let queue = QueueExecutor()
  private let socket: Int32
  private var received: [UInt8] = []
  private var isClosed = false

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queue.asUnownedSerialExecutor()
  }

  init(port: UInt16, ipv6: Bool = false, receiveBuffer: Int32? = nil) async throws {
    let family = ipv6 ? AF_INET6 : AF_INET
    socket = Glibc.socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    try connect(port: port, ipv6: ipv6, receiveBuffer: receiveBuffer)
  }

  deinit { if !isClosed { Glibc.close(socket) } }

  private func connect(port: UInt16, ipv6: Bool, receiveBuffer: Int32?) throws {
    if var size = receiveBuffer {
      unsafe setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, 4)
    }
    // Only an end to a hang: what answers runs on a pool that all tests share.
    var limit = timeval(tv_sec: 240, tv_usec: 0)
    unsafe setsockopt(
      socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var yes: Int32 = 1
    unsafe setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, 4)
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    if ipv6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_addr = in6addr_loopback
      address.sin6_port = port.bigEndian
      length = socklen_t(MemoryLayout<sockaddr_in6>.size)
      unsafe withUnsafeMutableBytes(of: &storage) { target in
        unsafe withUnsafeBytes(of: &address) { unsafe target.copyMemory(from: $0) }
      }
    } else {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      address.sin_port = port.bigEndian
      unsafe withUnsafeMutableBytes(of: &storage) { target in
        unsafe withUnsafeBytes(of: &address) { unsafe target.copyMemory(from: $0) }
      }
    }
    let status = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(socket, $0, length)
      }
    }
    guard status == 0 else { throw Failure.notConnected }
  }

  /// Sends bytes, all of them.
  func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBufferPointer {
        unsafe Glibc.send(
          socket, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure.closed }
      sent += count
    }
  }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Reads once more from the socket.
  ///
  /// - Returns: False at the end.
  private func fill() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var count: Int
    repeat {
      count = unsafe recv(socket, &buffer, buffer.count, 0)
      // A machine that was paused interrupts a read that has a limit.
    } while count < 0 && errno == EINTR
    if count < 0, errno == EAGAIN { throw Failure.timedOut }
    guard count > 0 else { return false }
    received += buffer.prefix(count)
    return true
  }

  private func take(_ count: Int) throws -> [UInt8] {
    while received.count < count {
      guard try fill() else { throw Failure.closed }
    }
    let bytes = Array(received.prefix(count))
    received.removeFirst(count)
    return bytes
  }

  /// Waits for the other side's end and returns what came before it.
  func readToEnd() throws -> [UInt8] {
    while try fill() {}
    defer { received = [] }
    return received
  }

  /// Says that nothing more will come, and goes on listening.
  func endSending() { shutdown(socket, Int32(SHUT_WR)) }

  /// Goes away; what was not read is refused.
  func close() {
    isClosed = true
    Glibc.close(socket)
  }

  // MARK: - HTTP

  /// An answer as it came.
  struct Answer: Sendable {
    var status: Int
    var headers: [String: String]
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// Sends a request with the headers that a polite client sends.
  func request(
    _ method: String, _ target: String, headers: [String: String] = [:], body: [UInt8] = []
  ) throws -> Answer {
    var text = "\(method) \(target) HTTP/1.1\r\n"
    var headers = headers
    if headers["Host"] == nil { headers["Host"] = "localhost" }
    if !body.isEmpty, headers["Content-Length"] == nil {
      headers["Content-Length"] = String(body.count)
    }
    for (name, value) in headers where !value.isEmpty { text += "\(name): \(value)\r\n" }
    try send(Array((text + "\r\n").utf8) + body)
    return try readAnswer(hasBody: method != "HEAD")
  }

  func readHead() throws -> (Int, [String: String]) {
    let end: [UInt8] = [13, 10, 13, 10]
    var index: Int?
    while true {
      index = received.indices.first { received[$0...].starts(with: end) }
      if index != nil { break }
      guard try fill() else { throw Failure.closed }
    }
    guard let index else { throw Failure.closed }
    let head = String(decoding: received[..<index], as: UTF8.self)
    received.removeFirst(index + 4)
    var lines = head.split(separator: "\r\n")
    guard
      let status = lines.removeFirst().split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { throw Failure.malformed(head) }
    var headers: [String: String] = [:]
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
    }
    return (status, headers)
  }

  func readAnswer(hasBody: Bool = true) throws -> Answer {
    let (status, headers) = try readHead()
    var body: [UInt8] = []
    if hasBody, status != 204, status != 304 {
      if headers["transfer-encoding"] == "chunked" {
        while let chunk = try readChunk() { body += chunk }
      } else if let length = headers["content-length"].flatMap({ Int($0) }) {
        body = try take(length)
      } else {
        body = try readToEnd()
      }
    }
    return Answer(status: status, headers: headers, body: body)
  }

  /// Reads one part of a chunked body; nil at its end.
  func readChunk() throws -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      line += try take(1)
      if line.suffix(2) == [13, 10] { break }
    }
    guard let count = Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16) else {
      throw Failure.malformed("chunk size")
    }
    let chunk = try take(count)
    _ = try take(2)
    return count == 0 ? nil : chunk
  }

  // MARK: - WebSocket

  /// A frame as it came.
  struct Frame: Sendable, Equatable {
    var opcode: UInt8
    var isFinal: Bool
    var payload: [UInt8]

    var text: String { String(decoding: payload, as: UTF8.self) }

    /// The code of a close frame.
    var closeCode: Int? {
      opcode == 8 && payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil
    }
  }

  static let key = "dGhlIHNhbXBsZSBub25jZQ=="

  /// Asks for a WebSocket and returns the answer's status and headers.
  @discardableResult
  func upgrade(
    _ target: String = "/ws", headers: [String: String] = [:]
  ) throws -> (Int, [String: String]) {
    var all = [
      "Host": "localhost", "Connection": "Upgrade", "Upgrade": "websocket",
      "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": Self.key,
    ]
    for (name, value) in headers { all[name] = value }
    var text = "GET \(target) HTTP/1.1\r\n"
    for (name, value) in all where !value.isEmpty { text += "\(name): \(value)\r\n" }
    try send(text + "\r\n")
    return try readHead()
  }

  /// The bytes of a masked frame.
  static func frame(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
    let mask: [UInt8] = [0x12, 0x34, 0x56, 0x78]
    var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | opcode]
    switch payload.count {
    case ..<126: bytes.append(0x80 | UInt8(payload.count))
    case ..<65_536: bytes += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    default: bytes += [0x80 | 127] + (0..<8).map { UInt8(payload.count >> (56 - 8 * $0) & 255) }
    }
    bytes += mask
    for (index, byte) in payload.enumerated() { bytes.append(byte ^ mask[index & 3]) }
    return bytes
  }

  func sendText(_ text: String) throws { try send(Self.frame(1, Array(text.utf8))) }

  func readFrame() throws -> Frame {
    let start = try take(2)
    guard start[1] & 0x80 == 0 else { throw Failure.malformed("a server must not mask") }
    var length = Int(start[1] & 0x7F)
    if length == 126 {
      length = try take(2).reduce(0) { $0 << 8 | Int($1) }
    } else if length == 127 {
      length = try take(8).reduce(0) { $0 << 8 | Int($1) }
    }
    return Frame(
      opcode: start[0] & 15, isFinal: start[0] & 0x80 != 0, payload: try take(length))
  }

  /// Reads a frame if one comes soon.
  func nextWithin(milliseconds: Int) throws -> Frame? {
    var limit = timeval(tv_sec: milliseconds / 1_000, tv_usec: milliseconds % 1_000 * 1_000)
    let size = socklen_t(MemoryLayout<timeval>.size)
    unsafe setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    do {
      return try readFrame()
    } catch Failure.timedOut {
      return nil
    }
  }

  /// Reads frames until one of text or bytes comes, answering pings on the way.
  func readMessage() throws -> Frame {
    while true {
      let frame = try readFrame()
      if frame.opcode == 9 { try send(Self.frame(10, frame.payload)) }
      if frame.opcode < 8 || frame.opcode == 8 { return frame }
    }
  }
}

/// Runs an actor on a dispatch queue, where waiting for a socket harms nobody.
private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "rawclient")

  func enqueue(_ job: consuming ExecutorJob) {
    let unowned = UnownedJob(job)
    queue.async { unsafe unowned.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
