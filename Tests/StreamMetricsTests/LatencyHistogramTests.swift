import StreamMetrics
import Testing

@Suite struct LatencyHistogramTests {
  /// Latencies in nanoseconds by which percentiles are compared with exact ones.
  enum Shape: CaseIterable {
    case uniform
    case logUniform
    case bimodal
    case constant
    case edgesOfBuckets
    case rising
    case oneOutlier

    func samples(_ count: Int) -> [UInt64] {
      var random = SplitMix(state: 42)
      return (0..<count).map { index in
        switch self {
        case .uniform: 1000 + random.next() % 1_000_000_000
        case .logUniform: (1 << (10 + random.next() % 32)) + random.next() % 1024
        case .bimodal: random.next() % 100 < 90 ? 20_000 : 3_000_000_000
        case .constant: 123_456_789
        case .edgesOfBuckets: (64 + random.next() % 64) << (random.next() % 35)
        case .rising: UInt64(index) * 997 + 1000
        case .oneOutlier: index == count / 2 ? 3_600_000_000_000 : 1500
        }
      }
    }
  }

  @Test(arguments: Shape.allCases, [1, 2, 7, 1000, 20_011])
  func agreesWithExactPercentilesWithinOnePercent(shape: Shape, count: Int) throws {
    let samples = shape.samples(count)
    var histogram = LatencyHistogram()
    for sample in samples { histogram.record(nanoseconds: sample) }
    let sorted = samples.sorted()
    for percentile in [0, 1, 25, 50, 75, 90, 95, 99, 99.9, 99.99, 100] {
      let rank = max(1, Int((percentile / 100 * Double(count)).rounded(.up)))
      let exact = Double(sorted[rank - 1])
      let found = try nanoseconds(#require(histogram.percentile(percentile)))
      #expect(abs(found - exact) <= exact * 0.01, "p\(percentile): \(found), exact \(exact)")
    }
    #expect(histogram.count == UInt64(count))
    #expect(histogram.least == .nanoseconds(sorted[0]))
    #expect(histogram.greatest == .nanoseconds(sorted[count - 1]))
    #expect(histogram.mean == .nanoseconds(samples.reduce(0, +) / UInt64(count)))
  }

  @Test func isExactAtEveryStepFromOneMicrosecondToOneHour() throws {
    var worst = 0.0
    var value: UInt64 = 1000
    while value <= 3_600_000_000_000 {
      for candidate in [value - 1, value, value + 1] {
        var histogram = LatencyHistogram()
        histogram.record(nanoseconds: 0)
        histogram.record(nanoseconds: candidate)
        histogram.record(nanoseconds: .max)
        let found = try nanoseconds(#require(histogram.percentile(50)))
        worst = max(worst, abs(found - Double(candidate)) / Double(candidate))
      }
      value += value / 97
    }
    #expect(worst < 0.008)
    #expect(worst > 0.007, "the stated bound is not idle")
  }

  @Test func mergesToWhatOneHistogramWouldHold() {
    let samples = Shape.logUniform.samples(5000)
    var whole = LatencyHistogram()
    var parts = [LatencyHistogram](repeating: LatencyHistogram(), count: 3)
    for (index, sample) in samples.enumerated() {
      whole.record(nanoseconds: sample)
      parts[index % 3].record(nanoseconds: sample)
    }
    var merged = parts[0]
    merged.merge(parts[1])
    merged.merge(parts[2])
    merged.merge(LatencyHistogram())
    #expect(merged == whole)
  }

  @Test func takesTimesOutsideItsRange() {
    var histogram = LatencyHistogram()
    histogram.record(.seconds(-5))
    histogram.record(.seconds(1_000_000))
    histogram.record(.seconds(Int64.max))
    #expect(histogram.least == .zero)
    #expect(histogram.count == 3)
    #expect(histogram.greatest == .nanoseconds(UInt64.max))
  }

  @Test func isAbsentWhenEmpty() {
    let histogram = LatencyHistogram()
    #expect(histogram.percentile(50) == nil)
    #expect(histogram.mean == nil)
    #expect(histogram.least == nil)
    #expect(histogram.greatest == nil)
    #expect(LatencySummary(histogram) == nil)
  }

  @Test func sumsUp() throws {
    var histogram = LatencyHistogram()
    for milliseconds in 1...1000 { histogram.record(.milliseconds(milliseconds)) }
    let summary = try #require(LatencySummary(histogram))
    #expect(summary.count == 1000)
    #expect(summary.least == .milliseconds(1))
    #expect(summary.max == .milliseconds(1000))
    for (found, exact) in [
      (summary.p50, 500.0), (summary.p75, 750), (summary.p90, 900), (summary.p95, 950),
      (summary.p99, 990), (summary.p999, 999),
    ] {
      #expect(abs(nanoseconds(found) / 1e6 - exact) <= exact * 0.01)
    }
  }

  @Test func tellsWhatCameSinceAnEarlierCopy() throws {
    var histogram = LatencyHistogram()
    for _ in 0..<10 { histogram.record(.milliseconds(5)) }
    let earlier = histogram
    #expect(histogram.since(earlier) == LatencyHistogram())
    for milliseconds in 10...20 { histogram.record(.milliseconds(milliseconds)) }
    let since = histogram.since(earlier)
    #expect(since.count == 11)
    #expect(since.mean == .milliseconds(15))
    #expect(since.greatest == .milliseconds(20))
    #expect(abs(nanoseconds(try #require(since.least)) / 1e6 - 10) <= 0.1)
    #expect(abs(nanoseconds(try #require(since.percentile(50))) / 1e6 - 15) <= 0.15)
  }

  private func nanoseconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) / 1e9
  }
}

private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
