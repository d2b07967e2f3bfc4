import Testing

@testable import WebServer

@Suite struct WebSocketClientsTests {
  /// Counts what each client got and remembers the newest stamp.
  final class Tally: WebSocketClientHandler {
    struct State: Sendable {
      var stamps: [Int: [UInt64]] = [:]
      var texts: [Int: [String]] = [:]
      var sizes: Set<Int> = []
      var ended: [Int] = []
    }

    private let state = SystemMutex(State())
    var seen: State { state.withLock { $0 } }

    func client(_ client: Int, receivedBinary count: Int, stamp: UInt64, at now: UInt64) {
      state.withLock {
        $0.stamps[client, default: []].append(stamp)
        $0.sizes.insert(count)
      }
    }
    func client(_ client: Int, receivedText text: [UInt8], at now: UInt64) {
      state.withLock { $0.texts[client, default: []].append(String(decoding: text, as: UTF8.self)) }
    }
    func clientEnded(_ client: Int) { state.withLock { $0.ended.append(client) } }
  }

  private static let group = FanOutGroup(rawValue: 1)

  private func frame(_ number: UInt64, count: Int) -> SharedFrame {
    var bytes = [UInt8](repeating: 7, count: count)
    for index in 0..<8 { bytes[index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
    return SharedFrame(.binary, bytes)
  }

  @Test(arguments: [1, 3]) func everyClientGetsEveryFrameOverAnyNumberOfThreads(
    threads: Int
  ) async throws {
    var configuration = WebServerConfiguration.patient
    configuration.serviceThreads = threads
    let handler = ScriptedHandler(onOpen: { id, server in
      server.send(Array("hello".utf8), to: id)
      server.move(id, to: Self.group)
    })
    let tally = Tally()
    try await withWebServer(configuration: configuration, handler: handler) { server in
      #expect(server.counters.threads == threads)
      var options = WebSocketClientOptions(port: server.port, count: 60)
      options.greeting = Array("hola".utf8)
      let figures = try await withWebSocketClients(options, handler: tally) { clients in
        await clients.opened()
        #expect(await eventually { handler.seen.texts.count == 60 })
        for number in 1...20 {
          server.broadcast(frame(UInt64(number), count: 3_000), to: Self.group)
          #expect(
            await eventually { tally.seen.stamps.values.allSatisfy { $0.last == UInt64(number) } })
        }
        #expect(await eventually { await clients.snapshot().messages == 60 * 21 })
        return await clients.snapshot()
      }
      #expect(figures.open == 60)
      #expect(figures.failed == 0)
      #expect(figures.messagesByClient == [Int](repeating: 21, count: 60))
      #expect(figures.bytes == 60 * (20 * 3_000 + 5))
      #expect(tally.seen.stamps.count == 60)
      #expect(tally.seen.stamps.values.allSatisfy { $0 == (1...20).map { UInt64($0) } })
      #expect(tally.seen.texts.values.allSatisfy { $0 == ["hello"] })
      #expect(Set(handler.seen.texts) == ["hola"])
      #expect(await eventually { server.counters.connections == 0 })
      // Every thread had its share.
      #expect(Set(handler.seen.opened.map(\.shard)).count == threads)
    }
    #expect(tally.seen.ended.count == 60)
  }

  @Test func stoppedReadersAreLeftBehindAndCatchUpWithTheNewest() async throws {
    let handler = ScriptedHandler(onOpen: { id, server in server.move(id, to: Self.group) })
    let tally = Tally()
    try await withWebServer(configuration: .patient, handler: handler) { server in
      var options = WebSocketClientOptions(port: server.port, count: 10)
      options.slowCount = 3
      options.slowReading = .stopped
      try await withWebSocketClients(options, handler: tally) { clients in
        await clients.opened()
        for number in 1...150 {
          server.broadcast(frame(UInt64(number), count: 120_000), to: Self.group)
          #expect(
            await eventually {
              (3..<10).allSatisfy { tally.seen.stamps[$0]?.last == UInt64(number) }
            })
        }
        #expect(tally.seen.stamps[0] == nil)
        let figures = await server.statistics(of: handler.seen.opened[0])
        #expect((figures?.queuedBytes ?? 0) <= 120_010)
        clients.read(.full, of: 0..<3)
        #expect(await eventually { (0..<3).allSatisfy { tally.seen.stamps[$0]?.last == 150 } })
        for number in 0..<3 {
          let stamps = tally.seen.stamps[number] ?? []
          #expect(stamps.count < 100)
          #expect(stamps == stamps.sorted())
        }
      }
    }
    #expect(tally.seen.sizes == [120_000])
  }

  @Test func aLimitedReaderReadsAtItsRate() async throws {
    let handler = ScriptedHandler(onOpen: { id, server in server.move(id, to: Self.group) })
    let tally = Tally()
    try await withWebServer(configuration: .patient, handler: handler) { server in
      var options = WebSocketClientOptions(port: server.port, count: 1)
      options.slowCount = 1
      options.slowReading = .limited(bytesPerSecond: 400_000)
      try await withWebSocketClients(options, handler: tally) { clients in
        await clients.opened()
        let clock = SuspendingClock()
        let start = clock.now
        while clock.now - start < .seconds(2) {
          server.broadcast(frame(1, count: 20_000), to: Self.group)
          try await Task.sleep(for: .milliseconds(10))
        }
        let bytes = await clients.snapshot().bytes
        // 4 MB were offered; a loaded machine only makes it less.
        #expect(bytes > 0)
        #expect(bytes < 1_400_000)
      }
    }
  }

  @Test func aServerThatIsNotThereFailsEveryClient() async throws {
    let port = try await withEchoServer { $0.port }
    let tally = Tally()
    let figures = try await withWebSocketClients(
      WebSocketClientOptions(port: port, count: 5), handler: tally
    ) { clients in
      await clients.opened()
      return await clients.snapshot()
    }
    #expect(figures.failed == 5)
    #expect(figures.open == 0)
    #expect(tally.seen.ended.sorted() == [0, 1, 2, 3, 4])
  }

  @Test func aTokenOpensTheDoor() async throws {
    var configuration = WebServerConfiguration.patient
    configuration.tokens = AccessTokens(controller: "steer")
    let tally = Tally()
    try await withEchoServer(configuration) { server in
      var options = WebSocketClientOptions(port: server.port, count: 2)
      let refused = try await withWebSocketClients(options, handler: tally) { clients in
        await clients.opened()
        return await clients.snapshot()
      }
      #expect(refused.failed == 2)
      options.token = "steer"
      let taken = try await withWebSocketClients(options, handler: tally) { clients in
        await clients.opened()
        clients.send(Array("echo".utf8), from: 1)
        #expect(await eventually { tally.seen.texts[1] == ["echo"] })
        return await clients.snapshot()
      }
      #expect(taken.open == 2)
    }
  }
}
