import Tracks

/// How badly the signal is received, as it is written on the command line.
enum NoiseOption: String, CaseIterable, OptionValue {
  case none
  case openSky = "open-sky"
  case urban
  case indoor
  case tunnel
}

/// How several tracks stand on one clock, as it is written on the command line.
enum AlignmentOption: String, CaseIterable, OptionValue {
  case recorded
  case starts
}

/// How positions between fixes are worked out, as it is written on the command line.
enum InterpolationOption: String, CaseIterable, OptionValue {
  case off
  case linear
  case smooth
}

/// What is done about a tick that comes late, as it is written on the command line.
enum LateOption: String, CaseIterable, OptionValue {
  case catchUp = "catch-up"
  case skip
  case slip
}

/// What is done about a gap in a track, as it is written on the command line.
enum GapOption: Hashable, OptionValue {
  case keep
  case hold
  case cap(Duration)
  case jump
  case interpolate
  case dropout

  static let allowed = "keep, hold, cap:DURATION (cap:10s), jump, interpolate, dropout"

  init?(option text: String) {
    switch text {
    case "keep": self = .keep
    case "hold": self = .hold
    case "jump": self = .jump
    case "interpolate": self = .interpolate
    case "dropout": self = .dropout
    default:
      guard text.hasPrefix("cap:"), let cap = Duration(option: String(text.dropFirst(4))) else {
        return nil
      }
      self = .cap(cap)
    }
  }
}

/// Which times leave the player, as it is written on the command line.
enum TimestampsOption: Hashable, OptionValue {
  /// The trace's own.
  case original
  /// Shifted so that the start is the moment the run begins.
  case now
  /// Shifted so that the start is this instant.
  case from(SourceTime)

  static let allowed = "original, now, or the time of the start (2024-05-01T10:00:00Z)"

  init?(option text: String) {
    switch text {
    case "original": self = .original
    case "now": self = .now
    default:
      guard let time = ISO8601Time(text) else { return nil }
      self = .from(time.time)
    }
  }
}

/// A fault of the signal, as it is written on the command line: `drop=1%`, `delay=200ms`,
/// `freeze=0.1%/5s`, `drop=50%@60s..2m`.
struct FaultOption: Hashable, OptionValue {
  /// What goes wrong.
  var kind: Kind
  /// How often, 0...1, or nil for always.
  var share: Double?
  /// How much: of time, or of distance for a jump.
  var amount: Amount?
  /// From when on, in source time from the start.
  var from: Duration?
  /// Until when, in source time from the start.
  var to: Duration?

  /// What can go wrong.
  enum Kind: String, CaseIterable, Sendable {
    case drop
    case delay
    case jitter
    case duplicate
    case reorder
    case freeze
    case jump
    case skew
  }

  /// How much goes wrong.
  enum Amount: Hashable, Sendable {
    case time(Duration)
    case meters(Double)
  }

  static let allowed =
    "KIND=VALUE[@FROM..TO] with KIND one of "
    + Kind.allCases.map(\.rawValue).joined(separator: ", ")
    + " and VALUE a share, an amount, or SHARE/AMOUNT: drop=1%, delay=200ms, freeze=0.1%/5s, "
    + "jump=1%/100m, drop=50%@60s..2m"

  init?(option text: String) {
    guard let equals = text.firstIndex(of: "="), let kind = Kind(rawValue: String(text[..<equals]))
    else { return nil }
    self.kind = kind
    var value = String(text[text.index(after: equals)...])
    if let at = value.firstIndex(of: "@") {
      guard readWindow(String(value[value.index(after: at)...])) else { return nil }
      value = String(value[..<at])
    }
    let parts = value.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    switch parts.count {
    case 1: if !readShare(parts[0]), !readAmount(parts[0]) { return nil }
    case 2: guard readShare(parts[0]), readAmount(parts[1]) else { return nil }
    default: return nil
    }
    switch kind {
    case .drop, .duplicate, .reorder: if share == nil || amount != nil { return nil }
    case .freeze: if share == nil { return nil }
    case .delay, .jitter, .skew: guard case .time? = amount else { return nil }
    case .jump: if case .time? = amount { return nil }
    }
  }

  private mutating func readShare(_ text: String) -> Bool {
    guard let option = ShareOption(option: text) else { return false }
    share = option.share
    return true
  }

  private mutating func readAmount(_ text: String) -> Bool {
    if kind == .jump, let distance = DistanceOption(option: text) {
      amount = .meters(distance.meters)
    } else if let time = Duration(option: text) {
      amount = .time(time)
    } else {
      return false
    }
    return true
  }

  private mutating func readWindow(_ text: String) -> Bool {
    guard let ends = splitRange(text) else { return false }
    from = Duration(option: ends.from)
    to = Duration(option: ends.to)
    guard (from != nil) != ends.from.isEmpty, (to != nil) != ends.to.isEmpty else { return false }
    if let from, let to, from >= to { return false }
    return true
  }
}
