/// Decides who gets in: the Host header against name servers that lie, the Origin header against
/// other people's pages, the token against everybody else. A value; it touches nothing.
struct Gatekeeper: Sendable {
  /// What becomes of a request.
  enum Verdict {
    /// It gets in. `grant` is the token to leave in a cookie when it came in the address.
    case admitted(Role, grant: String?)

    /// It gets this answer.
    case refused(HTTPResponse)
  }

  /// The host asked to listen on; nil is loopback.
  let host: String?

  /// The port that is listened on.
  let port: UInt16

  /// Whether the server speaks https.
  let isSecure: Bool

  /// Origins besides our own.
  let allowedOrigins: Set<Origin>

  /// Who is let in.
  let tokens: AccessTokens?

  /// Paths that need no token.
  let publicPaths: Set<String>

  init(_ configuration: WebServerConfiguration, port: UInt16) {
    host = configuration.host?.lowercased()
    self.port = port
    isSecure = configuration.tls != nil
    allowedOrigins = Set(configuration.allowedOrigins.compactMap { Origin($0) })
    tokens = configuration.tokens
    publicPaths = configuration.publicPaths
  }

  /// The cookie that carries a token; browsers share cookies between ports, hence its name.
  var cookieName: String { "rastro-\(port)" }

  /// Judges a request.
  func judge(_ head: RequestHead) -> Verdict {
    if let refusal = refusal(ofHost: head.headers["host"], isVersion11: head.isVersion11) {
      return .refused(refusal)
    }
    if let origin = head.headers["origin"], !allows(origin: origin, host: head.headers["host"]) {
      return .refused(
        .text(
          403,
          "pages of \(origin) may not use this server; start it with --allow-origin to let them"))
    }
    return judgeToken(head)
  }

  /// Whether a page of this origin is one of the friends named by an option; ours is not.
  func isFriend(origin text: String?) -> Bool {
    guard let text, let origin = Origin(text) else { return false }
    return allowedOrigins.contains(origin)
  }

  private func refusal(ofHost text: String?, isVersion11: Bool) -> HTTPResponse? {
    guard let text else {
      return isVersion11 ? .text(400, "a request needs one Host header") : nil
    }
    guard let authority = Authority(text), allows(host: authority) else {
      return .text(
        403,
        "this server does not answer to the name \(text); start it with --host or --allow-origin")
    }
    return nil
  }

  private func allows(host authority: Authority) -> Bool {
    if authority.isLoopback { return true }
    if let host {
      if authority.host == host { return true }
      // Who listens on every address is reached by any; an address is not a name to be rebound.
      if host == "0.0.0.0" || host == "::", authority.isLiteral { return true }
    }
    return allowedOrigins.contains { $0.host == authority.host }
  }

  private func allows(origin text: String, host hostText: String?) -> Bool {
    guard let origin = Origin(text) else { return false }
    if allowedOrigins.contains(origin) { return true }
    // Ours is the page that was loaded from where this request goes …
    if let hostText, let own = Authority(hostText), own.host == origin.host,
      (own.port ?? Origin.defaultPort(of: origin.scheme)) == origin.port
    {
      return true
    }
    // … or, by another of our names, from the port that we listen on.
    let authority = Authority(host: origin.host, port: origin.port)
    return origin.port == port && origin.scheme == (isSecure ? "https" : "http")
      && (authority.isLoopback || authority.host == host)
  }

  private func judgeToken(_ head: RequestHead) -> Verdict {
    guard let tokens else { return .admitted(.controller, grant: nil) }
    if let shown = bearer(head.headers["authorization"]) {
      if let role = tokens.role(of: shown.utf8) { return .admitted(role, grant: nil) }
    } else if let shown = head.query.first(where: { $0.name == "token" })?.value {
      if let role = tokens.role(of: shown.utf8) { return .admitted(role, grant: shown) }
    } else if let shown = cookie(head.headers["cookie"]) {
      if let role = tokens.role(of: shown) { return .admitted(role, grant: nil) }
    }
    if publicPaths.contains(head.path) { return .admitted(.viewer, grant: nil) }
    var answer = HTTPResponse.text(
      401, "a token is needed: open this page with ?token=… once, or send Authorization: Bearer …")
    answer.headers.append(.init(name: "WWW-Authenticate", value: "Bearer"))
    return .refused(answer)
  }

  private func bearer(_ header: String?) -> String? {
    guard let header, header.lowercased().hasPrefix("bearer ") else { return nil }
    return String(header.dropFirst(7).drop { $0 == " " })
  }

  private func cookie(_ header: String?) -> [UInt8]? {
    guard let header else { return nil }
    for part in header.split(separator: ";") {
      let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      if pair.count == 2, pair[0] == cookieName { return Hex.decode(pair[1]) }
    }
    return nil
  }
}
