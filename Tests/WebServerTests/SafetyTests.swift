import Testing

@testable import WebServer

@Suite struct SafetyTests {
  private func head(
    _ headers: [String: String] = [:], path: String = "/", query: [(String, String)] = [],
    isVersion11: Bool = true
  ) -> RequestHead {
    var all = HTTPHeaders()
    for (name, value) in headers { all.set(name, to: value) }
    return RequestHead(
      method: .get, path: path, query: query.map { .init(name: $0.0, value: $0.1) }, headers: all,
      hasValidPath: true, isVersion11: isVersion11)
  }

  private func status(
    _ configuration: WebServerConfiguration, _ head: RequestHead, port: UInt16 = 8080
  ) -> Int {
    switch Gatekeeper(configuration, port: port).judge(head) {
    case .admitted: 200
    case .refused(let response): response.status
    }
  }

  @Test(arguments: [
    ("localhost", 200), ("LOCALHOST:8080", 200), ("127.0.0.1:8080", 200), ("127.8.9.1", 200),
    ("[::1]:8080", 200), ("[::1]", 200), ("localhost:9999", 200), ("friend.example", 200),
    ("evil.example", 403), ("localhost.evil.example", 403), ("127.0.0.1.evil.example", 403),
    ("192.168.1.5:8080", 403), ("user@localhost", 403), ("localhost:port", 403), ("", 403),
    ("[::1", 403), ("localhost/x", 403),
  ])
  func w6_onlyKnownHostsAreAnsweredTo(host: String, expected: Int) {
    var configuration = WebServerConfiguration(port: 8080)
    configuration.allowedOrigins = ["https://friend.example"]
    #expect(status(configuration, head(["host": host])) == expected)
  }

  @Test func anAddressIsGoodEnoughForWhoListensOnAll() {
    let open = WebServerConfiguration(host: "0.0.0.0", port: 8080)
    #expect(status(open, head(["host": "192.168.1.5:8080"])) == 200)
    #expect(status(open, head(["host": "evil.example"])) == 403)
    let named = WebServerConfiguration(host: "box.lan", port: 8080)
    #expect(status(named, head(["host": "box.lan:8080"])) == 200)
    #expect(status(named, head(["host": "192.168.1.5"])) == 403)
  }

  @Test func aRequestWithoutHostIsOld() {
    let configuration = WebServerConfiguration(port: 8080)
    #expect(status(configuration, head()) == 400)
    #expect(status(configuration, head(isVersion11: false)) == 200)
  }

  @Test(arguments: [
    ("http://localhost:8080", "localhost:8080", 200),
    ("http://127.0.0.1:8080", "localhost:8080", 200),
    ("http://[::1]:8080", "127.0.0.1:8080", 200),
    ("https://friend.example", "localhost:8080", 200),
    // Behind a tunnel the port is another one, yet the page comes from where the request goes.
    ("http://localhost:9000", "localhost:9000", 200),
    ("http://localhost:3000", "localhost:8080", 403),
    ("https://localhost:8080", "127.0.0.1:8080", 403),
    ("http://evil.example", "localhost:8080", 403),
    ("http://friend.example", "localhost:8080", 403),
    ("http://localhost:8080.evil.example", "localhost:8080", 403),
    ("null", "localhost:8080", 403), ("file://", "localhost:8080", 403), ("", "localhost", 403),
  ])
  func w6_onlyOurPagesAndFriendsMayUseIt(origin: String, host: String, expected: Int) {
    var configuration = WebServerConfiguration(port: 8080)
    configuration.allowedOrigins = ["https://friend.example"]
    #expect(status(configuration, head(["host": host, "origin": origin])) == expected)
  }

  @Test func w6_aForeignPageGetsNoSocket() async throws {
    try await withEchoServer { server in
      for (origin, expected) in [
        ("http://evil.example", 403), ("http://localhost:1", 403), ("", 101),
        ("http://localhost:\(server.port)", 101), ("http://127.0.0.1:\(server.port)", 101),
      ] {
        let client = try await RawClient(port: server.port)
        let (status, _) = try await client.upgrade(headers: ["Origin": origin])
        #expect(status == expected, "\(origin)")
      }
      let rebound = try await RawClient(port: server.port)
      #expect(try await rebound.upgrade(headers: ["Host": "evil.example"]).0 == 403)
      let plain = try await RawClient(port: server.port)
      let answer = try await plain.request("GET", "/", headers: ["Host": "evil.example"])
      #expect(answer.status == 403)
      #expect(answer.text.contains("--host"))
    }
  }

