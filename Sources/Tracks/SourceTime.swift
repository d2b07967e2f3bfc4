/// An instant on the trace's own clock: what the trace says, in UTC.
///
/// Nanoseconds since 1970-01-01T00:00:00Z without leap seconds, which reaches from the year 1677 to
/// 2262. It is never compared with the time that passes while a trace is played.
public struct SourceTime: Hashable, Comparable, Sendable {
  /// Nanoseconds since 1970-01-01T00:00:00Z.
  public let nanoseconds: Int64

  /// Makes an instant from nanoseconds since 1970-01-01T00:00:00Z.
  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Makes an instant from seconds since 1970 rounded to the nanosecond, or nil outside the range.
  @inlinable
  public init?(secondsSince1970 seconds: Double) {
    let nanoseconds = (seconds * 1e9).rounded()
    guard abs(nanoseconds) < 9.2e18 else { return nil }
    self.nanoseconds = Int64(nanoseconds)
  }

  /// Seconds since 1970, to about 0.2 µs in this century.
  @inlinable
  public var secondsSince1970: Double { Double(nanoseconds) / 1e9 }

  /// Microseconds since 1970, rounded down.
  @inlinable
  public var microseconds: Int64 {
    nanoseconds >= 0 ? nanoseconds / 1000 : -((-nanoseconds + 999) / 1000)
  }

  /// Whether one instant lies before another.
  @inlinable
  public static func < (left: SourceTime, right: SourceTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// Nanoseconds from one instant to another, negative when the other lies before; the ends of Int64
  /// stand for what is further (over 292 years).
  @inlinable
  public func nanoseconds(to other: SourceTime) -> Int64 {
    let (difference, overflow) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
    return overflow ? (other > self ? .max : .min) : difference
  }

  /// The time from one instant to another; negative when the other lies before.
  @inlinable
  public func duration(to other: SourceTime) -> Duration {
    .nanoseconds(nanoseconds(to: other))
  }

  /// The instant a duration later, to the nanosecond, kept in the range of instants.
  @inlinable
  public func advanced(by duration: Duration) -> SourceTime {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
    // The least number stands for no time in a packed fix.
    if overflow { return SourceTime(nanoseconds: duration < .zero ? .min + 1 : .max) }
    return SourceTime(nanoseconds: max(sum, .min + 1))
  }
}

extension Duration {
  /// The duration in nanoseconds, rounded toward zero; the ends of Int64 stand for what is longer.
  @inlinable
  public var wholeNanoseconds: Int64 {
    let (whole, overflow) = components.seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carried) = whole.addingReportingOverflow(components.attoseconds / 1_000_000_000)
    return overflow || carried ? (self < .zero ? .min : .max) : sum
  }

  /// The duration in seconds.
  @inlinable
  public var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
