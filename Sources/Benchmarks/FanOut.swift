import Glibc
import Synchronization
import WebServer

/// One frame to many sockets, against a plain C libwebsockets broadcaster.
enum FanOut {
  private static let usage = """
    usage: Benchmarks fanout serve PORT SIZE HZ CLIENTS [THREADS]
             waits for CLIENTS WebSockets on /ws, then sends one frame of SIZE bytes to all of them
             at HZ a second, 0 for as fast as they take it; ends with its process; with as many
             THREADS as suit the processors it may use
    """

  static func run(_ arguments: [String]) async throws -> Int32 {
    switch arguments.first {
    case "serve": return await serve(Array(arguments.dropFirst()))
    case "compare": return try FanOutComparison.run(Array(arguments.dropFirst()))
    default:
      print(usage)
      print(FanOutComparison.usage)
      return 64
    }
  }

  private static func serve(_ arguments: [String]) async -> Int32 {
    guard arguments.count >= 4, let port = UInt16(arguments[0]), let size = Int(arguments[1]),
      let rate = Double(arguments[2]), let clients = Int(arguments[3])
    else {
      print(usage)
      return 64
    }
    DescriptorLimit.raise()
    var configuration = WebServerConfiguration(port: port)
    configuration.limits.connections = max(clients * 2, 1_000)
    configuration.serviceThreads =
      arguments.count > 4
      ? Int(arguments[4]) ?? 1 : WebServerConfiguration.suitableServiceThreads
    // Load clients that stand still are part of what is measured.
    configuration.limits.stalledTime = .seconds(600)
    let audience = Audience()
    do {
      try await withWebServer(configuration: configuration, handler: audience) { server in
        while audience.count < clients { try await Task.sleep(for: .milliseconds(10)) }
        try await broadcast(size: size, rate: rate, on: server)
      }
    } catch {
      print("fanout: \(error)")
      return 1
    }
    return 0
  }

  private static let group = FanOutGroup(rawValue: 1)

  private static func broadcast(size: Int, rate: Double, on server: WebServer) async throws {
    var payload = [UInt8](repeating: UInt8(ascii: "x"), count: max(size, 8))
    let clock = SuspendingClock()
    var deadline = clock.now
    while !Task.isCancelled {
      var time = timespec()
      unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      let stamp = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
      for index in 0..<8 { payload[index] = UInt8(truncatingIfNeeded: stamp >> (8 * index)) }
      server.broadcast(SharedFrame(.binary, payload), to: group)
      if rate > 0 {
        deadline += .seconds(1) / rate
        try await clock.sleep(until: deadline)
      } else {
        await server.drained(group)
      }
    }
  }

  /// Puts everybody who comes into the one group.
  private final class Audience: WebServerHandler {
    private let opened = Atomic<Int>(0)

    var count: Int { opened.load(ordering: .relaxed) }

    @concurrent func request(_ request: HTTPRequest) async -> HTTPResponse? { nil }
    func connectionOpened(_ id: Connection.ID, _ info: Connection.Info, on server: WebServer) {
      server.move(id, to: FanOut.group)
      opened.add(1, ordering: .relaxed)
    }
    func message(_ id: Connection.ID, text: [UInt8], on server: WebServer) {}
    func message(_ id: Connection.ID, binary: [UInt8], on server: WebServer) {}
    func connectionClosed(_ id: Connection.ID) { opened.subtract(1, ordering: .relaxed) }
  }
}