  @Test func friendsGetTheirHeaders() async throws {
    var configuration = WebServerConfiguration.patient
    configuration.allowedOrigins = ["https://friend.example"]
    let handler = ScriptedHandler { _ in .text(200, "yes") }
    try await withWebServer(configuration: configuration, handler: handler) { server in
      let client = try await RawClient(port: server.port)
      let friend = ["Origin": "https://friend.example"]
      let answer = try await client.request("GET", "/x", headers: friend)
      #expect(answer.headers["access-control-allow-origin"] == "https://friend.example")
      #expect(answer.headers["cross-origin-resource-policy"] == "cross-origin")
      #expect(answer.headers["vary"] == "Origin")
      let preflight = try await client.request(
        "OPTIONS", "/x", headers: friend.merging(["Access-Control-Request-Method": "DELETE"]) { $1 }
      )
      #expect(preflight.status == 204)
      #expect(preflight.headers["access-control-allow-methods"]?.contains("DELETE") == true)
      #expect(preflight.headers["access-control-allow-headers"]?.contains("Authorization") == true)
      let own = try await client.request("GET", "/x")
      #expect(own.headers["access-control-allow-origin"] == nil)
      #expect(own.headers["cross-origin-resource-policy"] == "same-origin")
      let stranger = try await client.request(
        "OPTIONS", "/x", headers: ["Origin": "https://evil.example"])
      #expect(stranger.status == 403)
    }
  }

  // MARK: - Tokens

  private func judge(_ head: RequestHead) -> String {
    var configuration = WebServerConfiguration(port: 8080)
    configuration.tokens = AccessTokens(controller: "steer-8", viewer: "watch")
    configuration.publicPaths = ["/healthz"]
    switch Gatekeeper(configuration, port: 8080).judge(head) {
    case .admitted(let role, let grant): return "\(role)\(grant.map { " grants \($0)" } ?? "")"
    case .refused(let response): return "\(response.status)"
    }
  }

  @Test func tokensOpenTheDoorAsFarAsTheyGo() {
    func asked(_ headers: [String: String] = [:], path: String = "/", token: String? = nil)
      -> String
    {
      judge(
        head(
          headers.merging(["host": "localhost"]) { $1 }, path: path,
          query: token.map { [("token", $0)] } ?? []))
    }
    #expect(asked() == "401")
    #expect(asked(path: "/healthz") == "viewer")
    #expect(asked(["authorization": "Bearer steer-8"]) == "controller")
    #expect(asked(["authorization": "bearer  watch"]) == "viewer")
    #expect(asked(["authorization": "Bearer wrong"]) == "401")
    #expect(asked(["authorization": "Basic steer-8"]) == "401")
    #expect(asked(token: "steer-8") == "controller grants steer-8")
    #expect(asked(token: "watch") == "viewer grants watch")
    #expect(asked(token: "steer-") == "401")
    #expect(asked(token: "") == "401")
    let cookie = Hex.encode("steer-8".utf8)
    #expect(asked(["cookie": "a=b; rastro-8080=\(cookie); c=d"]) == "controller")
    #expect(asked(["cookie": "rastro-8081=\(cookie)"]) == "401")
    #expect(asked(["cookie": "rastro-8080=zz"]) == "401")
    // A wrong token is not made good by a right one elsewhere.
    #expect(asked(["authorization": "Bearer wrong", "cookie": "rastro-8080=\(cookie)"]) == "401")
  }

  @Test(arguments: [
    ("", "", true), ("a", "a", true), ("secret", "secret", true), ("secret", "secreT", false),
    ("secret", "secre", false), ("secre", "secret", false), ("", "secret", false),
    ("secret", "", false), ("secretsecret", "secret", false), ("ñ", "n", false),
  ])
  func tokensAreComparedWhole(shown: String, secret: String, same: Bool) {
    #expect(AccessTokens.equal(shown.utf8, secret.utf8) == same)
  }

