import CLibWebSockets
import Glibc

/// The sockets that take connections: ours and not the library's, which would bind every address
/// for a single loopback one, and listen nowhere without a word when an address is missing.
struct ListeningSockets: Sendable {
  /// The sockets, listening.
  let descriptors: [Int32]

  /// The port they share.
  let port: UInt16

  /// Binds and listens.
  ///
  /// - Parameters:
  ///   - host: An address or a name of this machine; nil is loopback on both families.
  ///   - port: The port; 0 takes a free one.
  /// - Throws: `WebServerError` when an address or the port cannot be had.
  init(host: String?, port: UInt16) throws(WebServerError) {
    guard host == nil else {
      let first = try Self.open(Self.resolve(host), port: port, shown: host)
      self.init(descriptors: [first.descriptor], port: first.port)
      return
    }
    // A free port on one family may be taken on the other: then another one is tried.
    var attempt = 0
    while true {
      let first = try Self.open(.loopback4, port: port, shown: "127.0.0.1")
      do {
        let second = try Self.open(.loopback6, port: first.port, shown: "::1")
        self.init(descriptors: [first.descriptor, second.descriptor], port: first.port)
        return
      } catch  where error.code == .addressNotAvailable {
        // A machine without IPv6 is served on IPv4.
        self.init(descriptors: [first.descriptor], port: first.port)
        return
      } catch {
        Glibc.close(first.descriptor)
        attempt += 1
        guard port == 0, attempt < 16 else { throw error }
      }
    }
  }

  private init(descriptors: [Int32], port: UInt16) {
    self.descriptors = descriptors
    self.port = port
  }

  /// Closes the sockets, where nobody else came to own them.
  func close() {
    for descriptor in descriptors { Glibc.close(descriptor) }
  }

  private enum Address {
    case loopback4
    case loopback6
    case other(sockaddr_storage, socklen_t)

    var storage: (sockaddr_storage, socklen_t) {
      var storage = sockaddr_storage()
      switch self {
      case .other(let storage, let length):
        return (storage, length)
      case .loopback4:
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        unsafe withUnsafeMutableBytes(of: &storage) { target in
          unsafe withUnsafeBytes(of: &address) { unsafe target.copyMemory(from: $0) }
        }
        return (storage, socklen_t(MemoryLayout<sockaddr_in>.size))
      case .loopback6:
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_addr = in6addr_loopback
        unsafe withUnsafeMutableBytes(of: &storage) { target in
          unsafe withUnsafeBytes(of: &address) { unsafe target.copyMemory(from: $0) }
        }
        return (storage, socklen_t(MemoryLayout<sockaddr_in6>.size))
      }
    }
  }

  private static func resolve(_ host: String?) throws(WebServerError) -> Address {
    var hints = unsafe addrinfo()
    unsafe hints.ai_family = AF_UNSPEC
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = AI_PASSIVE
    var list: UnsafeMutablePointer<addrinfo>?
    let name = host?.filter { $0 != "[" && $0 != "]" }
    guard unsafe getaddrinfo(name, nil, &hints, &list) == 0, let first = unsafe list else {
      throw WebServerError(
        .addressNotAvailable, "\(host ?? "") is no address; give one of this machine as --host")
    }
    defer { unsafe freeaddrinfo(first) }
    var storage = sockaddr_storage()
    let length = unsafe first.pointee.ai_addrlen
    unsafe withUnsafeMutableBytes(of: &storage) { target in
      unsafe target.copyMemory(
        from: UnsafeRawBufferPointer(start: first.pointee.ai_addr, count: Int(length)))
    }
    return .other(storage, length)
  }

  private static func open(
    _ address: Address, port: UInt16, shown: String?
  ) throws(WebServerError) -> (descriptor: Int32, port: UInt16) {
    var (storage, length) = address.storage
    let family = Int32(storage.ss_family)
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(family, kind, 0)
    guard descriptor >= 0 else { throw failure(errno, shown, port) }
    var yes: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
    if family == AF_INET6 {
      unsafe setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, size)
    }
    let bound = unsafe withUnsafeMutableBytes(of: &storage) { bytes -> Bool in
      // Both families keep the port in the same place, big-endian, behind the family.
      unsafe bytes.storeBytes(of: port.bigEndian, toByteOffset: 2, as: UInt16.self)
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
      return unsafe bind(descriptor, start, length) == 0 && listen(descriptor, 1_024) == 0
        && getsockname(descriptor, start, &length) == 0
    }
    guard bound else {
      let number = errno
      Glibc.close(descriptor)
      throw failure(number, shown, port)
    }
    let actual = unsafe withUnsafeBytes(of: &storage) {
      unsafe UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self))
    }
    return (descriptor, actual)
  }

  private static func failure(_ number: Int32, _ host: String?, _ port: UInt16) -> WebServerError {
    let place = "\(host ?? "") port \(port)"
    switch number {
    case EADDRINUSE:
      return WebServerError(
        .portInUse, "\(place) is in use; stop the other program or choose another --port")
    case EACCES, EPERM:
      return WebServerError(.notPermitted, "\(place) is not permitted; choose a --port above 1023")
    case EADDRNOTAVAIL, EAFNOSUPPORT:
      return WebServerError(
        .addressNotAvailable, "\(host ?? "") is no address of this machine; choose another --host")
    default:
      return WebServerError(.system, "\(place): \(describe(errno: number))")
    }
  }
}
