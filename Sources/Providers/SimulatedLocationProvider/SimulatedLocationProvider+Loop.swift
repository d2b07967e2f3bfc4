import Simulation
import StreamMetrics
import Synchronization

extension SimulatedLocationProvider {
  /// So many emissions are worked out under one hold of the lock.
  private static let batchLimit = 128

  /// What one turn of the loop has to tell, and whom.
  struct Batch {
    var subscribers: [(id: SubscriberID, subscriber: LocationSubscriber)] = []
    var sinks: [EmissionSink] = []
    var delegate: (any SimulatedLocationProviderDelegate)?
    var state: PlaybackState?
    var failure: PlaybackError?
    /// Whether source time waits for subscribers between two instants.
    var waits = false
    /// From when latency counts under rate `max`, where nothing is ever late.
    var offered: Duration?
    /// Whether playback came to its end with this.
    var isLast = false
  }

  private enum Turn {
    case tell(Batch)
    case wait(until: Duration?)
    case end
  }

  /// Starts the provider's task unless it runs. It holds the provider only while it has something to
  /// tell, and ends by itself when there is nobody to tell and nothing to come.
  func startLoop(_ state: inout sending State) {
    state.loop.start { [weak self, clock, signal] run in
      var emissions: [Emission] = []
      while !Task.isCancelled {
        switch self?.turn(run, &emissions) {
        case .tell(let batch):
          await self?.distribute(emissions, by: batch)
          await Task.yield()
        case .wait(let deadline?): await signal.wait(until: deadline, on: clock)
        case .wait(nil): await signal.wait()
        case .end, nil: return
        }
      }
    }
  }

  private func turn(_ run: UInt64, _ emissions: inout [Emission]) -> Turn {
    let now = clock.now
    emissions.removeAll(keepingCapacity: true)
    return storage.withLock { state in
      guard state.loop.run == run else { return .end }
      let before = state.playback.state(at: now)
      state.playback.advance(to: now, limit: Self.batchLimit, into: &emissions)
      let after = state.playback.state(at: now)
      state.figures.count(emissions, from: before, to: after, at: now)
      state.isStateNew =
        state.isStateNew || before.status != after.status || before.lap != after.lap
        || before.generation != after.generation
      let deadline = state.playback.nextDeadline
      guard !emissions.isEmpty || state.isStateNew || state.failure != nil else {
        if let deadline { return .wait(until: deadline) }
        guard state.isActive else {
          state.loop.end()
          return .end
        }
        return .wait(until: nil)
      }
      var batch = Batch()
      batch.subscribers = state.subscribers
      batch.sinks = state.sinks
      batch.delegate = state.isUpdating ? state.delegate : nil
      batch.state = state.isStateNew ? after : nil
      batch.failure = state.failure
      // One call of the player's ends where the rate comes to max or leaves it.
      let isUnderMax = before.rate == .max
      batch.offered = isUnderMax ? now : nil
      batch.waits = isUnderMax && options.waitsForSubscribers
      batch.isLast = state.lifecycle.finishesAtEnd && after.status == .ended && deadline == nil
      state.isStateNew = false
      state.failure = nil
      return .tell(batch)
    }
  }

  private func distribute(_ emissions: [Emission], by batch: Batch) async {
    var subscribers = batch.subscribers
    var instant: Duration?
    var updates: [LocationUpdate] = []
    var told: UInt64 = 0
    if let failure = batch.failure {
      batch.delegate?.locationProvider(self, didFailWith: failure)
    }
    for sink in batch.sinks { await sink.untilRoom?() }
    for emission in emissions {
      if batch.waits, emission.emitted != instant {
        tell(&updates, to: batch.delegate)
        // Whoever came meanwhile is told of this instant too.
        if await drained(subscribers) { subscribers = storage.withLock { $0.subscribers } }
        instant = emission.emitted
      }
      guard !gate.isVoid(emission.generation) else { continue }
      gate.raise(to: emission.generation)
      told += 1
      for sink in batch.sinks { sink.call(emission) }
      let due = batch.offered ?? emission.due
      for (_, subscriber) in subscribers { subscriber.offer(emission, due: due) }
      guard let delegate = batch.delegate else { continue }
      switch emission {
      case .location(let update):
        if updates.last?.generation != update.generation { tell(&updates, to: delegate) }
        updates.append(update)
      case .event(let event):
        tell(&updates, to: delegate)
        delegate.locationProvider(self, didEmit: event)
      }
    }
    tell(&updates, to: batch.delegate)
    if let state = batch.state {
      stateBroadcaster.send(state)
      batch.delegate?.locationProvider(self, didChange: state)
    }
    let departed = storage.withLock { state in
      state.figures.tell(told, of: UInt64(emissions.count))
      return batch.isLast ? state.removeSubscribersAtEnd(at: clock.now) : nil
    }
    departed?.finish()
  }

  private func tell(
    _ updates: inout [LocationUpdate], to delegate: (any SimulatedLocationProviderDelegate)?
  ) {
    guard !updates.isEmpty else { return }
    delegate?.locationProvider(self, didUpdate: updates)
    updates.removeAll(keepingCapacity: true)
  }

  /// Waits until every subscriber has taken what its policy keeps, or has gone.
  ///
  /// - Parameter subscribers: Whom to wait for.
  /// - Returns: Whether it had to wait.
  private func drained(
    _ subscribers: [(id: SubscriberID, subscriber: LocationSubscriber)]
  ) async -> Bool {
    var hadToWait = false
    for (_, subscriber) in subscribers {
      while subscriber.whenDrained({ [signal] in signal.raise() }), !Task.isCancelled {
        hadToWait = true
        await signal.wait()
      }
    }
    return hadToWait
  }
}
