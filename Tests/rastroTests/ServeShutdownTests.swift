import Foundation
import LiveModels
import Providers
import TestSupport
import Testing

@testable import WebServer
@testable import rastro

/// What is left of a serving after its end: nothing.
@Suite(.timeLimit(.minutes(5)))
struct ServeShutdownTests {
  private struct Failed: Error {}

  /// Counts what clients hear.
  private struct Listener: WebSocketClientHandler {
    let texts = Log<String>()
    let frames = Log<Int>()
    let ended = Log<Int>()

    func client(_ client: Int, receivedBinary count: Int, stamp: UInt64, at now: UInt64) {
      frames.append(count)
    }
    func client(_ client: Int, receivedText text: [UInt8], at now: UInt64) {
      texts.append(String(decoding: text, as: UTF8.self))
    }
    func clientEnded(_ client: Int) { ended.append(client) }
  }

  @Test(arguments: [false, true])
  func c08_nothingIsLeftAfterTheEnd(fails: Bool) async throws {
    let fixture = try await HubFixture()
    let handler = ServeHandler(ages: fixture.parts.socketAges)
    let listener = Listener()
    var counters: WebServerCounters?
    do {
      try await withWebServer(configuration: .init(port: 0), handler: handler) { server in
        counters = server.counters
        try await fixture.parts.run(server: server, handler: handler) { hub in
          _ = try await hub.load(["a", "b"])
          _ = try await fixture.parts.playback.play()
          try await withWebSocketClients(
            .init(port: server.port, count: 5), handler: listener
          ) { clients in
            await clients.opened()
            // A search waits on the clock that nobody turns.
            clients.send(
              Array(#"{"jsonrpc":"2.0","id":1,"method":"search","params":{"query":"a"}}"#.utf8),
              from: 0)
            while listener.frames.count < 5 || fixture.parts.counters.tasks == 0 {
              await Task.yield()
            }
            #expect(server.counters.webSockets == 5)
            #expect(fixture.clock.sleeperCount > 0)
            if fails { throw Failed() }
          }
        }
      }
      #expect(!fails)
    } catch is Failed {
      #expect(fails)
    }
    let left = try #require(counters)
    let counts: [Int] = [left.connections, left.webSockets, left.requests, left.threads]
    #expect(counts == [0, 0, 0, 0])
    #expect(fixture.parts.counters.tasks == 0)
    #expect(fixture.clock.sleeperCount == 0)
    #expect(fixture.parts.provider.subscriberCount == 0)
    #expect(!fixture.parts.provider.isRunning)
    #expect(listener.texts.elements.first?.contains("\"method\":\"hello\"") == true)
  }
}
