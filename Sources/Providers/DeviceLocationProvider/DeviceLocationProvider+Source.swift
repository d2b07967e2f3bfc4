import Simulation
public import StreamMetrics
import Synchronization
public import Tracks

// The border where a source's callbacks enter the device: nothing else looks at its emissions.

extension DeviceLocationProvider {
  /// Moves the device to another source, while its sequences, requests, regions and delegate stay.
  ///
  /// - Parameters:
  ///   - source: What moves it from here on.
  ///   - vehicle: The number of the vehicle that it is there.
  public func setSource(_ source: any LocationSource, vehicle: UInt32 = 0) {
    var left: EmissionSinkToken?
    change { state in
      left = state.token
      state.token = nil
      state.hasEnded = false
      state.source = source
      state.vehicle = vehicle
      state.machine.forgetSource()
      return []
    }
    left?.cancel()
  }

  /// A cold sequence of every fix, which keeps the device alive; each iteration has a buffer of its own.
  ///
  /// - Parameter bufferingPolicy: What happens to fixes that are not asked for in time.
  /// - Returns: The sequence. It ends as ``CountedStream`` says: the device finishes it when its source
  ///   lets it go, and when it is released. While the app is not authorized nothing comes.
  public func updates(bufferingPolicy: BufferingPolicy) -> CountedStream<Fix> {
    CountedStream(bufferingPolicy: bufferingPolicy) { [self] id, sink in
      change { state in
        state.hasEnded = false
        state.streams.append((id, sink))
        return []
      }
    } unsubscribe: { [weak self] id in
      self?.remove(id)
    }
  }

  private func remove(_ id: SubscriberID) {
    var removed: StreamSink<Fix>?
    change { state in
      removed = state.streams.firstIndex { $0.id == id }.map { state.streams.remove(at: $0).sink }
      return []
    }
    // The sink goes here, outside the lock, since its end calls back.
    _ = removed
  }

  /// Changes what is asked for, subscribes or leaves accordingly, then tells what comes of it.
  func change(_ change: (inout State) -> [DeviceStateMachine.Callback]) {
    let (callbacks, delegate, refused, left) = storage.withLock { state in
      let callbacks = change(&state)
      let refused = state.machine.authorization == .denied ? state.requests : []
      if !refused.isEmpty { state.requests = [] }
      return (callbacks, state.delegate, refused, followSource(&state))
    }
    left?.cancel()
    for request in refused { request.answer.resolve(.failure(LocationError.denied)) }
    tell(callbacks, to: delegate)
  }

  /// Subscribes to the source while something is asked of it.
  ///
  /// The source never calls back with its own lock held, so that it may be asked with ours held.
  ///
  /// - Returns: What is left and to be cancelled outside the lock.
  private func followSource(_ state: inout sending State) -> EmissionSinkToken? {
    let isWanted =
      state.machine.authorization == .authorized
      && (state.machine.wantsFixes || !state.streams.isEmpty || !state.requests.isEmpty)
    guard isWanted else {
      defer { state.token = nil }
      return state.token
    }
    guard state.token == nil, !state.hasEnded else { return nil }
    state.subscription += 1
    let subscription = state.subscription
    state.token = state.source.addSink(
      { [weak self] emission in self?.take(emission, of: subscription) }, untilRoom: nil,
      finished: { [weak self] in self?.sourceFinished(subscription) })
    return nil
  }

  private func take(_ emission: Emission, of subscription: UInt64) {
    var fix: Fix?
    let (callbacks, delegate, streams, answered) = storage.withLock { state in
      guard state.subscription == subscription, state.token != nil else {
        return (
          [DeviceStateMachine.Callback](), nil as (any DeviceLocationProviderDelegate)?,
          [(id: SubscriberID, sink: StreamSink<Fix>)](), [FixRequest]()
        )
      }
      var callbacks: [DeviceStateMachine.Callback] = []
      var answered: [FixRequest] = []
      switch emission {
      case .location(let update) where update.vehicle == state.vehicle:
        fix = update.fix
        callbacks = state.machine.take(update.fix)
        answered = state.takeRequests(answeredBy: update.fix)
      case .event(let event) where event.vehicle == state.vehicle:
        callbacks = state.machine.take(event)
      case .location, .event: break
      }
      return (callbacks, state.delegate, state.streams, answered)
    }
    guard let fix else {
      tell(callbacks, to: delegate)
      return
    }
    for (_, sink) in streams { sink.offer(fix) }
    for request in answered { request.answer.resolve(.success(fix)) }
    tell(callbacks, to: delegate)
    // Those who had their answer may have been the last to ask for anything.
    if !answered.isEmpty { change { _ in [] } }
  }

  /// Ends what waits for a source that does not come any more.
  private func sourceFinished(_ subscription: UInt64) {
    let ended = storage.withLock { state -> State.Ended? in
      guard state.subscription == subscription, state.token != nil else { return nil }
      return state.end()
    }
    guard let ended else { return }
    for (_, sink) in ended.streams { sink.finish() }
    for request in ended.requests { request.fail(with: .locationUnknown) }
    ended.delegate?.locationProvider(self, didFailWith: .locationUnknown)
  }

  private func tell(
    _ callbacks: [DeviceStateMachine.Callback],
    to delegate: (any DeviceLocationProviderDelegate)?
  ) {
    guard let delegate else { return }
    for callback in callbacks {
      switch callback {
      case .updated(let fix): delegate.locationProvider(self, didUpdate: [fix])
      case .turned(let heading): delegate.locationProvider(self, didUpdate: heading)
      case .determined(let side, let region):
        delegate.locationProvider(self, didDetermine: side, of: region)
      case .entered(let region): delegate.locationProvider(self, didEnter: region)
      case .exited(let region): delegate.locationProvider(self, didExit: region)
      case .visited(let visit): delegate.locationProvider(self, didVisit: visit)
      case .paused: delegate.locationProviderDidPauseUpdates(self)
      case .resumed: delegate.locationProviderDidResumeUpdates(self)
      case .failed(let error): delegate.locationProvider(self, didFailWith: error)
      case .authorized(let authorization):
        delegate.locationProvider(self, didChange: authorization)
      }
    }
  }
}

extension DeviceLocationProvider.State {
  /// Who is to be told of the end of the source, outside the lock.
  struct Ended {
    let token: EmissionSinkToken?
    let streams: [(id: SubscriberID, sink: StreamSink<Fix>)]
    let requests: [FixRequest]
    let delegate: (any DeviceLocationProviderDelegate)?
  }

  /// Notes that the source has let the device go.
  mutating func end() -> Ended {
    let ended = Ended(
      token: token, streams: streams, requests: requests,
      delegate: machine.wantsFixes ? delegate : nil)
    token = nil
    streams = []
    requests = []
    hasEnded = true
    return ended
  }
}
