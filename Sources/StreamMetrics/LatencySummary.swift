/// The percentiles of a latency that reports and charts show.
public struct LatencySummary: Hashable, Sendable {
  /// How many latencies it sums up; never 0.
  public var count: UInt64
  /// The least.
  public var least: Duration
  /// The arithmetic mean.
  public var mean: Duration
  /// The median.
  public var p50: Duration
  /// The 75th percentile.
  public var p75: Duration
  /// The 90th percentile.
  public var p90: Duration
  /// The 95th percentile.
  public var p95: Duration
  /// The 99th percentile.
  public var p99: Duration
  /// The 99.9th percentile.
  public var p999: Duration
  /// The greatest.
  public var max: Duration

  /// Sums a histogram up, or gives nil when nothing was recorded.
  public init?(_ histogram: LatencyHistogram) {
    guard let least = histogram.least, let mean = histogram.mean,
      let p50 = histogram.percentile(50),
      let p75 = histogram.percentile(75), let p90 = histogram.percentile(90),
      let p95 = histogram.percentile(95), let p99 = histogram.percentile(99),
      let p999 = histogram.percentile(99.9), let max = histogram.greatest
    else { return nil }
    self.count = histogram.count
    self.least = least
    self.mean = mean
    self.p50 = p50
    self.p75 = p75
    self.p90 = p90
    self.p95 = p95
    self.p99 = p99
    self.p999 = p999
    self.max = max
  }
}
