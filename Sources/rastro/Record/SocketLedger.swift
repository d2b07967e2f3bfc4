import StreamMetrics
import Synchronization
import WebServer

/// What the server and the clients of a run tell, from their service threads.
final class SocketLedger: WebServerHandler, WebSocketClientHandler {
  private struct State {
    var connections: [Connection.ID] = []
    var tally = SocketTally()
    var frames: UInt64 = 0
    var received: UInt64 = 0
    var latency = LatencyHistogram()
    var written = LatencyHistogram()
  }

  private let state = Mutex(State())

  /// The connections that were ever opened.
  var connections: [Connection.ID] { state.withLock { $0.connections } }

  /// Frames made so far.
  var frames: UInt64 { state.withLock { $0.frames } }

  /// Frames that clients have read.
  var received: UInt64 { state.withLock { $0.received } }

  /// From when a frame was made to when a client had read it.
  var latency: LatencyHistogram { state.withLock { $0.latency } }

  /// From when a frame was made to when a socket had taken it.
  var written: LatencyHistogram { state.withLock { $0.written } }

  /// What became of the frames that all connections were offered, as far as the server was asked.
  var counters: StageCounters { state.withLock { $0.tally.counters(frames: $0.frames) } }

  /// Counts a frame that is about to be sent to all.
  func countFrame() {
    state.withLock { $0.frames += 1 }
  }

  /// Takes what the server says of a connection, told by its place among those that were opened.
  func update(_ connection: Int, _ figures: (sent: Int, replaced: Int)?) {
    state.withLock { $0.tally.update(connection, figures) }
  }

  @concurrent func request(_ request: HTTPRequest) async -> HTTPResponse? { nil }

  func connectionOpened(_ id: Connection.ID, _ info: Connection.Info, on server: WebServer) {
    state.withLock { $0.connections.append(id) }
    server.move(id, to: .everyone)
  }

  // The clients only listen.
  func message(_ id: Connection.ID, text: [UInt8], on server: WebServer) {}

  func message(_ id: Connection.ID, binary: [UInt8], on server: WebServer) {}

  func connectionClosed(_ id: Connection.ID) {}

  func frameWritten(made: UInt64, at now: UInt64) {
    state.withLock { $0.written.record(nanoseconds: now > made ? now - made : 0) }
  }

  func client(_ client: Int, receivedBinary count: Int, stamp: UInt64, at now: UInt64) {
    state.withLock { state in
      state.received += 1
      state.latency.record(nanoseconds: now > stamp ? now - stamp : 0)
    }
  }

  // The server of a run sends frames alone.
  func client(_ client: Int, receivedText text: [UInt8], at now: UInt64) {}

  func clientEnded(_ client: Int) {}
}
