import Simulation
import StreamMetrics
import Testing

@testable import Recording

struct ThresholdEvaluationTests {
  private func result(_ expression: String) throws -> ThresholdResult {
    try #require(Threshold(expression)).evaluated(on: Sample.report())
  }

  private static let cases: [(String, Double, Bool)] = [
    // The worst stage is the consumer with newest:1, which lost 19 of 300.
    ("dropped<10%", 19.0 / 3, true), ("dropped<6%", 19.0 / 3, false),
    ("dropped[source]==0", 0, true), ("dropped[consumer:unbounded]==0", 0, true),
    ("dropped[consumer:newest:1]<=19", 19, true), ("dropped[broadcast]<10", 10, false),
    // For a lower limit the smallest is the worst.
    ("delivered>=280", 280, true), ("rate>=93.5Hz", 93.5, true), ("rate[source]>100", 100, false),
    ("rate_error<=5%", 5, true), ("rate_error<5%", 5, false),
    ("memory.peak<200MB", 50, true), ("memory.peak<49999kB", 50_000, false),
    ("cpu<=250ms", 250, true), ("latency.max[consumer:newest:1]<=20ms", 20, true),
    // Without a stage the source is left out, whose figure is lateness.
    ("latency.max<0.2s", 0.1, true), ("lateness.max<=4ms", 4, true),
    ("latency.max[written]<=30ms", 30, true), ("latency.max[written]<30ms", 30, false),
    ("latency.max[socket]<=40ms", 40, true), ("latency.max[source]<=4000us", 4000, true),
    ("pending<=1", 1, true),
  ]

  @Test(arguments: cases)
  func measured(expression: String, value: Double, passed: Bool) throws {
    let result = try result(expression)
    let measured = try #require(result.value)
    #expect(abs(measured - value) < 1e-9 * max(1, value), "\(measured)")
    #expect(result.passed == passed)
  }

  @Test func whatWasNotMeasuredFails() throws {
    for expression in [
      "dropped[consumer:oldest:9]<1", "latency.p95[broadcast]<1s",
    ] {
      let result = try result(expression)
      #expect(result.value == nil)
      #expect(!result.passed)
      #expect(result.line == "FAIL \(expression) (not measured)")
    }
  }

  @Test func theLineSaysWhatWasMeasured() throws {
    #expect(try result("dropped<10%").line == "pass dropped<10% (measured 6.333%)")
  }

  @Test func underMaxThereIsNoRateError() throws {
    var report = try Sample.report()
    report.run.askedRate = .max
    let threshold = try #require(Threshold("rate_error<1%"))
    #expect(threshold.evaluated(on: report).value == nil)
  }
}
