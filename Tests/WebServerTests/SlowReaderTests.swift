import Testing

@testable import WebServer

@Suite struct SlowReaderTests {
  private static let group = FanOutGroup(rawValue: 1)

  private func withGroup(
    _ configuration: WebServerConfiguration = .patient,
    _ work: (WebServer, ScriptedHandler) async throws -> Void
  ) async throws {
    let handler = ScriptedHandler(onOpen: { id, server in server.move(id, to: Self.group) })
    try await withWebServer(configuration: configuration, handler: handler) { server in
      try await work(server, handler)
    }
  }

  private func frame(_ number: Int, count: Int = 60_000) -> SharedFrame {
    var bytes = [UInt8](repeating: 7, count: count)
    for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
    return SharedFrame(.binary, bytes)
  }

  private func number(_ frame: RawClient.Frame) -> Int {
    (0..<4).reduce(0) { $0 | Int(frame.payload[$1]) << (8 * $1) }
  }

  /// Opens a connection that is not read, and fills its socket with frames.
  private func readerThatStands(
    _ server: WebServer, _ handler: ScriptedHandler
  ) async throws -> (RawClient, Connection.ID) {
    let client = try await RawClient(port: server.port, receiveBuffer: 4_096)
    try await client.upgrade()
    try #require(await eventually { handler.seen.opened.count == 1 })
    let id = handler.seen.opened[0]
    repeat {
      server.broadcast(frame(1), to: Self.group)
    } while await server.statistics(of: id)?.queuedBytes == 0
    return (client, id)
  }

  @Test func w3_aReaderWhoStopsHoldsNothingUpAndGetsTheNewest() async throws {
    try await withGroup { server, handler in
      let slow = try await RawClient(port: server.port, receiveBuffer: 4_096)
      try await slow.upgrade()
      let fast = try await RawClient(port: server.port)
      try await fast.upgrade()
      #expect(await eventually { handler.seen.opened.count == 2 })
      let (slowID, fastID) = (handler.seen.opened[0], handler.seen.opened[1])
      for number in 1...200 {
        server.broadcast(frame(number), to: Self.group)
        #expect(try await self.number(fast.readFrame()) == number)
      }
      let figures = try #require(await server.statistics(of: slowID))
      #expect(figures.sent < 100)
      #expect(figures.queuedBytes <= 60_000 + 4)
      let fastFigures = try #require(await server.statistics(of: fastID))
      #expect(fastFigures.sent == 200)
      #expect(fastFigures.replaced == 0)
      // What was in the kernel's hands, then the newest; order never runs back.
      var seen: [Int] = []
      repeat { seen.append(try await number(slow.readFrame())) } while seen.last != 200
      #expect(seen == seen.sorted())
      let after = try #require(await server.statistics(of: slowID))
      #expect(after.sent == seen.count)
      #expect(after.replaced == 200 - seen.count)
    }
  }

