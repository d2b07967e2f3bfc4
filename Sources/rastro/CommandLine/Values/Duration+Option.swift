/// Durations as they are written on the command line.
extension Duration: OptionValue {
  static let allowed = "a duration such as 10s, 200ms, 1m or 1.5h (seconds without a unit)"

  private static let nanosecondsPerUnit: [(suffix: String, nanoseconds: Double)] = [
    ("ns", 1), ("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("min", 60e9), ("s", 1e9), ("m", 60e9),
    ("h", 3600e9), ("d", 86_400e9), ("", 1e9),
  ]

  /// Takes a number that is not negative, with a unit; at most a hundred years.
  init?(option text: String) {
    for unit in Self.nanosecondsPerUnit where text.hasSuffix(unit.suffix) {
      guard let number = Double(option: String(text.dropLast(unit.suffix.count))), number >= 0
      else { continue }
      let nanoseconds = (number * unit.nanoseconds).rounded()
      guard nanoseconds <= 3.2e18 else { return nil }
      self = .nanoseconds(Int64(nanoseconds))
      return
    }
    return nil
  }
}

/// The time between two ticks, as it is written on the command line.
struct TickOption: Hashable, OptionValue {
  /// At least a millisecond.
  var interval: Duration

  static let allowed = "a duration from 1ms, such as 500ms, 10s or 1m"

  init?(option text: String) {
    guard let interval = Duration(option: text), interval >= .milliseconds(1) else { return nil }
    self.interval = interval
  }
}
