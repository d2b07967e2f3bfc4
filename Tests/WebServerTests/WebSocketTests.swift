import Testing

@testable import WebServer

@Suite struct WebSocketTests {
  @Test func theHandshakeNamesItsSubprotocolIfAsked() async throws {
    try await withEchoServer { server in
      for (asked, status, named) in [
        ("rastro.v1", 101, "rastro.v1"), ("other, rastro.v1", 101, "rastro.v1"), ("", 101, nil),
        ("rastro.v2", 400, nil), ("other", 400, nil),
      ] as [(String, Int, String?)] {
        let client = try await RawClient(port: server.port)
        let (got, headers) = try await client.upgrade(headers: ["Sec-WebSocket-Protocol": asked])
        #expect(got == status, "\(asked)")
        #expect(headers["sec-websocket-protocol"] == named, "\(asked)")
      }
    }
  }

  @Test func onlyItsPathUpgrades() async throws {
    try await withEchoServer { server in
      for path in ["/", "/ws/", "/wsx", "/events", "/ws/../x"] {
        let client = try await RawClient(port: server.port)
        #expect(try await client.upgrade(path).0 == 403, "\(path)")
      }
      let client = try await RawClient(port: server.port)
      let (status, headers) = try await client.upgrade(headers: ["Sec-WebSocket-Version": "8"])
      #expect(status == 426)
      #expect(headers["sec-websocket-version"] == "13")
      let keyless = try await RawClient(port: server.port)
      #expect(try await keyless.upgrade(headers: ["Sec-WebSocket-Key": ""]).0 == 400)
      let plain = try await RawClient(port: server.port)
      #expect(try await plain.request("GET", "/ws").status == 404)
    }
  }

