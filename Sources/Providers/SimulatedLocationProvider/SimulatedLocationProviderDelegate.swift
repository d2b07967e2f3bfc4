public import Simulation

/// Receives what a simulated location provider emits.
///
/// All calls come from the provider's own task, one at a time, in the order of the sequence, on no
/// actor and with no lock held. They should return soon, since they hold the simulation up, and may
/// call the provider. Every method may be left out.
public protocol SimulatedLocationProviderDelegate: AnyObject, Sendable {
  /// Tells that vehicles have new fixes.
  ///
  /// - Parameters:
  ///   - provider: Who emits them.
  ///   - updates: One or more, in the order of the sequence, all of one generation.
  func locationProvider(
    _ provider: SimulatedLocationProvider, didUpdate updates: [LocationUpdate])

  /// Tells that something happened.
  func locationProvider(_ provider: SimulatedLocationProvider, didEmit event: SimulationEvent)

  /// Tells that playback was started, held, moved or otherwise changed by a command or its end.
  func locationProvider(_ provider: SimulatedLocationProvider, didChange state: PlaybackState)

  /// Tells that playback could not begin when the first subscriber came.
  func locationProvider(_ provider: SimulatedLocationProvider, didFailWith error: PlaybackError)
}

extension SimulatedLocationProviderDelegate {
  /// Does nothing.
  public func locationProvider(
    _ provider: SimulatedLocationProvider, didUpdate updates: [LocationUpdate]
  ) {}

  /// Does nothing.
  public func locationProvider(
    _ provider: SimulatedLocationProvider, didEmit event: SimulationEvent
  ) {}

  /// Does nothing.
  public func locationProvider(
    _ provider: SimulatedLocationProvider, didChange state: PlaybackState
  ) {}

  /// Does nothing.
  public func locationProvider(
    _ provider: SimulatedLocationProvider, didFailWith error: PlaybackError
  ) {}
}
