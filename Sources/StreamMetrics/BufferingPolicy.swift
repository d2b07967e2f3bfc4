/// What a stream does with an element that its subscriber has not yet asked for.
///
/// Written `newest:N`, `oldest:N` or `unbounded`, with N from 1 to a million.
public enum BufferingPolicy: Hashable, Sendable {
  /// Keeps the newest elements; a new one displaces the oldest that waits.
  case newest(Int)
  /// Keeps the oldest elements; a new one is dropped when so many wait.
  case oldest(Int)
  /// Keeps all, unless a million wait, which is more than any subscriber that keeps up will see: then new
  /// ones are dropped, so that memory has a bound.
  case unbounded

  /// The limits that the text form allows.
  public static let limits = 1...1_000_000

  /// Reads the text form, or gives nil for anything else.
  public init?(_ text: some StringProtocol) {
    if text == "unbounded" {
      self = .unbounded
      return
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].allSatisfy({ $0.isASCII && $0.isNumber }),
      let limit = Int(parts[1]), Self.limits.contains(limit)
    else { return nil }
    switch parts[0] {
    case "newest": self = .newest(limit)
    case "oldest": self = .oldest(limit)
    default: return nil
    }
  }

  /// How many elements may wait at most, whatever the policy.
  public static let mostWaiting = limits.upperBound

  /// How many elements the policy asks to keep, or nil when it asks for all.
  public var limit: Int? {
    switch self {
    case .newest(let limit), .oldest(let limit): limit
    case .unbounded: nil
    }
  }
}

extension BufferingPolicy: CustomStringConvertible {
  /// The text form, as options, reports and the wire write it.
  public var description: String {
    switch self {
    case .newest(let limit): "newest:\(limit)"
    case .oldest(let limit): "oldest:\(limit)"
    case .unbounded: "unbounded"
    }
  }
}
