import DashboardProtocol
import LiveModels
import Providers
import Simulation
import StreamMetrics
import Synchronization
import Tracks

/// What the parts of a serving have in common.
struct ServeParts: Sendable {
  /// Names this run.
  let run: String
  /// Paces everything.
  let clock: any ElapsedClock
  /// The clock's zero in nanoseconds of CLOCK_MONOTONIC.
  let clockOriginNanoseconds: UInt64
  let provider: SimulatedLocationProvider
  let library: TraceLibrary
  let playback: PlaybackModel
  let metrics: MetricsModel
  let consumers: DemonstrationConsumers
  /// Tells the readers of `/events`.
  let feed: Broadcaster<FeedItem>
  /// The count over frames and events.
  let sequence = WireSequence()
  let counters = ServeCounters()
  /// How old the position frames were when the sockets had them.
  let socketAges = SocketAges()
  /// What was emitted lately, for exports.
  let history = EmittedHistory()
  let exports = ExportStore()
  /// How journeys are laid out.
  let timelineOptions: TimelineOptions
  /// Metres a second for what has no times.
  let untimedSpeed: Double
  /// The geofences as GeoJSON.
  let geofences: EncodedJSON
  /// The address of street tiles, or nil when there are none.
  var tiles: String?
  /// Frames a second.
  let hertz: Double
  let stale: Duration
  let gone: Duration
  /// How long a search waits for the next keystroke.
  let searchDelay = Duration.milliseconds(100)
  /// The least time between two tellings of all positions as text.
  let feedPeriod = Duration.milliseconds(500)

  /// The time between two frames.
  var tick: Duration { .seconds(1) / hertz }

  /// A time on the clock as CLOCK_MONOTONIC has it.
  func nanoseconds(of elapsed: Duration) -> UInt64 {
    clockOriginNanoseconds &+ UInt64(max(0, elapsed.wholeNanoseconds))
  }

  /// The state now.
  func stateMessage(_ state: PlaybackState? = nil) -> StateMessage {
    var message = StateMessage(
      state ?? provider.state, sequence: sequence.current,
      policy: consumers.policies.map(\.description).joined(separator: ","))
    message.consumerDelayMilliseconds = consumers.delay.inMilliseconds
    return message
  }

  /// The greeting of a new connection.
  func hello(vehicles: EncodedJSON, state: StateMessage) -> HelloMessage {
    var hello = HelloMessage(
      server: "rastro/\(Rastro.version)", run: run,
      capabilities: [
        "resume", "subscribe", "search", "uploads", "export", "noise", "faults", "policies",
      ],
      clockNanoseconds: nanoseconds(of: clock.now), hertz: hertz,
      staleMilliseconds: stale.wholeMilliseconds, goneMilliseconds: gone.wholeMilliseconds,
      state: state, vehicles: vehicles, geofences: geofences)
    hello.tiles = tiles
    return hello
  }
}

/// The count over frames and events; only the hub raises it.
final class WireSequence: Sendable {
  private let value = Atomic<UInt64>(0)

  /// The newest number.
  var current: UInt64 { value.load(ordering: .relaxed) }

  /// Takes the next number.
  func next() -> UInt64 {
    value.add(1, ordering: .relaxed).newValue
  }
}

/// How many tasks live that commands started; none is left after the end.
final class ServeCounters: Sendable {
  private let liveTasks = Atomic<Int>(0)

  /// Tasks that have not ended.
  var tasks: Int { liveTasks.load(ordering: .relaxed) }

  func taskStarted() { liveTasks.add(1, ordering: .relaxed) }

  func taskEnded() { liveTasks.subtract(1, ordering: .relaxed) }
}

extension Duration {
  /// The duration in milliseconds, rounded toward zero.
  var wholeMilliseconds: Int { Int(wholeNanoseconds / 1_000_000) }

  /// The duration in milliseconds.
  var inMilliseconds: Double { inSeconds * 1000 }
}
