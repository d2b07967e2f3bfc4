import Simulation

/// Keeps a sink of a provider in place until it is cancelled or released.
public final class EmissionSinkToken: Sendable {
  private let remove: @Sendable (SubscriberID) -> Void

  init(remove: @escaping @Sendable (SubscriberID) -> Void) {
    self.remove = remove
  }

  deinit {
    cancel()
  }

  /// Takes the sink out; a call that runs just now still ends. Further calls do nothing.
  public func cancel() {
    remove(SubscriberID(self))
  }
}

/// What a provider calls for each emission.
struct EmissionSink: Sendable {
  let id: SubscriberID
  let call: @Sendable (Emission) -> Void
  let untilRoom: (@Sendable () async -> Void)?
  let finished: @Sendable () -> Void
}
