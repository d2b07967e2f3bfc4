/// What the command tells the shell when it ends (sysexits, where they say the same).
enum ExitStatus: Int32, Sendable {
  /// All went well.
  case success = 0
  /// A threshold failed.
  case thresholdFailed = 1
  /// The command line is wrong.
  case usage = 64
  /// An input's content is wrong.
  case badData = 65
  /// An input is not there or may not be read.
  case noInput = 66
  /// A port is in use or a service is missing.
  case unavailable = 69
  /// Reading or writing failed.
  case inputOutput = 74
}
