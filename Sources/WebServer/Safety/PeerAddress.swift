import Glibc

/// An IP address and port at the other end of a connection.
public struct PeerAddress: Hashable, Sendable, CustomStringConvertible {
  /// The 16 bytes of an IPv6 address; IPv4 is mapped (`::ffff:…`).
  let high: UInt64
  let low: UInt64

  /// The port.
  public let port: UInt16

  private static let mapped: UInt64 = 0x0000_FFFF_0000_0000

  init(high: UInt64, low: UInt64, port: UInt16) {
    self.high = high
    self.low = low
    self.port = port
  }

  init(ipv4 address: UInt32, port: UInt16) {
    self.init(high: 0, low: Self.mapped | UInt64(address), port: port)
  }

  /// Reads the far end of a socket.
  ///
  /// - Parameter descriptor: A connected socket.
  init?(peerOf descriptor: Int32) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let status = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getpeername(descriptor, $0, &length)
      }
    }
    guard status == 0 else { return nil }
    self.init(storage)
  }

  init?(_ storage: sockaddr_storage) {
    var storage = storage
    switch Int32(storage.ss_family) {
    case AF_INET:
      let address = unsafe withUnsafePointer(to: &storage) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { unsafe $0.pointee }
      }
      self.init(
        ipv4: UInt32(bigEndian: address.sin_addr.s_addr), port: UInt16(bigEndian: address.sin_port))
    case AF_INET6:
      var address = unsafe withUnsafePointer(to: &storage) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { unsafe $0.pointee }
      }
      let port = UInt16(bigEndian: address.sin6_port)
      let halves = unsafe withUnsafeBytes(of: &address.sin6_addr) { bytes in
        unsafe (
          bytes.loadUnaligned(as: UInt64.self),
          bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        )
      }
      self.init(high: UInt64(bigEndian: halves.0), low: UInt64(bigEndian: halves.1), port: port)
    default:
      return nil
    }
  }

  /// The address without its port.
  var host: PeerAddress { PeerAddress(high: high, low: low, port: 0) }

  /// Whether the peer is this machine itself.
  public var isLoopback: Bool {
    guard high == 0 else { return false }
    if low == 1 { return true }
    return low & ~0xFFFF_FFFF == Self.mapped && low >> 24 & 0xFF == 127
  }

  /// The address and port, as in a URL.
  public var description: String {
    if high == 0, low & ~0xFFFF_FFFF == Self.mapped {
      let bytes = (0..<4).map { String(low >> (24 - 8 * UInt64($0)) & 0xFF) }
      return "\(bytes.joined(separator: ".")):\(port)"
    }
    let words = (0..<8).map { index in
      let half = index < 4 ? high : low
      return String(half >> (48 - 16 * UInt64(index & 3)) & 0xFFFF, radix: 16)
    }
    return "[\(words.joined(separator: ":"))]:\(port)"
  }
}
