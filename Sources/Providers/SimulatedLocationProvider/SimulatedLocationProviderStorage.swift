import Simulation
import StreamMetrics

extension SimulatedLocationProvider {
  /// All that changes in a provider, under its lock.
  struct State {
    var playback: Playback
    var lifecycle: LifecycleStateMachine
    var loop = LoopTask()
    var subscribers: [(id: SubscriberID, subscriber: LocationSubscriber)] = []
    var sinks: [EmissionSink] = []
    var timers: [(id: SubscriberID, timer: SimulatedTimerProvider)] = []
    var isUpdating = false
    weak var delegate: (any SimulatedLocationProviderDelegate)?
    var figures = ProviderFigures()
    /// Why playback could not begin, until the delegate is told.
    var failure: PlaybackError?
    /// Whether the state changed in a way that followers of it want to know.
    var isStateNew = false

    init(playback: Playback, lifecycle: LifecycleStateMachine) {
      self.playback = playback
      self.lifecycle = lifecycle
    }

    /// Whether there is something to wait for or to tell.
    var isActive: Bool {
      lifecycle.subscriberCount > 0 || isStateNew || failure != nil
        || playback.nextDeadline != nil
    }

    /// Plays from the beginning.
    mutating func restart(at now: Duration) {
      if playback.state(at: now).status != .ready { playback.stop(at: now) }
      do {
        try playback.play(at: now)
      } catch {
        failure = error
      }
      isStateNew = true
    }

    /// Lets every subscriber go if playback still stands at its end.
    mutating func removeSubscribersAtEnd(at now: Duration) -> Departure? {
      guard playback.state(at: now).status == .ended else { return nil }
      lifecycle.release()
      return removeSubscribers()
    }

    /// Lets every subscriber go, without ending their streams yet.
    mutating func removeSubscribers() -> Departure {
      let departed = Departure(subscribers: subscribers, sinks: sinks)
      subscribers = []
      sinks = []
      isUpdating = false
      lifecycle.removeAll()
      return departed
    }
  }

  /// Subscribers that were let go; they are ended and released outside the lock, since that calls back.
  struct Departure: Sendable {
    fileprivate let subscribers: [(id: SubscriberID, subscriber: LocationSubscriber)]
    fileprivate let sinks: [EmissionSink]

    func finish() {
      for (_, subscriber) in subscribers { subscriber.finish() }
      for sink in sinks { sink.finished() }
    }
  }
}
