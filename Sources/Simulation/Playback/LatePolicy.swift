/// What is done about fixes that are not taken when they are due.
public enum LatePolicy: Hashable, Sendable {
  /// They are emitted at once and in order until the schedule is met again; what is later than the
  /// limit moves the schedule instead. Nothing is lost.
  case catchUp(limit: Duration)
  /// Those that are later than the tolerance are dropped and counted; the schedule stays.
  case skip(tolerance: Duration)
  /// The schedule moves by the lateness of each. Nothing is lost, and nothing comes in a burst.
  case slip

  /// Reads `catch-up` (by at most ten seconds), `skip` (of what is more than 100 ms late) or `slip`.
  public init?(_ text: String) {
    switch text {
    case "catch-up": self = .catchUp(limit: .seconds(10))
    case "skip": self = .skip(tolerance: .milliseconds(100))
    case "slip": self = .slip
    default: return nil
    }
  }

  /// Its name on the command line and on the wire.
  public var name: String {
    switch self {
    case .catchUp: "catch-up"
    case .skip: "skip"
    case .slip: "slip"
    }
  }
}
