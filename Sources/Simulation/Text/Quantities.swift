/// Quantities as people write them in faults and scenarios.
enum Quantity {
  /// Reads `10s`, `200ms`, `5us`, `1m`, `1min`, `1.5h`, or seconds without a unit; nil for anything
  /// else, and for what is negative or longer than a hundred years.
  static func duration(_ text: some StringProtocol) -> Duration? {
    let units: [(suffix: String, nanoseconds: Double)] = [
      ("ms", 1e6), ("us", 1e3), ("µs", 1e3), ("ns", 1), ("min", 60e9), ("s", 1e9), ("m", 60e9),
      ("h", 3600e9), ("", 1e9),
    ]
    for unit in units where text.hasSuffix(unit.suffix) {
      guard let value = number(text.dropLast(unit.suffix.count)), value >= 0 else { continue }
      let nanoseconds = (value * unit.nanoseconds).rounded()
      return nanoseconds <= 3.2e18 ? .nanoseconds(Int64(nanoseconds)) : nil
    }
    return nil
  }

  /// Reads `1%` or `0.01` as a share in 0...1.
  static func share(_ text: some StringProtocol) -> Double? {
    let isPercent = text.hasSuffix("%")
    guard let value = number(isPercent ? text.dropLast() : text[...]) else { return nil }
    let share = isPercent ? value / 100 : value
    return (0...1).contains(share) ? share : nil
  }

  /// Reads `100m` or `1.5km` as metres.
  static func meters(_ text: some StringProtocol) -> Double? {
    for (suffix, factor) in [("km", 1000.0), ("m", 1)] where text.hasSuffix(suffix) {
      guard let value = number(text.dropLast(suffix.count)), value > 0 else { return nil }
      return value * factor
    }
    return nil
  }

  /// Reads a plain decimal number; not what `Double` takes besides, such as `nan` or `0x10`.
  static func number(_ text: some StringProtocol) -> Double? {
    guard !text.isEmpty, text.utf8.allSatisfy({ "0123456789.-+eE".utf8.contains($0) }),
      let value = Double(text), value.isFinite
    else { return nil }
    return value
  }

  /// Writes a duration with the largest unit that leaves it whole.
  static func text(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    if attoseconds == 0 { return "\(seconds)s" }
    let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    if nanoseconds % 1_000_000 == 0 { return "\(nanoseconds / 1_000_000)ms" }
    return nanoseconds % 1000 == 0 ? "\(nanoseconds / 1000)us" : "\(nanoseconds)ns"
  }

  /// Writes a number without a needless fraction.
  static func text(_ number: Double) -> String {
    let rounded = (number * 1e9).rounded() / 1e9
    return rounded == rounded.rounded() && abs(rounded) < 1e15
      ? String(Int(rounded)) : String(rounded)
  }
}
