/// A place in the stream at which elements are counted, in the order of their way.
public enum StageName: String, CaseIterable, Hashable, Sendable {
  /// The provider: what was due against what was emitted.
  case source
  /// The fan-out to the consumers.
  case broadcast
  /// The consumers of one policy.
  case consumer
  /// The WebSocket clients.
  case socket
}