  @Test func aTokenInTheAddressBecomesACookie() async throws {
    var configuration = WebServerConfiguration.patient
    configuration.tokens = AccessTokens(controller: "steer", viewer: "watch")
    let handler = ScriptedHandler { .text(200, "\($0.role) \($0.queryValue("a") ?? "-")") }
    try await withWebServer(configuration: configuration, handler: handler) { server in
      let client = try await RawClient(port: server.port)
      let refused = try await client.request("GET", "/x")
      #expect(refused.status == 401)
      #expect(refused.headers["www-authenticate"] == "Bearer")
      // A browser is sent on, without the token in its address bar.
      let first = try await client.request(
        "GET", "/page?token=watch&a=1%202", headers: ["Accept": "text/html,*/*"])
      #expect(first.status == 303)
      #expect(first.headers["location"] == "./page?a=1%202")
      let cookie = try #require(first.headers["set-cookie"])
      #expect(cookie.contains("HttpOnly"))
      #expect(cookie.contains("SameSite=Strict"))
      #expect(!cookie.contains("watch"))
      let pair = String(cookie.prefix { $0 != ";" })
      let second = try await client.request("GET", "/page?a=2", headers: ["Cookie": pair])
      #expect(second.text == "viewer 2\n")
      // A program gets its answer at once.
      let program = try await client.request("GET", "/page?token=steer")
      #expect(program.text == "controller -\n")
      #expect(program.headers["set-cookie"] != nil)
      // And so for WebSockets.
      let socket = try await RawClient(port: server.port)
      #expect(try await socket.upgrade().0 == 401)
      let other = try await RawClient(port: server.port)
      #expect(try await other.upgrade("/ws?token=watch&b=2").0 == 101)
      #expect(await eventually { handler.seen.infos.count == 1 })
      #expect(handler.seen.infos.first?.role == .viewer)
      #expect(handler.seen.infos.first?.query.map(\.name) == ["b"])
      let third = try await RawClient(port: server.port)
      #expect(try await third.upgrade(headers: ["Cookie": pair]).0 == 101)
    }
  }

  // MARK: - Limits

  @Test func c17_connectionsAreLimited() async throws {
    var configuration = WebServerConfiguration.patient
    configuration.limits.connections = 3
    try await withEchoServer(configuration) { server in
      var held: [RawClient] = []
      for _ in 0..<3 {
        let client = try await RawClient(port: server.port)
        try await client.upgrade()
        held.append(client)
      }
      let fourth = try await RawClient(port: server.port)
      let answer = try await fourth.readAnswer()
      #expect(answer.status == 503)
      #expect(answer.text.contains("no room"))
      await held[0].close()
      #expect(await eventually { server.counters.connections == 2 })
      let fifth = try await RawClient(port: server.port)
      #expect(try await fifth.upgrade().0 == 101)
    }
  }

  @Test func c17_anAddressHasItsShareAndLoopbackIsExempt() {
    var limits = WebServerConfiguration.Limits()
    limits.connections = 10
    limits.connectionsPerAddress = 2
    let admissions = Admissions(limits)
    func peer(_ address: UInt32, _ port: UInt16) -> PeerAddress {
      PeerAddress(ipv4: address, port: port)
    }
    #expect(admissions.admit(peer(0x0A00_0001, 1)) == nil)
    #expect(admissions.admit(peer(0x0A00_0001, 2)) == nil)
    #expect(admissions.admit(peer(0x0A00_0001, 3))?.contains("your address") == true)
    #expect(admissions.admit(peer(0x0A00_0002, 3)) == nil)
    for port in 0..<7 { #expect(admissions.admit(peer(0x7F00_0001, UInt16(port))) == nil) }
    #expect(admissions.admit(peer(0x7F00_0001, 9))?.contains("no room") == true)
    admissions.release(peer(0x0A00_0001, 1))
    #expect(admissions.admit(peer(0x0A00_0001, 4)) == nil)
    #expect(admissions.total == 10)
  }

  @Test func loopbackIsKnownInEveryDress() {
    #expect(PeerAddress(ipv4: 0x7F00_0001, port: 80).isLoopback)
    #expect(PeerAddress(ipv4: 0x7F80_0001, port: 80).isLoopback)
    #expect(PeerAddress(high: 0, low: 1, port: 80).isLoopback)
    #expect(!PeerAddress(ipv4: 0x0A00_0001, port: 80).isLoopback)
    #expect(!PeerAddress(high: 1, low: 1, port: 80).isLoopback)
    #expect(!PeerAddress(high: 0, low: 0x7F00_0001, port: 80).isLoopback)
    #expect(PeerAddress(ipv4: 0x7F00_0001, port: 80).description == "127.0.0.1:80")
    #expect(PeerAddress(high: 0, low: 1, port: 80).description == "[0:0:0:0:0:0:0:1]:80")
  }

  @Test func headersOverTheLimitAreNotRead() async throws {
    var configuration = WebServerConfiguration.patient
    configuration.limits.headerBytes = 4_096
    try await withEchoServer(configuration) { server in
      let client = try await RawClient(port: server.port)
      try await client.send("GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ")
      do {
        for _ in 0..<100 { try await client.send([UInt8](repeating: 65, count: 1_000)) }
        _ = try await client.readToEnd()
      } catch RawClient.Failure.closed {
        // Closed while it was still sending, which is the point.
      }
      #expect(await eventually { server.counters.connections == 0 })
    }
  }
}
