import Simulation

/// One stream that a provider fills, by what it wants of the emissions.
enum LocationSubscriber: Sendable {
  case updates(StreamSink<LocationUpdate>, vehicle: UInt32?)
  case events(StreamSink<SimulationEvent>)
  case emissions(StreamSink<Emission>)

  func offer(_ emission: Emission, due: Duration) {
    switch (self, emission) {
    case (.updates(let sink, let vehicle), .location(let update)):
      if vehicle == nil || vehicle == update.vehicle { sink.offer(update, due: due) }
    case (.events(let sink), .event(let event)): sink.offer(event, due: due)
    case (.emissions(let sink), _): sink.offer(emission, due: due)
    case (.updates, .event), (.events, .location): break
    }
  }

  func finish() {
    switch self {
    case .updates(let sink, _): sink.finish()
    case .events(let sink): sink.finish()
    case .emissions(let sink): sink.finish()
    }
  }

  func whenDrained(_ call: @escaping @Sendable () -> Void) -> Bool {
    switch self {
    case .updates(let sink, _): sink.whenDrained(call)
    case .events(let sink): sink.whenDrained(call)
    case .emissions(let sink): sink.whenDrained(call)
    }
  }
}

extension Emission {
  var generation: UInt32 {
    switch self {
    case .location(let update): update.generation
    case .event(let event): event.generation
    }
  }

  var emitted: Duration {
    switch self {
    case .location(let update): update.emitted
    case .event(let event): event.emitted
    }
  }

  var due: Duration {
    switch self {
    case .location(let update): update.due
    case .event(let event): event.emitted
    }
  }
}
