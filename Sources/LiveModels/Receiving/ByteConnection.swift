import Foundation
import Glibc

/// A TCP connection that a thread of its own reads, and that another thread can wake it from.
///
/// Only that thread touches it.
struct ByteConnection: ~Copyable {
  private static let connectTime = Duration.seconds(10)
  /// So long without a byte is the end of what a receiver says at a time.
  private static let quietTime = Duration.milliseconds(100)

  /// Where to, and how long it may be silent.
  struct Address: Hashable, Sendable, CustomStringConvertible {
    var host: String
    var port: UInt16
    var idleTime: Duration

    var description: String { "\(host):\(port)" }
  }

  /// Why a connection could not be made or ended.
  struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    var description: String

    init(_ description: String) {
      self.description = description
    }
  }

  /// Wakes the thread that waits for bytes; once raised it stays so.
  final class Wake: Sendable {
    fileprivate let descriptor: Int32
    private let writer: Int32

    fileprivate init() {
      var ends: [Int32] = [-1, -1]
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
      // Without it, which only a process out of descriptors cannot have, nothing connects either.
      _ = unsafe socketpair(AF_UNIX, kind, 0, &ends)
      (descriptor, writer) = (ends[0], ends[1])
    }

    deinit {
      close(descriptor)
      close(writer)
    }

    fileprivate func raise() {
      var byte: UInt8 = 1
      _ = unsafe write(writer, &byte, 1)
    }
  }

  private let address: Address
  private let wake: Wake
  private let descriptor: Int32
  /// Whether bytes have come since the reader was last told of silence.
  private var isTalking = false
  private var lastByte = ContinuousClock.now

  /// Runs work on a thread of its own, which a cancellation of the task wakes.
  static func withWake<Value: Sendable>(
    _ body: @escaping @Sendable (Wake) -> Value
  ) async -> Value {
    let wake = Wake()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let thread = Thread { continuation.resume(returning: body(wake)) }
        thread.name = "receiver"
        thread.start()
      }
    } onCancel: {
      wake.raise()
    }
  }

  /// Connects.
  ///
  /// - Parameters:
  ///   - address: Where to; each of the addresses that a name has is tried.
  ///   - wake: Ends the attempt when it is raised.
  /// - Throws: `Failure`.
  init(to address: Address, wake: Wake) throws(Failure) {
    self.address = address
    self.wake = wake
    var hints = unsafe addrinfo()
    unsafe hints.ai_family = AF_UNSPEC
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(address.host, "\(address.port)", &hints, &list)
    guard code == 0, let first = unsafe list else {
      throw Failure("\(address): \(unsafe String(cString: gai_strerror(code)))")
    }
    defer { unsafe freeaddrinfo(first) }
    var reason = "no address"
    var next: UnsafeMutablePointer<addrinfo>? = unsafe first
    while let entry = unsafe next?.pointee {
      unsafe next = entry.ai_next
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
      let descriptor = unsafe socket(entry.ai_family, kind, 0)
      guard descriptor >= 0 else {
        reason = Self.systemMessage(errno)
        continue
      }
      let code = unsafe connect(descriptor, entry.ai_addr, entry.ai_addrlen) == 0 ? 0 : errno
      if let failed = Self.finishConnecting(descriptor, code, wake) {
        reason = failed
        close(descriptor)
        continue
      }
      self.descriptor = descriptor
      return
    }
    throw Failure("\(address): \(reason)")
  }

  deinit {
    close(descriptor)
  }

  /// Waits until a connection stands; returns why it does not.
  private static func finishConnecting(
    _ descriptor: Int32, _ code: Int32, _ wake: Wake
  ) -> String? {
    if code == 0 { return nil }
    guard code == EINPROGRESS else { return systemMessage(code) }
    switch wait(descriptor, for: POLLOUT, wake, at: .now + connectTime) {
    case .woken: return "cancelled"
    case .nothing: return systemMessage(ETIMEDOUT)
    case .ready: break
    }
    var failure: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &size) == 0 else {
      return systemMessage(errno)
    }
    return failure == 0 ? nil : systemMessage(failure)
  }

  /// Sends some bytes, few enough for the system to take at once.
  ///
  /// - Throws: `Failure`.
  func send(_ bytes: [UInt8]) throws(Failure) {
    guard !bytes.isEmpty else { return }
    let sent = unsafe bytes.withUnsafeBytes { bytes in
      unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    }
    if sent != bytes.count { throw Failure("\(address): \(Self.systemMessage(errno))") }
  }

  /// Waits for the next bytes.
  ///
  /// - Parameter bytes: Where they go.
  /// - Returns: How many there are; 0 once after some when no more come for now; nil when the wake was
  ///   raised.
  /// - Throws: `Failure` at the end of the connection, and when it is silent for too long.
  mutating func read(into bytes: inout [UInt8]) throws(Failure) -> Int? {
    while true {
      let idleEnd = lastByte + address.idleTime
      let end = isTalking ? min(idleEnd, .now + Self.quietTime) : idleEnd
      switch Self.wait(descriptor, for: POLLIN, wake, at: end) {
      case .woken: return nil
      case .nothing:
        if ContinuousClock.now >= idleEnd {
          throw Failure("\(address): nothing came for \(address.idleTime)")
        }
        isTalking = false
        return 0
      case .ready: break
      }
      let count = unsafe bytes.withUnsafeMutableBytes { bytes in
        unsafe recv(descriptor, bytes.baseAddress, bytes.count, 0)
      }
      if count > 0 {
        isTalking = true
        lastByte = .now
        return count
      }
      if count == 0 { throw Failure("\(address): the other side ended the connection") }
      let code = errno
      if code != EAGAIN, code != EINTR {
        throw Failure("\(address): \(Self.systemMessage(code))")
      }
    }
  }

  private enum Readiness {
    case ready
    case nothing
    case woken
  }

  private static func wait(
    _ descriptor: Int32, for events: Int32, _ wake: Wake, at end: ContinuousClock.Instant
  ) -> Readiness {
    var watched = [
      pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(events), revents: 0),
    ]
    while true {
      let left = max(.zero, ContinuousClock.now.duration(to: end)) / .milliseconds(1)
      let count = unsafe poll(&watched, 2, Int32(min(left.rounded(.up), 3_600_000)))
      if count < 0, errno == EINTR { continue }
      if watched[0].revents != 0 { return .woken }
      return count > 0 ? .ready : .nothing
    }
  }

  private static func systemMessage(_ code: Int32) -> String {
    // Safe on any thread since glibc 2.32.
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}
