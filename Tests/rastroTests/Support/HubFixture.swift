import DashboardProtocol
import LiveModels
import Providers
import Simulation
import StreamMetrics
import Synchronization
import TestSupport
import TraceFormats
import Tracks

@testable import WebServer
@testable import rastro

/// A hub without sockets, on a clock that is turned by hand.
struct HubFixture: Sendable {
  let clock = ManualClock()
  let transport = RecordingTransport()
  let parts: ServeParts
  let hub: DashboardHub

  /// Makes a hub whose library holds some traces of straight drives.
  ///
  /// - Parameters:
  ///   - traces: Names of files, each a drive of 61 points, one a second; `broken` cannot be read.
  ///   - beforeReading: Called before a trace is read.
  /// - Throws: When the catalogue cannot be made.
  init(
    traces: [String] = ["a.gpx", "b.gpx"],
    beforeReading: @escaping @Sendable (String) async throws -> Void = { _ in }
  ) async throws {
    let provider = SimulatedLocationProvider(
      playback: try Playback(timeline: nil), clock: clock,
      options: .init(lifecycle: .commands, waitsForSubscribers: false))
    let library = TraceLibrary { source in
      guard case .file(let name) = source else { return Self.trace("upload", row: 9) }
      try await beforeReading(name)
      if name.hasPrefix("broken") { throw TraceError(.malformed, line: 3, "not well-formed") }
      return Self.trace(name, row: traces.firstIndex(of: name) ?? 0)
    }
    _ = try await library.add(traces.map { TraceListing.File(path: $0) })
    parts = ServeParts(
      run: "test", clock: clock, clockOriginNanoseconds: 1_000, provider: provider,
      library: library, playback: await PlaybackModel(provider),
      metrics: await MetricsModel(),
      consumers: DemonstrationConsumers(
        provider: provider, clock: clock, policies: [.newest(1)]),
      feed: Broadcaster(clock: clock), timelineOptions: TimelineOptions(),
      untimedSpeed: Trace.defaultUntimedSpeed, geofences: .noFeatures, hertz: 10,
      stale: .seconds(10), gone: .seconds(60))
    hub = DashboardHub(parts: parts, transport: transport)
  }

  private static func trace(_ name: String, row: Int) -> Trace {
    var trace = Trace(format: .gpx)
    let fixes = (0...60).map { second in
      Fix(
        Coordinate(
          wrappingLatitude: 40 + Double(row), longitude: Double(second) / 1000),
        time: SourceTime(nanoseconds: Int64(second) * 1_000_000_000))
    }
    trace.tracks = [Track(name: name, segments: [TrackSegment(fixes: fixes)])]
    return trace
  }

  /// Opens a connection and waits for its greeting.
  @discardableResult
  func connect(_ slot: Int, role: Role = .controller) async -> Connection.ID {
    let id = Connection.ID(shard: 0, generation: 1, slot: slot)
    await hub.handle(.opened(id, role))
    await transport.until { $0.contains { $0.isSent(to: id, method: "metrics") } }
    return id
  }

  /// Sends a command and waits for its answer.
  func call(
    _ method: String, _ params: String = "{}", from id: Connection.ID, number: Int = 1
  ) async throws -> JSONValue {
    await send(method, params, from: id, number: number)
    return await answer(to: id, number: number)
  }

  /// Sends a command.
  func send(
    _ method: String, _ params: String = "{}", from id: Connection.ID, number: Int = 1
  ) async {
    let text = #"{"jsonrpc":"2.0","id":\#(number),"method":"\#(method)","params":\#(params)}"#
    await hub.handle(.message(id, Array(text.utf8)))
  }

  /// Waits for the answer to a command.
  func answer(to id: Connection.ID, number: Int = 1) async -> JSONValue {
    await transport.first { item in
      guard case .send(id, let message) = item, message["id"]?.int == number else { return nil }
      return message
    }
  }
}

/// What a hub sent, in order.
final class RecordingTransport: DashboardTransport {
  /// One thing that was sent.
  enum Item: Sendable {
    case broadcast(PositionFrame, SharedFrame.Extent, FanOutGroup)
    case notify(JSONValue, Audience)
    case send(Connection.ID, JSONValue)
    case move(Connection.ID, FanOutGroup?)

    /// Whether it is a notification of a method that went to one connection by name.
    func isSent(to id: Connection.ID, method: String) -> Bool {
      if case .send(id, let message) = self { message["method"]?.string == method } else { false }
    }

    /// The method of a notification to all or to some.
    var told: String? {
      if case .notify(let message, _) = self { message["method"]?.string } else { nil }
    }
  }

  private struct State {
    var items: [Item] = []
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  var items: [Item] { state.withLock { $0.items } }

  /// The position frames with the groups they went to.
  var frames: [(frame: PositionFrame, extent: SharedFrame.Extent, group: FanOutGroup)] {
    items.compactMap {
      if case .broadcast(let frame, let extent, let group) = $0 {
        (frame, extent, group)
      } else {
        nil
      }
    }
  }

  func removeAll() {
    state.withLock { $0.items = [] }
  }

  /// Waits until what was sent fulfils a condition.
  func until(_ condition: ([Item]) -> Bool) async {
    let _: Bool = await awaitItems { condition($0) ? true : nil }
  }

  /// Waits for the first item that a closure finds something in.
  func first<Found>(_ find: (Item) -> Found?) async -> Found {
    await awaitItems { items in
      for item in items {
        if let found = find(item) { return found }
      }
      return nil
    }
  }

  private func awaitItems<Found>(_ find: ([Item]) -> Found?) async -> Found {
    while true {
      let seen = items
      if let found = find(seen) { return found }
      await withCheckedContinuation { continuation in
        let isNew = state.withLock { state in
          if state.items.count != seen.count { return true }
          state.waiters.append(continuation)
          return false
        }
        if isNew { continuation.resume() }
      }
    }
  }

  private func append(_ item: Item?) {
    guard let item else { return }
    let waiters = state.withLock { state in
      state.items.append(item)
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  func broadcast(_ frame: SharedFrame, to group: FanOutGroup) {
    let payload = Array(frame.bytes.suffix(frame.payloadCount))
    append(PositionFrame(decoding: payload).map { .broadcast($0, frame.extent, group) })
  }

  func notify(_ frame: SharedFrame, to audience: Audience) {
    let payload = Array(frame.bytes.suffix(frame.payloadCount))
    append((try? JSONReader.read(payload)).map { .notify($0, audience) })
  }

  func send(_ text: [UInt8], to id: Connection.ID) {
    append((try? JSONReader.read(text)).map { .send(id, $0) })
  }

  func move(_ id: Connection.ID, to group: FanOutGroup?) {
    append(.move(id, group))
  }

  func statistics(of id: Connection.ID) async -> Connection.Statistics? { nil }
}
