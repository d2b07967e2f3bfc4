public import Simulation
public import StreamMetrics
import Synchronization

/// A cold sequence of vehicles' new fixes.
public typealias LocationUpdates = CountedStream<LocationUpdate>

extension SimulatedLocationProvider {
  /// Makes the delegate a subscriber; further calls do nothing.
  public func startUpdating() {
    join { state in
      guard !state.isUpdating else { return false }
      state.isUpdating = true
      return true
    }
  }

  /// Makes the delegate leave; other subscribers do not notice.
  public func stopUpdating() {
    leave { state in
      guard state.isUpdating else { return nil }
      state.isUpdating = false
      return .delegate
    }
  }

  /// A cold sequence of new fixes, which keeps the provider alive; each iteration is a subscriber.
  ///
  /// - Parameters:
  ///   - vehicle: The number of the vehicle whose fixes are wanted, or nil for all.
  ///   - bufferingPolicy: What happens to fixes that are not asked for in time.
  /// - Returns: The sequence. It ends as ``CountedStream`` says: the provider finishes it at the end of
  ///   playback, if subscribers started that, on ``finish()``, and when it is released.
  public func updates(
    of vehicle: UInt32? = nil, bufferingPolicy: BufferingPolicy
  ) -> LocationUpdates {
    stream(bufferingPolicy) {
      $0.generation
    } subscriber: {
      .updates($0, vehicle: vehicle)
    }
  }

  /// A cold sequence of events, which keeps the provider alive; each iteration is a subscriber.
  ///
  /// - Parameter bufferingPolicy: What happens to events that are not asked for in time.
  /// - Returns: The sequence, which ends as that of ``updates(of:bufferingPolicy:)`` does.
  public func events(bufferingPolicy: BufferingPolicy) -> CountedStream<SimulationEvent> {
    stream(bufferingPolicy) {
      $0.generation
    } subscriber: {
      .events($0)
    }
  }

  /// A cold sequence of fixes and events in their order, which keeps the provider alive; each
  /// iteration is a subscriber.
  ///
  /// - Parameter bufferingPolicy: What happens to emissions that are not asked for in time.
  /// - Returns: The sequence, which ends as that of ``updates(of:bufferingPolicy:)`` does.
  public func emissions(bufferingPolicy: BufferingPolicy) -> CountedStream<Emission> {
    stream(bufferingPolicy) {
      $0.generation
    } subscriber: {
      .emissions($0)
    }
  }

  /// A cold sequence of what playback is doing: its state now, then after each change, the newest
  /// only.
  ///
  /// To follow it is not to subscribe: it neither starts playback nor keeps it or the provider. It ends
  /// when the iteration is left or cancelled, and when the provider is released.
  public var states: CountedStream<PlaybackState> {
    stateBroadcaster.subscribe(bufferingPolicy: .newest(1))
  }

  /// A cold sequence of ticks on the provider's clock, each iteration with a timer of its own.
  ///
  /// - Parameters:
  ///   - interval: Elapsed time between two ticks, more than zero; the rate of playback is nothing to
  ///     it.
  ///   - bufferingPolicy: What happens to ticks that are not asked for in time.
  /// - Returns: The sequence. It ends when the iteration is left or cancelled, on ``finish()``, and when
  ///   the provider is released. It neither starts playback nor keeps it.
  public func ticks(every interval: Duration, bufferingPolicy: BufferingPolicy) -> TimerTicks {
    TimerTicks(bufferingPolicy: bufferingPolicy, clock: clock) { [self] id, sink in
      let timer = SimulatedTimerProvider(every: interval, clock: clock)
      storage.withLock { $0.timers.append((id, timer)) }
      timer.add(sink, id: id)
    } unsubscribe: { [weak self] id in
      let timer = self?.storage.withLock { state in
        state.timers.firstIndex { $0.id == id }.map { state.timers.remove(at: $0).timer }
      }
      timer?.remove(id)
    }
  }

