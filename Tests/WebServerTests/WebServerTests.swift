import Testing

@testable import WebServer

@Suite struct WebServerTests {
  @Test func answersOnBothFamiliesOfLoopback() async throws {
    let handler = ScriptedHandler { request in .text(200, "you asked for \(request.path)") }
    try await withWebServer(configuration: .patient, handler: handler) { server in
      for ipv6 in [false, true] {
        let client = try await RawClient(port: server.port, ipv6: ipv6)
        let answer = try await client.request("GET", "/a")
        #expect(answer.status == 200)
        #expect(answer.text == "you asked for /a\n")
      }
    }
  }

  @Test func echoesAndLeavesNothingBehind() async throws {
    var counters: WebServerCounters?
    try await withEchoServer { server in
      counters = server.counters
      let client = try await RawClient(port: server.port)
      let (status, headers) = try await client.upgrade()
      #expect(status == 101)
      #expect(headers["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
      try await client.sendText("hola")
      #expect(try await client.readFrame().text == "hola")
      #expect(server.counters.webSockets == 1)
    }
    #expect(counters?.connections == 0)
    #expect(counters?.webSockets == 0)
    #expect(counters?.threads == 0)
    #expect(counters?.requests == 0)
  }

  @Test func portInUseIsToldInOneLine() async throws {
    try await withEchoServer { server in
      let error = await #expect(throws: WebServerError.self) {
        try await withEchoServer(WebServerConfiguration(port: server.port)) { _ in }
      }
      #expect(error?.code == .portInUse)
      #expect(error?.message.contains("\(server.port) is in use") == true)
    }
  }
}
