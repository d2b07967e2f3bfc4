/// How badly the signal is received.
public enum NoisePreset: String, CaseIterable, Hashable, Sendable {
  /// As recorded.
  case none
  /// An open sky: a couple of metres that wander slowly.
  case openSky = "open-sky"
  /// Between tall buildings: reflections push the position about by tens of metres.
  case urban
  /// Under a roof: a weak signal and large, quick errors.
  case indoor
  /// In a tunnel: dead reckoning that drifts until the signal is acquired again.
  case tunnel
}
