/// Lets so much through a second, with some saved up for bursts.
struct TokenBucket {
  private var tokens: Float
  private var updated: UInt64

  /// Begins with a full bucket.
  ///
  /// - Parameters:
  ///   - burst: How much can be saved up.
  ///   - now: Nanoseconds on the server's clock.
  init(burst: Double, now: UInt64) {
    tokens = Float(burst)
    updated = now
  }

  /// Takes one if there is one.
  ///
  /// - Parameters:
  ///   - now: Nanoseconds on the server's clock.
  ///   - perSecond: What flows in.
  ///   - burst: How much can be saved up.
  /// - Returns: False when the bucket is empty.
  mutating func take(now: UInt64, perSecond: Double, burst: Double) -> Bool {
    let elapsed = Double(now &- updated) / 1e9
    updated = now
    tokens = Float(min(burst, Double(tokens) + elapsed * perSecond))
    guard tokens >= 1 else { return false }
    tokens -= 1
    return true
  }
}