  @Test func w2_messagesInPiecesAreJoined() async throws {
    try await withEchoServer { server in
      let client = try await RawClient(port: server.port)
      try await client.upgrade()
      // As three fragments, with a ping between them.
      try await client.send(RawClient.frame(1, Array("one ".utf8), isFinal: false))
      try await client.send(RawClient.frame(9, Array("are you there".utf8)))
      try await client.send(RawClient.frame(0, Array("two ".utf8), isFinal: false))
      try await client.send(RawClient.frame(0, Array("three".utf8)))
      let pong = try await client.readFrame()
      #expect(pong.opcode == 10)
      #expect(pong.text == "are you there")
      #expect(try await client.readFrame().text == "one two three")
      // Byte by byte.
      for byte in RawClient.frame(1, Array("slowly, ñ".utf8)) { try await client.send([byte]) }
      #expect(try await client.readFrame().text == "slowly, ñ")
      // 70 kB long.
      let long = String(repeating: "0123456789", count: 7_000)
      try await client.sendText(long)
      #expect(try await client.readFrame().text == long)
      // Two in one write, an empty one among them.
      try await client.send(RawClient.frame(1, []) + RawClient.frame(1, Array("second".utf8)))
      #expect(try await client.readFrame().payload.isEmpty)
      #expect(try await client.readFrame().text == "second")
      // And then 20 MB, of which the server need not read the end.
      let count = 20 << 20
      let length = (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) }
      let huge = [0x81, 0xFF] + length + [0, 0, 0, 0] + [UInt8](repeating: 65, count: count)
      var last: RawClient.Frame?
      for start in stride(from: 0, to: huge.count, by: 65_536) where last == nil {
        try await client.send(Array(huge[start..<min(huge.count, start + 65_536)]))
        last = try await client.nextWithin(milliseconds: 1)
      }
      if last == nil { last = try await client.nextWithin(milliseconds: 10_000) }
      #expect(last?.closeCode == 1009)
    }
  }

  @Test func w2_aMessageOverTheLimitInManyFragmentsIsTooBig() async throws {
    var configuration = WebServerConfiguration.patient
    configuration.limits.messageBytes = 1_000
    try await withEchoServer(configuration) { server in
      let client = try await RawClient(port: server.port)
      try await client.upgrade()
      try await client.send(RawClient.frame(2, [UInt8](repeating: 1, count: 1_000)))
      #expect(try await client.readFrame().payload.count == 1_000)
      try await client.send(RawClient.frame(2, [UInt8](repeating: 1, count: 600), isFinal: false))
      try await client.send(RawClient.frame(0, [UInt8](repeating: 1, count: 401), isFinal: false))
      #expect(try await client.readFrame().closeCode == 1009)
    }
  }

  @Test(
    arguments: [
      [0xC3, 0x28], [0xFF], [0xED, 0xA0, 0x80], [0x41, 0xC3], [0xF4, 0x90, 0x80, 0x80],
      [0xC0, 0xAF],
    ] as [[UInt8]])
  func w2_badTextIsRefused(bytes: [UInt8]) async throws {
    try await withEchoServer { server in
      let client = try await RawClient(port: server.port)
      try await client.upgrade()
      try await client.send(RawClient.frame(1, bytes))
      #expect(try await client.readFrame().closeCode == 1007)
      let other = try await RawClient(port: server.port)
      try await other.upgrade()
      try await other.send(RawClient.frame(2, bytes))
      #expect(try await other.readFrame().payload == bytes)
    }
  }

  @Test func w4_aPeerIsAskedWhetherItIsThere() async throws {
    let time = HandClock()
    let handler = ScriptedHandler()
    try await withWebServer(
      configuration: .patientWithPings, handler: handler, clock: time.read
    ) { server in
      let polite = try await RawClient(port: server.port)
      try await polite.upgrade()
      #expect(await eventually { handler.seen.opened.count == 1 })
      let silent = try await RawClient(port: server.port)
      try await silent.upgrade()
      #expect(await eventually { handler.seen.opened.count == 2 })
      let ids = handler.seen.opened
      for round in 1...3 {
        time.advance(by: .seconds(20))
        let ping = try await polite.readFrame()
        #expect(ping.opcode == 9)
        time.advance(by: .milliseconds(round))
        try await polite.send(RawClient.frame(10, ping.payload))
        #expect(
          await eventually {
            await server.statistics(of: ids[0])?.roundTrip == .milliseconds(round)
          })
        if round == 1 {
          #expect(try await silent.readFrame().opcode == 9)
          time.advance(by: .seconds(9))
          try await Task.sleep(for: .milliseconds(600))
          #expect(handler.seen.closed.isEmpty)
          time.advance(by: .seconds(1))
          #expect(await eventually { handler.seen.closed == [ids[1]] })
        }
      }
      #expect(server.counters.webSockets == 1)
    }
  }

  @Test func w5_stoppingSaysGoingAway() async throws {
    let clients = SystemMutex<[RawClient]>([])
    let handler = ScriptedHandler()
    var counters: WebServerCounters?
    try await withWebServer(configuration: .patient, handler: handler) { server in
      counters = server.counters
      for _ in 0..<3 {
        let client = try await RawClient(port: server.port)
        try await client.upgrade()
        clients.withLock { $0.append(client) }
      }
      // One that speaks HTTP and one that says nothing do not hold up the end.
      let idle = try await RawClient(port: server.port)
      _ = try await idle.request("GET", "/")
      clients.withLock { $0.append(idle) }
      #expect(await eventually { handler.seen.opened.count == 3 })
    }
    for client in clients.withLock({ $0.prefix(3) }) {
      let frame = try await client.readFrame()
      #expect(frame.closeCode == 1001)
      #expect(String(decoding: frame.payload.dropFirst(2), as: UTF8.self) == "the server stops")
    }
    #expect(handler.seen.closed.count == 3)
    #expect(counters?.connections == 0)
    #expect(counters?.threads == 0)
  }

  @Test func w5_theHandshakeOfACloseIsAnswered() async throws {
    let handler = ScriptedHandler(onText: { id, _, server in
      server.close(id, .init(rawValue: 4_001), reason: "as you wish")
    })
    try await withWebServer(configuration: .patient, handler: handler) { server in
      let first = try await RawClient(port: server.port)
      try await first.upgrade()
      try await first.send(RawClient.frame(8, [0x03, 0xE8]))
      #expect(try await first.readFrame().closeCode == 1000)
      #expect(try await first.readToEnd().isEmpty)
      let second = try await RawClient(port: server.port)
      try await second.upgrade()
      try await second.sendText("close me")
      let frame = try await second.readFrame()
      #expect(frame.closeCode == 4_001)
      #expect(String(decoding: frame.payload.dropFirst(2), as: UTF8.self) == "as you wish")
      try await second.send(RawClient.frame(8, [0x0F, 0xA1]))
      #expect(try await second.readToEnd().isEmpty)
      #expect(await eventually { handler.seen.closed.count == 2 })
      #expect(await eventually { server.counters.connections == 0 })
    }
  }

  @Test func whatIsSentOnOpeningComesFirst() async throws {
    let group = FanOutGroup(rawValue: 3)
    let handler = ScriptedHandler(onOpen: { id, server in
      server.send(Array("hello".utf8), to: id)
      server.move(id, to: group)
    })
    try await withWebServer(configuration: .patient, handler: handler) { server in
      server.broadcast(SharedFrame(.binary, [1]), to: group)
      server.broadcast(SharedFrame(.binary, [2]), to: group)
      let client = try await RawClient(port: server.port)
      try await client.upgrade()
      server.broadcast(SharedFrame(.binary, [3]), to: group)
      #expect(try await client.readFrame().text == "hello")
      // The newest whole frame at once, then what follows.
      let first = try await client.readFrame().payload
      #expect(first == [2] || first == [3])
      if first == [2] { #expect(try await client.readFrame().payload == [3]) }
      server.notify(SharedFrame(.text, Array("news".utf8)), to: .everyone)
      #expect(try await client.readFrame().text == "news")
    }
  }

  @Test func aFloodOfMessagesIsAPolicyViolation() async throws {
    var configuration = WebServerConfiguration.patient
    configuration.limits.messagesPerSecond = 10
    configuration.limits.messageBurst = 20
    let handler = ScriptedHandler()
    try await withWebServer(configuration: configuration, handler: handler) { server in
      let other = try await RawClient(port: server.port)
      try await other.upgrade()
      let client = try await RawClient(port: server.port)
      try await client.upgrade()
      let flood = [UInt8]((0..<100).map { _ in RawClient.frame(1, [65]) }.joined())
      try await client.send(flood)
      #expect(try await client.readFrame().closeCode == 1008)
      #expect((20...25).contains(handler.seen.texts.count))
      try await other.sendText("I am still here")
      #expect(await eventually { handler.seen.texts.last == "I am still here" })
    }
  }

  @Test func w1_fiftyPeersJoinAndLeaveUnderLoad() async throws {
    let group = FanOutGroup(rawValue: 1)
    var configuration = WebServerConfiguration.patient
    configuration.serviceThreads = 2
    let handler = ScriptedHandler(onOpen: { id, server in server.move(id, to: group) })
    try await withWebServer(configuration: configuration, handler: handler) { server in
      let port = server.port
      try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask {
          for number in 0..<2_000 {
            server.broadcast(SharedFrame(.binary, Self.bytes(number, 500)), to: group)
            server.notify(SharedFrame(.text, Array("\(number)".utf8)), to: .group(group))
            if number % 20 == 0 { try await Task.sleep(for: .milliseconds(1)) }
          }
        }
        for peer in 0..<50 {
          tasks.addTask {
            for round in 0..<4 {
              let client = try await RawClient(port: port)
              try await client.upgrade()
              var lastEvent = -1
              var lastFrame = -1
              for _ in 0..<(peer + round) % 7 * 5 {
                guard server.counters.webSockets > 0 else { break }
                let frame = try await client.nextWithin(milliseconds: 300)
                guard let frame else { break }
                if frame.opcode == 1 {
                  let number = try #require(Int(frame.text))
                  #expect(number > lastEvent)
                  lastEvent = number
                } else if frame.opcode == 2 {
                  let number = Self.number(frame.payload)
                  #expect(number > lastFrame)
                  lastFrame = number
                }
              }
              if round % 2 == 0 { await client.close() }
            }
          }
        }
        try await tasks.waitForAll()
      }
      #expect(await eventually { server.counters.connections == 0 })
      #expect(handler.seen.opened.count == 200)
      #expect(Set(handler.seen.closed) == Set(handler.seen.opened))
    }
  }

  private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
    return bytes
  }

  private static func number(_ bytes: [UInt8]) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) }
  }
}
