/// How often which latency occurred: a log-linear histogram of fixed size.
///
/// Each octave of nanoseconds is cut into 64 buckets of equal width, so that a percentile is at
/// most 0.8 % off the exact one from 128 ns up to 73 minutes, and exact below. Count, least,
/// greatest and sum are exact. It takes 19 kB whatever is recorded; two merge without loss.
public struct LatencyHistogram: Hashable, Sendable {
  // Index of a bucket: below 128 ns the nanoseconds themselves; above, 64 × the octave plus the
  // six bits below the leading one. The two meet at 128 without a seam.
  private static let bucketCount = 64 * 37
  private static let greatestNanoseconds: UInt64 = 1 << 42 - 1

  private var buckets = [UInt64](repeating: 0, count: bucketCount)
  private var sumNanoseconds = UInt128(0)
  private var leastNanoseconds = UInt64.max
  private var mostNanoseconds: UInt64 = 0
  /// How many latencies were recorded.
  public private(set) var count: UInt64 = 0

  /// Makes an empty histogram.
  public init() {}

  /// Records a latency.
  ///
  /// - Parameter latency: Below zero it is taken as zero; past 73 minutes it counts in the last
  ///   bucket, while the maximum stays exact.
  public mutating func record(_ latency: Duration) {
    record(nanoseconds: latency.clampedNanoseconds)
  }

  /// Records a latency in nanoseconds.
  public mutating func record(nanoseconds: UInt64) {
    buckets[Self.index(of: nanoseconds)] += 1
    count += 1
    sumNanoseconds += UInt128(nanoseconds)
    leastNanoseconds = min(leastNanoseconds, nanoseconds)
    mostNanoseconds = max(mostNanoseconds, nanoseconds)
  }

  /// Adds all that another histogram recorded.
  public mutating func merge(_ other: LatencyHistogram) {
    for index in buckets.indices {
      buckets[index] += other.buckets[index]
    }
    count += other.count
    sumNanoseconds += other.sumNanoseconds
    leastNanoseconds = min(leastNanoseconds, other.leastNanoseconds)
    mostNanoseconds = max(mostNanoseconds, other.mostNanoseconds)
  }

  /// What was recorded since this histogram was like an earlier copy of itself.
  ///
  /// Count and sum are exact; the least and the greatest are those of their buckets, like percentiles,
  /// unless they were reached since.
  ///
  /// - Parameter earlier: A copy that was made of this histogram before.
  /// - Returns: The difference.
  public func since(_ earlier: LatencyHistogram) -> LatencyHistogram {
    var difference = LatencyHistogram()
    difference.count = count - earlier.count
    difference.sumNanoseconds = sumNanoseconds - earlier.sumNanoseconds
    guard difference.count > 0 else { return difference }
    for index in buckets.indices {
      let added = buckets[index] - earlier.buckets[index]
      guard added > 0 else { continue }
      difference.buckets[index] = added
      difference.leastNanoseconds = min(difference.leastNanoseconds, Self.middle(of: index))
      difference.mostNanoseconds = Self.middle(of: index)
    }
    if mostNanoseconds > earlier.mostNanoseconds { difference.mostNanoseconds = mostNanoseconds }
    if leastNanoseconds < earlier.leastNanoseconds {
      difference.leastNanoseconds = leastNanoseconds
    }
    return difference
  }

  /// The least latency, or nil when nothing was recorded.
  public var least: Duration? { count == 0 ? nil : .nanoseconds(leastNanoseconds) }

  /// The greatest latency, or nil when nothing was recorded.
  public var greatest: Duration? { count == 0 ? nil : .nanoseconds(mostNanoseconds) }

  /// The arithmetic mean, or nil when nothing was recorded.
  public var mean: Duration? {
    count == 0 ? nil : .nanoseconds(UInt64(sumNanoseconds / UInt128(count)))
  }

  /// The latency that a share of all recorded ones does not exceed (nearest rank).
  ///
  /// - Parameter percentile: 0...100; 0 gives the least and 100 the greatest, both exact.
  /// - Returns: The latency, or nil when nothing was recorded.
  public func percentile(_ percentile: Double) -> Duration? {
    precondition((0...100).contains(percentile), "A percentile lies between 0 and 100")
    guard count > 0 else { return nil }
    let rank = min(count, max(1, UInt64((percentile / 100 * Double(count)).rounded(.up))))
    if rank == 1, percentile == 0 { return least }
    if rank == count { return greatest }
    var seen: UInt64 = 0
    for (index, bucket) in buckets.enumerated() where bucket > 0 {
      seen += bucket
      if seen >= rank {
        return .nanoseconds(min(max(Self.middle(of: index), leastNanoseconds), mostNanoseconds))
      }
    }
    return greatest
  }

  private static func index(of nanoseconds: UInt64) -> Int {
    let value = min(nanoseconds, greatestNanoseconds)
    guard value >= 128 else { return Int(value) }
    let shift = 63 - value.leadingZeroBitCount - 6
    return 64 * shift + Int(value >> UInt64(shift))
  }

  private static func middle(of index: Int) -> UInt64 {
    guard index >= 128 else { return UInt64(index) }
    let shift = UInt64(index / 64 - 1)
    let lowest = UInt64(64 + index % 64) << shift
    return lowest + (1 << shift - 1) / 2
  }
}

extension Duration {
  fileprivate var clampedNanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    guard seconds < 1 << 33 else { return .max }
    return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds) / 1_000_000_000
  }
}
