/// Whether an app may know where the device is.
public enum LocationAuthorization: String, CaseIterable, Hashable, Sendable {
  /// The user was not asked yet.
  case notDetermined
  /// The user said no.
  case denied
  /// The user said yes.
  case authorized
}
