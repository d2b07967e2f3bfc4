import Simulation

/// A fault is written as `drop=1%`, `delay=200ms`, `freeze=0.1%/5s`, `drop=50%@60s..2m`.
extension Fault: OptionValue {
  static let allowed =
    "KIND=VALUE[@FROM..TO] with KIND one of "
    + Kind.allCases.map(\.rawValue).joined(separator: ", ")
    + " and VALUE a share, an amount, or SHARE/AMOUNT: drop=1%, delay=200ms, freeze=0.1%/5s, "
    + "jump=1%/100m, skew=2s, skew=20ppm, drop=50%@60s..2m"

  init?(option text: String) {
    guard let equals = text.firstIndex(of: "="), let kind = Kind(rawValue: String(text[..<equals]))
    else { return nil }
    var value = String(text[text.index(after: equals)...])
    var window: (from: Duration?, to: Duration?) = (nil, nil)
    if let at = value.firstIndex(of: "@") {
      guard let ends = Self.window(String(value[value.index(after: at)...])) else { return nil }
      window = ends
      value = String(value[..<at])
    }
    let parts = value.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let amounts = Amounts(kind, parts) else { return nil }
    self.init(
      kind, rate: amounts.share ?? 1, amount: amounts.time, meters: amounts.meters,
      drift: amounts.drift ?? 0, from: window.from, to: window.to)
  }

  private static func window(_ text: String) -> (from: Duration?, to: Duration?)? {
    guard let ends = splitRange(text) else { return nil }
    let (from, to) = (Duration(option: ends.from), Duration(option: ends.to))
    guard (from != nil) != ends.from.isEmpty, (to != nil) != ends.to.isEmpty else { return nil }
    if let from, let to, from >= to { return nil }
    return (from, to)
  }

  /// How often and how much, as far as it was written.
  private struct Amounts {
    var share: Double?
    var time: Duration?
    var meters: Double?
    var drift: Double?

    init?(_ kind: Kind, _ parts: [String]) {
      switch parts.count {
      case 1: if !readShare(parts[0]), !readAmount(parts[0], kind) { return nil }
      case 2: guard readShare(parts[0]), readAmount(parts[1], kind) else { return nil }
      default: return nil
      }
      let hasAmount = time != nil || meters != nil || drift != nil
      switch kind {
      case .drop, .duplicate, .reorder: if share == nil || hasAmount { return nil }
      case .freeze: if share == nil { return nil }
      case .delay, .jitter: if time == nil { return nil }
      case .skew: if time == nil, drift == nil { return nil }
      case .jump: break
      }
    }

    private mutating func readShare(_ text: String) -> Bool {
      share = ShareOption(option: text)?.share
      return share != nil
    }

    private mutating func readAmount(_ text: String, _ kind: Kind) -> Bool {
      switch kind {
      case .jump:
        meters = DistanceOption(option: text)?.meters
        return meters != nil
      case .skew where text.hasSuffix("ppm"):
        drift = Double(option: String(text.dropLast(3))).map { $0 / 1e6 }
        return drift != nil
      default:
        time = Duration(option: text)
        return time != nil
      }
    }
  }
}
