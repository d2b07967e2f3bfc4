/// A threshold with what was measured.
public struct ThresholdResult: Hashable, Sendable {
  /// What had to hold.
  public var threshold: Threshold
  /// What was measured, in the threshold's unit, or nil when the run did not measure it.
  public var value: Double?

  /// Makes a result.
  public init(threshold: Threshold, value: Double?) {
    self.threshold = threshold
    self.value = value
  }

  /// Whether it held; what was not measured did not.
  public var passed: Bool {
    value.map { threshold.comparison.holds($0, threshold.limit) } ?? false
  }

  /// One line for people: `pass dropped<0.1% (measured 0.02%)`.
  public var line: String {
    let measured = value.map { "measured \($0.short)\(threshold.unit.rawValue)" } ?? "not measured"
    return "\(passed ? "pass" : "FAIL") \(threshold.expression) (\(measured))"
  }
}