  /// Adds a subscriber that is called for each emission, in order, before any policy.
  ///
  /// Nothing is lost on this way: the simulation goes on when the call has returned. It is made from
  /// the provider's task and must not block.
  ///
  /// - Parameters:
  ///   - call: Receives each emission.
  ///   - untilRoom: Awaited before each batch of some hundred emissions at most: the simulation is held
  ///     until it returns, so that whoever writes slowly need keep no more than it has room for.
  ///   - finished: Called once, and last, when the provider lets the sink go: at the end of playback,
  ///     if subscribers started that, on ``finish()``, and when it is released. It is not called after
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
    join { state in
      state.sinks.append(sink)
      return true
    }
    return token
  }

  /// Stops playback and ends every stream after what waits in it, every timer and every sink; the next
  /// subscriber or command starts anew.
  ///
  /// What the player has emitted, but not yet put into the streams, does not come any more. To end
  /// after everything, wait until ``states`` tells of the end, which comes last.
  public func finish() {
    end()
    storage.withLock { startLoop(&$0) }
    signal.raise()
  }

  /// Ends everything without starting a loop to tell of it, as is due when the provider goes.
  func end() {
    let now = clock.now
    let (departed, timers) = storage.withLock { state in
      let departed = state.removeSubscribers()
      let timers = state.timers
      state.timers = []
      state.lifecycle.release()
      state.playback.stop(at: now)
      state.isStateNew = true
      return (departed, timers)
    }
    departed.finish()
    for (_, timer) in timers { timer.finish() }
  }

  /// Finishes, and waits until the provider's task has ended.
  public func shutdown() async {
    finish()
    let task = storage.withLock { $0.loop.newest }
    await task?.value
  }

  private func stream<Element>(
    _ policy: BufferingPolicy, generation: @escaping @Sendable (Element) -> UInt32,
    subscriber: @escaping @Sendable (StreamSink<Element>) -> LocationSubscriber
  ) -> CountedStream<Element> {
    let isVoid = { @Sendable [gate] (element: Element) in gate.isVoid(generation(element)) }
    return CountedStream(bufferingPolicy: policy, clock: clock, isVoid: isVoid) {
      [self] id, sink in
      join { state in
        state.subscribers.append((id, subscriber(sink)))
        return true
      }
    } unsubscribe: { [weak self] id in
      self?.remove(id)
    }
  }

  /// Adds a subscriber under the lock, and wakes or starts the loop for it.
  ///
  /// - Parameter add: Tells whether there is a new one.
  private func join(_ add: (inout State) -> Bool) {
    let now = clock.now
    storage.withLock { state in
      guard add(&state) else { return }
      if state.lifecycle.join() {
        state.restart(at: now)
      }
      startLoop(&state)
    }
    signal.raise()
  }

  private func remove(_ id: SubscriberID) {
    leave { state in
      if let index = state.subscribers.firstIndex(where: { $0.id == id }) {
        return .stream(state.subscribers.remove(at: index).subscriber)
      }
      if let index = state.sinks.firstIndex(where: { $0.id == id }) {
        return .sink(state.sinks.remove(at: index))
      }
      return nil
    }
  }

  /// What leaves, so that it is released outside the lock: its end may call back.
  private enum Leaver {
    case delegate
    case stream(LocationSubscriber)
    case sink(EmissionSink)
  }

  /// Takes a subscriber out under the lock, and stops playback when it was the last that wanted it.
  ///
  /// - Parameter take: Gives what left, or nil when it was not there any more.
  private func leave(_ take: (inout State) -> Leaver?) {
    let now = clock.now
    let departed = storage.withLock { state in
      let departed = take(&state)
      if departed != nil, state.lifecycle.leave() {
        state.playback.stop(at: now)
        state.isStateNew = true
      }
      return departed
    }
    if departed != nil { signal.raise() }
  }
}
