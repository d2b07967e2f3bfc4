public import Simulation

/// Where emissions come from: a simulation, a replay, or fixes from outside.
///
/// A ``DeviceLocationProvider`` takes any of them, and another one while its subscribers stay.
public protocol LocationSource: AnyObject, Sendable {
  /// What its emissions are stamped by.
  var clock: any ElapsedClock { get }

  /// Adds a subscriber that is called for each emission, in order, before any policy.
  ///
  /// - Parameters:
  ///   - call: Receives each emission, from one task, with no lock held. It must not block.
  ///   - untilRoom: Awaited before each batch of some hundred emissions at most.
  ///   - finished: Called once, and last, when the source lets the sink go. It is not called after the
  ///     token was cancelled.
  /// - Returns: What keeps the sink in place.
  func addSink(
    _ call: @escaping @Sendable (Emission) -> Void,
    untilRoom: (@Sendable () async -> Void)?,
    finished: @escaping @Sendable () -> Void
  ) -> EmissionSinkToken
}

extension SimulatedLocationProvider: LocationSource {}
