public import Simulation
public import StreamMetrics
import Synchronization
public import Tracks

/// Tells sequences, devices and sinks of fixes that come from outside: of a receiver, another program, or
/// whatever else hands them over.
///
/// ```swift
/// let provider = ExternalLocationProvider(clock: MonotonicClock())
/// device.setSource(provider)
/// async let telling: Void = provider.run()
/// for try await fix in receiver.fixes { provider.receive(fix) }
/// provider.finish()
/// await telling
/// ```
///
/// What is handed over waits until ``run()``, which one task at a time calls, tells of it: sinks first,
/// then streams, one emission after another. So much waits at most; of more, the oldest is dropped and
/// counted.
public final class ExternalLocationProvider: LocationSource {
  /// Fixes that may wait until they are told.
  public static let waitingLimit = 4096

  private enum Input {
    case fix(Fix, vehicle: UInt32)
    case loss(vehicle: UInt32)
  }

  private struct State {
    var reception: Reception
    var waiting: [Input] = []
    var counters = StageCounters()
    var subscribers: [(id: SubscriberID, subscriber: LocationSubscriber)] = []
    var sinks: [EmissionSink] = []
    /// Whether the present run is to end, or else the next at once.
    var isFinishing = false
  }

  /// What has come since the last turn, told to whom.
  private struct Turn {
    var emissions: [Emission] = []
    var subscribers: [(id: SubscriberID, subscriber: LocationSubscriber)] = []
    var sinks: [EmissionSink] = []
    var deadline: Duration?
    var isLast = false
  }

  /// Stamps what is emitted, and judges silences.
  public let clock: any ElapsedClock
  private let signal = LoopSignal()
  private let state: Mutex<State>

  /// Makes a provider of nothing so far.
  ///
  /// - Parameters:
  ///   - vehicles: How many vehicles there are, numbered from 0.
  ///   - clock: Stamps what is emitted, and judges silences.
  ///   - events: What is watched for.
  public init(
    vehicles: Int = 1, clock: any ElapsedClock, events: EventOptions = EventOptions()
  ) {
    self.clock = clock
    state = Mutex(State(reception: Reception(vehicles: vehicles, events: events)))
  }

  deinit {
    end()
  }

  /// Fixes handed over, told, dropped since too many waited, and waiting.
  public var counters: StageCounters { state.withLock { $0.counters } }

  /// How many subscribers there are, sinks included.
  public var subscriberCount: Int { state.withLock { $0.subscribers.count + $0.sinks.count } }

  /// The newest fix of a vehicle that was told, or nil before the first.
  public func newestFix(of vehicle: UInt32 = 0) -> Fix? {
    state.withLock { $0.reception.newestFix(of: vehicle) }
  }

  /// Hands a fix over; returns at once.
  public func receive(_ fix: Fix, of vehicle: UInt32 = 0) {
    put(.fix(fix, vehicle: vehicle))
  }

  /// Tells that nothing comes of a vehicle any more, until its next fix: that its connection went.
  public func lose(_ vehicle: UInt32 = 0) {
    put(.loss(vehicle: vehicle))
  }

  /// Tells of what is handed over, until ``finish()`` and all that waits then, or until the task is
  /// cancelled; every stream and sink ends with it. Who subscribes later waits for the next run.
  public func run() async {
    while !Task.isCancelled {
      let turn = takeTurn()
      for sink in turn.sinks where !turn.emissions.isEmpty { await sink.untilRoom?() }
      for emission in turn.emissions {
        for sink in turn.sinks { sink.call(emission) }
        for (_, subscriber) in turn.subscribers { subscriber.offer(emission, due: emission.due) }
      }
      if turn.isLast { break }
      guard turn.emissions.isEmpty else { continue }
      if let deadline = turn.deadline {
        await signal.wait(until: deadline, on: clock)
      } else {
        await signal.wait()
      }
    }
    end()
  }

  /// Lets ``run()`` return when what waits has been told.
  public func finish() {
    state.withLock { $0.isFinishing = true }
    signal.raise()
  }

  private func put(_ input: Input) {
    state.withLock { state in
      if case .fix = input { state.counters.offer() }
      if state.waiting.count >= Self.waitingLimit,
        case .fix = state.waiting.removeFirst()
      {
        state.counters.drop()
      }
      state.waiting.append(input)
    }
    signal.raise()
  }

