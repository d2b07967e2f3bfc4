/// Why there is no location.
public enum LocationError: Error, Hashable, Sendable {
  /// The app may not know where the device is.
  case denied
  /// The signal is lost, or the source has come to its end.
  case locationUnknown
  /// No fix came in the time allowed.
  case timedOut
}
