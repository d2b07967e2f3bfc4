extension Fault: CustomStringConvertible {
  /// Reads `KIND=VALUE[@FROM..TO]`.
  ///
  /// The value is a share of the fixes (`drop=1%`, `drop=0.01`), an amount that befalls all
  /// (`delay=200ms`, `jump=50m`, `skew=2s`, `skew=50ppm`), or both (`freeze=0.1%/5s`). The window is
  /// source time from the start, and either end may be left out (`drop=100%@60s..90s`).
  ///
  /// - Parameter text: The text.
  /// - Throws: `PlaybackError` that says what is wrong with the text.
  public init(_ text: String) throws(PlaybackError) {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, let kind = Kind(rawValue: String(halves[0])) else {
      throw Self.error(text, "it begins with one of \(Self.kinds) and an equals sign")
    }
    self.init(kind)
    let parts = halves[1].split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let values = parts[0].split(separator: "/", omittingEmptySubsequences: false)
    switch values.count {
    case 1 where readShare(values[0]) || readAmount(values[0]): break
    case 2 where readShare(values[0]) && readAmount(values[1]): break
    default:
      throw Self.error(text, "its value is a share, an amount or SHARE/AMOUNT, such as 1%/5s")
    }
    if parts.count == 2, !readWindow(parts[1]) {
      throw Self.error(text, "its window is FROM..TO, in time from the start, such as 60s..90s")
    }
  }

  private static let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")

  private static func error(_ text: String, _ reason: String) -> PlaybackError {
    PlaybackError(.badFault, "'\(text)' is no fault: \(reason)")
  }

  private mutating func readShare(_ text: Substring) -> Bool {
    guard let share = Quantity.share(text) else { return false }
    rate = share
    return true
  }

  private mutating func readAmount(_ text: Substring) -> Bool {
    switch kind {
    case .drop, .duplicate, .reorder: return false
    case .jump:
      guard let distance = Quantity.meters(text) else { return false }
      meters = distance
    case .skew where text.hasSuffix("ppm"):
      guard let parts = Quantity.number(text.dropLast(3)) else { return false }
      drift = parts * 1e-6
      amount = .zero
    case .delay, .jitter, .freeze, .skew:
      guard let duration = Quantity.duration(text) else { return false }
      amount = duration
    }
    return true
  }

  private mutating func readWindow(_ text: Substring) -> Bool {
    guard let dots = text.firstRange(of: "..") else { return false }
    let (start, end) = (text[..<dots.lowerBound], text[dots.upperBound...])
    from = Quantity.duration(start)
    to = Quantity.duration(end)
    guard start.isEmpty || from != nil, end.isEmpty || to != nil else { return false }
    guard let from, let to else { return from != nil || to != nil }
    return from < to
  }

  /// The text that reads back the same.
  public var description: String {
    var amounts = ""
    switch kind {
    case .drop, .duplicate, .reorder: break
    case .jump: amounts = "\(Quantity.text(meters))m"
    case .skew where drift != 0: amounts = "\(Quantity.text(drift * 1e6))ppm"
    case .delay, .jitter, .freeze, .skew: amounts = Quantity.text(amount)
    }
    let share = "\(Quantity.text(rate * 100))%"
    let value = amounts.isEmpty ? share : rate == 1 ? amounts : "\(share)/\(amounts)"
    guard from != nil || to != nil else { return "\(kind.rawValue)=\(value)" }
    let window = "\(from.map { Quantity.text($0) } ?? "")..\(to.map { Quantity.text($0) } ?? "")"
    return "\(kind.rawValue)=\(value)@\(window)"
  }
}