  private func takeTurn() -> Turn {
    let now = clock.now
    return state.withLock { state in
      var turn = Turn()
      for input in state.waiting {
        switch input {
        case .fix(let fix, let vehicle):
          state.counters.deliver()
          state.reception.receive(fix, of: vehicle, at: now, into: &turn.emissions)
        case .loss(let vehicle):
          state.reception.lose(vehicle, at: now, into: &turn.emissions)
        }
      }
      state.waiting.removeAll(keepingCapacity: true)
      state.reception.advance(to: now, into: &turn.emissions)
      turn.subscribers = state.subscribers
      turn.sinks = state.sinks
      turn.deadline = state.reception.nextDeadline
      turn.isLast = state.isFinishing
      return turn
    }
  }

  /// Lets every subscriber go; they are ended outside the lock, since that calls back.
  private func end() {
    let (subscribers, sinks) = state.withLock { state in
      state.isFinishing = false
      defer { (state.subscribers, state.sinks) = ([], []) }
      return (state.subscribers, state.sinks)
    }
    for (_, subscriber) in subscribers { subscriber.finish() }
    for sink in sinks { sink.finished() }
  }
}

// MARK: Subscribers

extension ExternalLocationProvider {
  /// A cold sequence of fixes, which keeps the provider alive; each iteration is a subscriber.
  ///
  /// - Parameters:
  ///   - vehicle: The number of the vehicle whose fixes are wanted, or nil for all.
  ///   - bufferingPolicy: What happens to fixes that are not asked for in time.
  /// - Returns: The sequence. It ends as ``CountedStream`` says: the provider finishes it when ``run()``
  ///   returns, and when it is released.
  public func updates(
    of vehicle: UInt32? = nil, bufferingPolicy: BufferingPolicy
  ) -> LocationUpdates {
    stream(bufferingPolicy) { .updates($0, vehicle: vehicle) }
  }

  /// A cold sequence of events, which keeps the provider alive; each iteration is a subscriber.
  ///
  /// - Parameter bufferingPolicy: What happens to events that are not asked for in time.
  /// - Returns: The sequence, which ends as that of ``updates(of:bufferingPolicy:)`` does.
  public func events(bufferingPolicy: BufferingPolicy) -> CountedStream<SimulationEvent> {
    stream(bufferingPolicy) { .events($0) }
  }

  /// A cold sequence of fixes and events in their order, which keeps the provider alive; each iteration
  /// is a subscriber.
  ///
  /// - Parameter bufferingPolicy: What happens to emissions that are not asked for in time.
  /// - Returns: The sequence, which ends as that of ``updates(of:bufferingPolicy:)`` does.
  public func emissions(bufferingPolicy: BufferingPolicy) -> CountedStream<Emission> {
    stream(bufferingPolicy) { .emissions($0) }
  }

  /// Adds a subscriber that is called for each emission, in order, before any policy.
  ///
  /// - Parameters:
  ///   - call: Receives each emission, from the task of ``run()``. It must not block.
  ///   - untilRoom: Awaited before each batch of emissions.
  ///   - finished: Called once, and last, when ``run()`` returns or the provider is released; not after
  ///     the token was cancelled.
  /// - Returns: What keeps the sink in place.
  public func addSink(
    _ call: @escaping @Sendable (Emission) -> Void,
    untilRoom: (@Sendable () async -> Void)? = nil,
    finished: @escaping @Sendable () -> Void = {}
  ) -> EmissionSinkToken {
    let token = EmissionSinkToken { [weak self] id in self?.remove(id) }
    let sink = EmissionSink(
      id: SubscriberID(token), call: call, untilRoom: untilRoom, finished: finished)
    state.withLock { $0.sinks.append(sink) }
    return token
  }

  private func stream<Element>(
    _ policy: BufferingPolicy,
    subscriber: @escaping @Sendable (StreamSink<Element>) -> LocationSubscriber
  ) -> CountedStream<Element> {
    CountedStream(bufferingPolicy: policy, clock: clock) { [self] id, sink in
      state.withLock { $0.subscribers.append((id, subscriber(sink))) }
    } unsubscribe: { [weak self] id in
      self?.remove(id)
    }
  }

  private func remove(_ id: SubscriberID) {
    // What leaves goes outside the lock, since its end calls back.
    let removed = state.withLock { state in
      (
        state.subscribers.firstIndex { $0.id == id }.map { state.subscribers.remove(at: $0) },
        state.sinks.firstIndex { $0.id == id }.map { state.sinks.remove(at: $0) }
      )
    }
    _ = removed
  }
}
