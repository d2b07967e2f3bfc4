import Synchronization
import Testing

@testable import WebServer

@Suite(.timeLimit(.minutes(5))) struct RequestTests {
  private func withRoutes(
    _ configuration: WebServerConfiguration = .patient,
    _ answer: @escaping @Sendable (HTTPRequest) async -> HTTPResponse?,
    _ work: (RawClient, WebServer) async throws -> Void
  ) async throws {
    let handler = ScriptedHandler(answer: answer)
    try await withWebServer(configuration: configuration, handler: handler) { server in
      try await work(RawClient(port: server.port), server)
    }
  }

  @Test func theQueryIsDecodedOnce() async throws {
    try await withRoutes { request in
      .text(200, request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "|"))
    } _: { client, _ in
      let answer = try await client.request(
        "GET", "/x?name=a%26b%3Dc&plain=1&empty=&utf=%C3%B1&bare")
      #expect(answer.text == "name=a&b=c|plain=1|empty=|utf=ñ|bare=\n")
    }
  }

  @Test func aBodyIsCollectedWhole() async throws {
    try await withRoutes {
      .text(200, "\($0.body.count) \($0.body.reduce(0) { $0 &+ Int($1) })")
    } _: { client, _ in
      let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
      let sum = body.reduce(0) { $0 &+ Int($1) }
      let answer = try await client.request("POST", "/traces?name=x", body: body)
      #expect(answer.text == "300000 \(sum)\n")
      let empty = try await client.request("POST", "/x", headers: ["Content-Length": "0"])
      #expect(empty.text == "0 0\n")
      // In pieces, and with the next request right behind it.
      try await client.send("POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6\r\n\r\nab")
      try await client.send("cd")
      try await client.send("efGET /y HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try await client.readAnswer().text == "6 597\n")
      #expect(try await client.readAnswer().text == "0 0\n")
    }
  }

  @Test func aBodyOverTheLimitIsRefused() async throws {
    var configuration = WebServerConfiguration.patient
    configuration.limits.bodyBytes = 1_000
    try await withRoutes(configuration) {
      .text(200, "\($0.body.count)")
    } _: { client, server in
      let refused = try await client.request(
        "POST", "/x", body: [UInt8](repeating: 1, count: 200_000))
      #expect(refused.status == 413)
      #expect(refused.text.contains("1000"))
      let next = try await RawClient(port: server.port)
      let taken = try await next.request("POST", "/x", body: [UInt8](repeating: 1, count: 1_000))
      #expect(taken.text == "1000\n")
      // Announced, never sent: refused before a byte of it comes.
      let other = try await RawClient(port: server.port)
      try await other.send(
        "POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n")
      #expect(try await other.readAnswer().status == 413)
    }
  }

  @Test func aBodyWithoutItsLengthIsRefused() async throws {
    try await withRoutes { _ in
      .text(200, "taken")
    } _: { _, server in
      for head in [
        "POST /x HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "PUT /x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
        "POST /x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
          + "Content-Length: 3\r\n\r\nabc",
      ] {
        let client = try await RawClient(port: server.port)
        try await client.send(head)
        let answer = try await client.readAnswer()
        #expect(answer.status == 411)
        #expect(answer.headers["connection"] == "close")
        // And what follows it is not taken for another request.
        #expect(try await client.readToEnd().isEmpty)
      }
      let client = try await RawClient(port: server.port)
      try await client.send("POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1x\r\n\r\na")
      #expect(try await client.readAnswer().status == 400)
    }
  }

  @Test func theAnswerMayTakeItsTime() async throws {
    try await withRoutes { request in
      if request.path == "/slow" { try? await Task.sleep(for: .milliseconds(300)) }
      return .text(200, request.path)
    } _: { client, server in
      try await client.send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let other = try await RawClient(port: server.port)
      #expect(try await other.request("GET", "/fast").text == "/fast\n")
      #expect(try await client.readAnswer().text == "/slow\n")
      // Pipelined behind a slow one, it waits its turn.
      try await client.send(
        "GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\nGET /b HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try await client.readAnswer().text == "/slow\n")
      #expect(try await client.readAnswer().text == "/b\n")
    }
  }

  @Test func c12_aRequestIsCancelledWhenItsPeerGoes() async throws {
    let cancelled = Atomic<Int>(0)
    try await withRoutes { _ in
      do {
        try await Task.sleep(for: .seconds(3_600))
      } catch {
        cancelled.add(1, ordering: .relaxed)
      }
      return .text(200, "late")
    } _: { client, server in
      try await client.send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(await eventually { server.counters.requests == 1 })
      await client.close()
      #expect(await eventually { cancelled.load(ordering: .relaxed) == 1 })
      #expect(
        await eventually { server.counters.requests == 0 && server.counters.connections == 0 })
    }
  }

  @Test func c08_stoppingCancelsWhatIsUnderWay() async throws {
    let cancelled = Atomic<Int>(0)
    var counters: WebServerCounters?
    var stopped: SuspendingClock.Instant?
    try await withRoutes { _ in
      do {
        try await Task.sleep(for: .seconds(3_600))
      } catch {
        cancelled.add(1, ordering: .relaxed)
      }
      return nil
    } _: { client, server in
      counters = server.counters
      try await client.send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(await eventually { server.counters.requests == 1 })
      stopped = SuspendingClock().now
    }
    #expect(SuspendingClock().now - (try #require(stopped)) < .seconds(30))
    #expect(cancelled.load(ordering: .relaxed) == 1)
    #expect(counters?.requests == 0)
    #expect(counters?.connections == 0)
    #expect(counters?.threads == 0)
  }

  @Test func aStreamGoesOutInPartsAndEnds() async throws {
    try await withRoutes { request in
      HTTPResponse(
        type: "text/event-stream",
        body: .stream { writer in
          for index in 0..<3 { try await writer.write(Array("data: \(index)\n\n".utf8)) }
          try await writer.write(Array("id: \(request.headers["last-event-id"] ?? "-")\n\n".utf8))
        })
    } _: { client, server in
      try await client.send(
        "GET /events HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: 41\r\n\r\n")
      let answer = try await client.readAnswer()
      #expect(answer.headers["content-type"] == "text/event-stream")
      #expect(answer.text == "data: 0\n\ndata: 1\n\ndata: 2\n\nid: 41\n\n")
      // The connection goes on.
      #expect(try await client.request("GET", "/events").text.hasSuffix("id: -\n\n"))
      // HTTP/1.0 knows no parts: the end of the connection is the end of the answer.
      let old = try await RawClient(port: server.port)
      try await old.send("GET /events HTTP/1.0\r\nHost: localhost\r\n\r\n")
      let answer10 = try await old.readAnswer()
      #expect(answer10.headers["transfer-encoding"] == nil)
      #expect(answer10.headers["connection"] == "close")
      #expect(answer10.text == "data: 0\n\ndata: 1\n\ndata: 2\n\nid: -\n\n")
    }
  }

  @Test func aStreamWaitsForItsReader() async throws {
    let written = Atomic<Int>(0)
    let ended = Atomic<Int>(0)
    try await withRoutes { _ in
      HTTPResponse(
        type: "application/octet-stream",
        body: .stream { writer in
          defer { ended.add(1, ordering: .relaxed) }
          let part = [UInt8](repeating: 7, count: 65_536)
          while true {
            try await writer.write(part)
            written.add(part.count, ordering: .relaxed)
          }
        })
    } _: { idle, server in
      await idle.close()
      let client = try await RawClient(port: server.port, receiveBuffer: 65_536)
      try await client.send("GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try await client.readHead().0 == 200)
      // What the kernel buffers hold, and then it stands still.
      var last = -1
      #expect(
        await eventually {
          let now = written.load(ordering: .relaxed)
          defer { last = now }
          try? await Task.sleep(for: .milliseconds(200))
          return now > 0 && now == last
        })
      #expect(written.load(ordering: .relaxed) < 32 << 20)
      await client.close()
      #expect(await eventually { ended.load(ordering: .relaxed) == 1 })
      #expect(await eventually { server.counters.connections == 0 })
    }
  }

  @Test func anAbortedStreamDoesNotLookWhole() async throws {
    struct Failure: Error {}
    try await withRoutes { _ in
      HTTPResponse(
        type: "text/plain",
        body: .stream { writer in
          try await writer.write([65])
          throw Failure()
        })
    } _: { client, _ in
      try await client.send("GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n")
      await #expect(throws: RawClient.Failure.self) { try await client.readAnswer() }
    }
  }

  @Test func aLongAnswerReachesASlowReaderWhole() async throws {
    let body = (0..<8_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try await withRoutes { _ in
      HTTPResponse(type: "application/octet-stream", body: .bytes(body))
    } _: { _, server in
      let client = try await RawClient(port: server.port, receiveBuffer: 16_384)
      let answer = try await client.request("GET", "/big")
      #expect(answer.body == body)
      #expect(try await client.request("HEAD", "/big").headers["content-length"] == "8000000")
    }
  }

  @Test func noHeaderCanBeSmuggledIntoAnAnswer() async throws {
    try await withRoutes { request in
      HTTPResponse(status: 303, headers: [("Location", "/\(request.queryValue("to") ?? "")")])
    } _: { client, _ in
      let answer = try await client.request("GET", "/go?to=a%0d%0aSet-Cookie:%20x=1")
      #expect(answer.status == 303)
      #expect(answer.headers["set-cookie"] == nil)
    }
  }

  @Test func anOfferOfHTTP2IsAnsweredInHTTP1() async throws {
    try await withRoutes { _ in
      .text(200, "plain")
    } _: { client, _ in
      let answer = try await client.request(
        "GET", "/x",
        headers: [
          "Connection": "Upgrade, HTTP2-Settings", "Upgrade": "h2c",
          "HTTP2-Settings": "AAMAAABkAAQCAAAAAAIAAAAA",
        ])
      #expect(answer.status == 200)
      #expect(answer.text == "plain\n")
    }
  }

  @Test func halfOpenHandshakesEndByTime() async throws {
    var configuration = WebServerConfiguration.patient
    configuration.limits.headerTime = .seconds(2)
    try await withRoutes(configuration) { _ in
      .text(200, "here")
    } _: { _, server in
      var silent: [RawClient] = []
      for index in 0..<100 {
        let client = try await RawClient(port: server.port)
        if index % 2 == 0 { try await client.send("GET / HTTP/1.1\r\nHost: loc") }
        silent.append(client)
      }
      #expect(await eventually { server.counters.connections > 1 })
      let other = try await RawClient(port: server.port)
      #expect(try await other.request("GET", "/").status == 200)
      #expect(await eventually { server.counters.connections <= 1 })
      #expect(silent.count == 100)
    }
  }

  @Test func whoDoesNotReadAnAnswerIsLetGo() async throws {
    let time = HandClock()
    let handler = ScriptedHandler(answer: { _ in
      HTTPResponse(type: "text/plain", body: .bytes([UInt8](repeating: 65, count: 20_000_000)))
    })
    try await withWebServer(
      configuration: .patientWithPings, handler: handler, clock: time.read
    ) { server in
      let client = try await RawClient(port: server.port, receiveBuffer: 4_096)
      try await client.send("GET /big HTTP/1.1\r\nHost: localhost\r\n\r\n")
      _ = try await client.readHead()
      #expect(server.counters.connections == 1)
      // Nobody knows here when the socket is full, which is when the time begins.
      #expect(
        await eventually {
          time.advance(by: .seconds(1))
          return server.counters.connections == 0
        })
    }
  }
}
