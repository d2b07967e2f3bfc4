import Providers
import Simulation
import Synchronization
import TestSupport

/// A delegate that keeps all it is told.
final class DelegateRecorder: SimulatedLocationProviderDelegate {
  typealias UpdateCall = @Sendable (SimulatedLocationProvider, [LocationUpdate]) -> Void

  let updates = Log<LocationUpdate>()
  let events = Log<SimulationEvent>()
  /// Fixes and events in the order in which they came.
  let emissions = Log<Emission>()
  let states = Log<PlaybackState>()
  let failures = Log<PlaybackError>()
  private let updateCall = Mutex<UpdateCall?>(nil)

  /// What else is done when fixes come.
  var onUpdate: UpdateCall? {
    get { updateCall.withLock { $0 } }
    set { updateCall.withLock { $0 = newValue } }
  }

  func locationProvider(
    _ provider: SimulatedLocationProvider, didUpdate updates: [LocationUpdate]
  ) {
    for update in updates {
      self.updates.append(update)
      emissions.append(.location(update))
    }
    onUpdate?(provider, updates)
  }

  func locationProvider(_ provider: SimulatedLocationProvider, didEmit event: SimulationEvent) {
    events.append(event)
    emissions.append(.event(event))
  }

  func locationProvider(_ provider: SimulatedLocationProvider, didChange state: PlaybackState) {
    states.append(state)
  }

  func locationProvider(_ provider: SimulatedLocationProvider, didFailWith error: PlaybackError) {
    failures.append(error)
  }
}
