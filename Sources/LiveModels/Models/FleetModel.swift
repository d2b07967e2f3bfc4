public import Observation
public import Simulation

/// The events that happened lately.
@ModelActor @Observable
public final class FleetModel {
  /// How many events are kept at least, once there were as many.
  public nonisolated static let eventLimit = 1000

  /// The newest events, oldest first.
  public private(set) var events: [SimulationEvent] = []
  /// How many events there were in all.
  public private(set) var eventCount: UInt64 = 0

  /// Makes a model without events.
  public init() {}

  /// Takes over an event.
  public func take(_ event: SimulationEvent) {
    ModelHold.measure {
      eventCount += 1
      events.append(event)
      // Cut by halves, so that the rest is seldom moved.
      if events.count > 2 * Self.eventLimit { events.removeFirst(Self.eventLimit) }
    }
  }
}
