public import Simulation
public import StreamMetrics
import Synchronization
public import Tracks

/// Plays journeys on an injected clock, and tells a delegate, sequences and sinks what happens.
///
/// ```swift
/// let provider = SimulatedLocationProvider(playback: playback, clock: ImmediateClock())
/// for await update in provider.updates(bufferingPolicy: .newest(64)) {
///   print(update.vehicle, update.fix.coordinate)
/// }
/// ```
///
/// **Subscribers** are the delegate between ``startUpdating()`` and ``stopUpdating()``, each iteration
/// of ``updates(of:bufferingPolicy:)``, ``events(bufferingPolicy:)`` and
/// ``emissions(bufferingPolicy:)``, and each sink. They are counted by identity, so that one that leaves
/// never ends another's stream. ``ProviderLifecycle`` says whether they start and stop playback.
///
/// **Commands** may come from any thread, the delegate's calls included. Each takes effect before it
/// returns, and returns the state after it. A seek, stop or load makes everything void that was emitted
/// before it and not yet taken.
///
/// **Order.** One task of the provider's own makes all callbacks and fills all streams, one emission
/// after another in the order of the sequence: sinks first, then streams, then the delegate. It runs
/// while there are subscribers or playback goes on, never blocks, and is cancelled when the provider is
/// released.
public final class SimulatedLocationProvider: Sendable {
  /// Paces playback, and stamps what is emitted.
  public let clock: any ElapsedClock
  let options: Options
  let gate = GenerationGate()
  let signal = LoopSignal()
  let stateBroadcaster: Broadcaster<PlaybackState>
  let storage: Mutex<State>

  /// Makes a provider that stands still until it has a subscriber or a command.
  ///
  /// - Parameters:
  ///   - playback: What is played, and how.
  ///   - clock: Paces it. Under rate `max` it is only asked for the time.
  ///   - options: Who starts and stops playback, and what a slow subscriber does to rate `max`.
  public init(playback: Playback, clock: any ElapsedClock, options: Options = Options()) {
    self.clock = clock
    self.options = options
    stateBroadcaster = Broadcaster(current: playback.state(at: clock.now))
    storage = Mutex(State(playback: playback, lifecycle: LifecycleStateMachine(options.lifecycle)))
  }

  deinit {
    end()
    storage.withLock { $0.loop.stop() }?.cancel()
  }

  /// How a provider behaves toward its subscribers.
  public struct Options: Hashable, Sendable {
    /// Who starts and stops playback.
    public var lifecycle: ProviderLifecycle
    /// Whether under rate `max` source time waits until every stream's subscriber has taken what its
    /// policy keeps, so that being as fast as it goes costs nobody an element.
    public var waitsForSubscribers: Bool

    /// Makes options.
    public init(lifecycle: ProviderLifecycle = .subscribers, waitsForSubscribers: Bool = true) {
      self.lifecycle = lifecycle
      self.waitsForSubscribers = waitsForSubscribers
    }
  }

  /// Receives callbacks between ``startUpdating()`` and ``stopUpdating()``; not kept alive.
  public var delegate: (any SimulatedLocationProviderDelegate)? {
    get { storage.withLock { $0.delegate } }
    set { storage.withLock { $0.delegate = newValue } }
  }

  /// How many subscribers there are, the delegate and sinks included.
  public var subscriberCount: Int { storage.withLock { $0.lifecycle.subscriberCount } }

  /// Whether the provider's task runs.
  public var isRunning: Bool { storage.withLock { $0.loop.isRunning } }

  /// What is loaded.
  public var vehicles: [Vehicle] { storage.withLock { $0.playback.vehicles } }

  /// What playback is doing now.
  public var state: PlaybackState {
    let now = clock.now
    return storage.withLock { $0.playback.state(at: now) }
  }

  /// What was asked of playback over all the time that it played, and what came of it.
  public var pacing: PlaybackPacing {
    let now = clock.now
    return storage.withLock { $0.playback.pacing(at: now) }
  }

  /// The newest fix of a vehicle, or nil when it has none in this generation.
  public func newestFix(of vehicle: UInt32) -> Fix? {
    storage.withLock { $0.playback.newestFix(of: vehicle) }
  }

  /// Where every vehicle is now, at the playhead.
  ///
  /// - Parameter sample: What it holds is replaced; its storage is used again.
  public func sample(into sample: inout FleetSample) {
    let now = clock.now
    // A copy shares what is large, and lets the provider go on while the positions are worked out.
    let playback = storage.withLock { $0.playback }
    playback.sample(at: now, into: &sample)
  }

  /// From due to emitted, over all fixes at a finite rate.
  public var lateness: LatencyHistogram { storage.withLock { $0.figures.lateness } }

  /// The figures of the stages up to the subscribers: the source, then the broadcast to them.
  public var figures: [StageFigures] {
    let now = clock.now
    return storage.withLock { $0.figures.stages(at: now) }
  }
}