  @Test func eventsOfASlowReaderAreBoundedAndCounted() async throws {
    var configuration = WebServerConfiguration.patient
    configuration.limits.queuedEvents = 10
    try await withGroup(configuration) { server, handler in
      let slow = try await RawClient(port: server.port, receiveBuffer: 4_096)
      try await slow.upgrade()
      #expect(await eventually { handler.seen.opened.count == 1 })
      let id = handler.seen.opened[0]
      // Until the socket is full, and a hundred more.
      var number = 0
      var filled = 0
      while filled < 100 {
        server.notify(
          SharedFrame(.text, Array("\(number) \(String(repeating: "x", count: 20_000))".utf8)),
          to: .everyone)
        number += 1
        if let figures = await server.statistics(of: id), figures.queuedBytes > 100_000 {
          filled += 1
        }
      }
      let figures = try #require(await server.statistics(of: id))
      #expect(figures.dropped >= 90)
      #expect(figures.sent + figures.dropped + 10 == number)
      #expect(figures.queuedBytes < 12 * 20_100)
      var texts: [Int] = []
      while texts.last != number - 1 {
        let text = try await slow.readFrame().text
        texts.append(try #require(text.split(separator: " ").first.flatMap { Int($0) }))
      }
      #expect(texts == texts.sorted())
      #expect(texts.count == number - figures.dropped)
    }
  }

  @Test func whoAsksAndNeverReadsIsClosed() async throws {
    var configuration = WebServerConfiguration.patient
    configuration.limits.queuedBytes = 200_000
    configuration.limits.messagesPerSecond = 100_000
    configuration.limits.messageBurst = 100_000
    let answer = [UInt8](repeating: 65, count: 50_000)
    let handler = ScriptedHandler(onText: { id, _, server in server.send(answer, to: id) })
    try await withWebServer(configuration: configuration, handler: handler) { server in
      let client = try await RawClient(port: server.port, receiveBuffer: 4_096)
      try await client.upgrade()
      // All at once: whoever asks one by one is no longer heard once its answers wait.
      let asks = [UInt8]((0..<200).map { _ in RawClient.frame(1, [65]) }.joined())
      try await client.send(asks)
      #expect(await eventually { handler.seen.closed.count == 1 })
      #expect(await eventually { server.counters.connections == 0 })
    }
  }

  @Test func aReaderWhoStandsStillForLongIsLetGo() async throws {
    let time = HandClock()
    let handler = ScriptedHandler(onOpen: { id, server in server.move(id, to: Self.group) })
    try await withWebServer(
      configuration: .patientWithPings, handler: handler, clock: time.read
    ) { server in
      let (client, id) = try await readerThatStands(server, handler)
      // A full socket hears no ping; it may stand still for longer than a pong may take.
      for _ in 0..<8 {
        time.advance(by: .seconds(11))
        try await Task.sleep(for: .milliseconds(300))
        #expect(handler.seen.closed.isEmpty)
      }
      time.advance(by: .seconds(2))
      #expect(await eventually { handler.seen.closed == [id] })
      #expect(await eventually { server.counters.connections == 0 })
      withExtendedLifetime(client) {}
    }
  }

  @Test func aReaderWhoStopsAndThenEndsHoldsNobodyUp() async throws {
    try await withGroup { server, handler in
      let (slow, id) = try await readerThatStands(server, handler)
      // Its end comes while the rest of a message waits; it still holds its socket open.
      await slow.endSending()
      #expect(await eventually { handler.seen.closed == [id] })
      let other = try await RawClient(port: server.port)
      #expect(try await other.request("GET", "/").status == 404)
      #expect(await eventually { server.counters.webSockets == 0 })
    }
  }

  @Test func aFrameIsToldWhenTheSocketHadTheLastOfIt() async throws {
    let time = HandClock()
    let handler = ScriptedHandler(onOpen: { id, server in server.move(id, to: Self.group) })
    try await withWebServer(
      configuration: .patientWithPings, handler: handler, clock: time.read
    ) { server in
      let slow = try await RawClient(port: server.port, receiveBuffer: 4_096)
      try await slow.upgrade()
      #expect(await eventually { handler.seen.opened.count == 1 })
      let id = handler.seen.opened[0]
      var number = 0
      func broadcast() {
        number += 1
        let bytes = self.frame(number).bytes.dropFirst(4)
        server.broadcast(SharedFrame(.binary, bytes, made: time.read()), to: Self.group)
      }
      repeat { broadcast() } while await server.statistics(of: id)?.queuedBytes == 0
      #expect(handler.seen.written.allSatisfy { $0.made == $0.now })
      // This one finds the socket full; it and the rest of the one before go out seven seconds later.
      broadcast()
      _ = await server.statistics(of: id)
      let before = handler.seen.written.count
      let made = time.read()
      time.advance(by: .seconds(7))
      while try await self.number(slow.readFrame()) < number {}
      #expect(await eventually { handler.seen.written.count == before + 2 })
      let late = handler.seen.written.dropFirst(before)
      #expect(late.allSatisfy { $0.made == made && $0.now == made + 7_000_000_000 })
    }
  }

  @Test func aSlowReaderIsHeard() async throws {
    try await withGroup { server, handler in
      let slow = try await RawClient(port: server.port, receiveBuffer: 4_096)
      try await slow.upgrade()
      #expect(await eventually { handler.seen.opened.count == 1 })
      for round in 1...20 {
        for _ in 0..<5 { server.broadcast(frame(round), to: Self.group) }
        try await slow.sendText("round \(round)")
        _ = try await slow.readFrame()
        _ = try await slow.readFrame()
      }
      #expect(await eventually { handler.seen.texts == (1...20).map { "round \($0)" } })
    }
  }

  @Test func pongsAndPingsKeepTheirPlaceUnderASlowReader() async throws {
    try await withGroup { server, handler in
      let client = try await RawClient(port: server.port, receiveBuffer: 4_096)
      try await client.upgrade()
      #expect(await eventually { handler.seen.opened.count == 1 })
      // Frames that do not fit, with pings of the client's in between: what comes must be whole
      // frames, one after the other, whatever the library puts between them.
      var pongs = 0
      var last = 0
      for round in 1...60 {
        server.broadcast(frame(round, count: 150_000), to: Self.group)
        try await client.send(RawClient.frame(9, Array("ping \(round)".utf8)))
        if round % 3 == 0 {
          let frame = try await client.readFrame()
          if frame.opcode == 10 {
            pongs += 1
          } else {
            #expect(frame.opcode == 2)
            #expect(frame.payload.count == 150_000)
            #expect(frame.payload.dropFirst(4).allSatisfy { $0 == 7 })
            #expect(number(frame) > last)
            last = number(frame)
          }
        }
      }
      while last < 60 {
        let frame = try await client.readFrame()
        if frame.opcode == 10 {
          #expect(frame.text.hasPrefix("ping "))
          pongs += 1
          continue
        }
        #expect(frame.payload.dropFirst(4).allSatisfy { $0 == 7 })
        last = number(frame)
      }
      // Whoever reads again is heard again.
      while pongs == 0 {
        if try await client.readFrame().opcode == 10 { pongs += 1 }
      }
    }
  }
}
