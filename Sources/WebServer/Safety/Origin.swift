/// Where a page comes from: scheme, host and port.
struct Origin: Hashable, Sendable {
  let scheme: String
  let host: String
  let port: UInt16

  /// Reads an Origin header or an option: `http://localhost:8080`, `https://example.org`.
  ///
  /// - Parameter text: The origin; `null` and other opaque ones are none.
  init?(_ text: some StringProtocol) {
    let text = text.lowercased()
    guard let colon = text.firstIndex(of: ":") else { return nil }
    scheme = String(text[..<colon])
    var rest = text[text.index(after: colon)...]
    guard rest.hasPrefix("//"), scheme == "http" || scheme == "https" else { return nil }
    rest = rest.dropFirst(2)
    if rest.last == "/" { rest = rest.dropLast() }
    guard let authority = Authority(rest) else { return nil }
    host = authority.host
    port = authority.port ?? Self.defaultPort(of: scheme)
  }

  static func defaultPort(of scheme: String) -> UInt16 { scheme == "https" ? 443 : 80 }
}
