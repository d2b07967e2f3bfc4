/// A host and perhaps a port, as in a URL or a Host header.
struct Authority: Hashable, Sendable {
  /// The name or address, in lower case; IPv6 without brackets.
  let host: String

  /// The port, where one is named.
  let port: UInt16?

  init(host: String, port: UInt16?) {
    self.host = host.lowercased()
    self.port = port
  }

  /// Reads `name`, `name:port`, `1.2.3.4:port` or `[::1]:port`.
  ///
  /// - Parameter text: What the header says.
  init?(_ text: some StringProtocol) {
    let text = text.lowercased()
    var rest = text[...]
    if rest.first == "[" {
      guard let end = rest.firstIndex(of: "]") else { return nil }
      host = String(rest[rest.index(after: rest.startIndex)..<end])
      rest = rest[rest.index(after: end)...]
    } else {
      let end = rest.firstIndex(of: ":") ?? rest.endIndex
      host = String(rest[..<end])
      rest = rest[end...]
    }
    guard !host.isEmpty, !host.contains(where: { "/@?#\\ ".contains($0) }) else { return nil }
    if rest.isEmpty {
      port = nil
    } else {
      guard rest.first == ":", let number = UInt16(rest.dropFirst()) else { return nil }
      port = number
    }
  }

  /// Whether the host is an address that never leaves this machine, or its usual name.
  var isLoopback: Bool {
    if host == "localhost" || host == "::1" { return true }
    guard let octets = ipv4Octets else { return false }
    return octets[0] == 127
  }

  /// Whether the host is an address and not a name, so that no name server can redirect it.
  var isLiteral: Bool { host.contains(":") || ipv4Octets != nil }

  private var ipv4Octets: [UInt8]? {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    let octets = parts.compactMap { UInt8($0) }
    return octets.count == 4 ? octets : nil
  }
}
