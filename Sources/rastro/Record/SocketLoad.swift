import DashboardProtocol
import Providers
import Recording
import Simulation
import StreamMetrics
import Synchronization
import Tracks
import WebServer

/// WebSocket clients over loopback, and the server that sends them position frames as `serve` would.
///
/// A frame is made once a tick and shared by all; a client that does not keep up gets the newest.
/// Latency counts from when a frame was made, to when a socket had taken it and to when a client had
/// read it.
struct SocketLoad: Sendable {
  /// How long clients may take for the last frame.
  private static let grace = Duration.milliseconds(500)

  private let options: RecordOptions
  private let provider: SimulatedLocationProvider
  private let clock: MonotonicClock
  private let server: WebServer
  private let ledger: SocketLedger

  /// Runs a body while the clients are connected.
  ///
  /// - Parameters:
  ///   - options: How many there are, and how many stop reading.
  ///   - provider: What the frames show.
  ///   - clock: Paces the frames.
  ///   - body: The work.
  /// - Returns: What the body returns.
  /// - Throws: `Failure` with status 69 when the server or the clients cannot start.
  static func run<Value: Sendable>(
    _ options: RecordOptions, _ provider: SimulatedLocationProvider, _ clock: MonotonicClock,
    _ body: (SocketLoad) async -> Value
  ) async throws(Failure) -> Value {
    var configuration = WebServerConfiguration(port: 0)
    configuration.serviceThreads = WebServerConfiguration.suitableServiceThreads
    configuration.limits.connections = options.clients + 16
    // A client that does not read is what is to be measured, so it is not sent away.
    configuration.limits.stalledTime = .seconds(86_400)
    configuration.pingInterval = .seconds(86_400)
    let ledger = SocketLedger()
    do {
      return try await withWebServer(configuration: configuration, handler: ledger) { server in
        var load = WebSocketClientOptions(port: server.port, count: options.clients)
        load.slowCount = options.slowClients
        return try await withWebSocketClients(load, handler: ledger) { clients in
          await clients.opened()
          let failed = await clients.snapshot().failed
          if failed > 0 {
            throw Failure(
              .unavailable,
              "\(failed) of \(options.clients) clients could not connect; ask for less")
          }
          return await body(
            SocketLoad(
              options: options, provider: provider, clock: clock, server: server, ledger: ledger))
        }
      }
    } catch let error as Failure {
      throw error
    } catch {
      throw Failure(.unavailable, "the clients' server cannot start: \(error)")
    }
  }

  /// Sends frames until cancelled.
  func send() async {
    let tick = Duration.seconds(1) / (options.playback.hz ?? 10)
    var sample = FleetSample(
      sourceTime: SourceTime(nanoseconds: 0), emitted: .zero, generation: 0)
    var next = clock.now
    var sequence: UInt32 = 0
    while true {
      sequence &+= 1
      send(&sample, sequence)
      next += tick
      if (try? await clock.sleep(until: next)) == nil { return }
    }
  }

  private func send(_ sample: inout FleetSample, _ sequence: UInt32) {
    provider.sample(into: &sample)
    let made = clock.originNanoseconds + UInt64(max(0, sample.emitted.wholeNanoseconds))
    let header = PositionFrame.Header(
      emittedNanoseconds: made,
      sourceMicroseconds: sample.sourceTime.microseconds, sequence: sequence,
      generation: sample.generation, kind: .full)
    let columns = PositionColumns(
      vehicles: sample.vehicles, latitudes: sample.latitudes, longitudes: sample.longitudes,
      speeds: sample.speeds, courses: sample.courses)
    ledger.countFrame()
    server.broadcast(
      SharedFrame(
        .binary, PositionFrame(header: header, columns: columns).encoded(), made: made),
      to: .everyone)
  }

  /// Lets the clients that read take what is under way, for a while.
  func settle() async {
    let deadline = clock.now + Self.grace
    let readers = options.clients - options.slowClients
    while ledger.received < ledger.frames * UInt64(readers), clock.now < deadline {
      if (try? await clock.sleep(until: clock.now + .milliseconds(5))) == nil { return }
    }
  }

  /// What the sockets have counted.
  ///
  /// A frame that was made is offered to every client; it is delivered when it was given to the socket,
  /// and dropped when a newer one took its place.
  var snapshot: RunSnapshot.Stage {
    get async {
      for (index, connection) in ledger.connections.enumerated() {
        let figures = await server.statistics(of: connection)
        ledger.update(index, figures.map { ($0.sent, $0.replaced) })
      }
      return RunSnapshot.Stage(
        name: .socket, counters: ledger.counters, latency: ledger.latency, written: ledger.written)
    }
  }
}
