import StreamMetrics
import Testing

@testable import Recording

struct ThresholdTests {
  @Test func metricOperatorAndValue() throws {
    let dropped = try #require(Threshold("dropped<0.1%"))
    #expect(dropped.metric == .count(.dropped))
    #expect(dropped.comparison == .less)
    #expect(dropped.limit == 0.1)
    #expect(dropped.unit == .percent)
    #expect(dropped.stage == nil && dropped.policy == nil)
    let latency = try #require(Threshold(" latency.p95 <= 20 ms "))
    #expect(latency.metric == .latency(.p95))
    #expect(latency.comparison == .atMost)
    #expect(latency.unit == .milliseconds)
    #expect(Threshold("rate_error<1%")?.metric == .rateError)
    #expect(Threshold("lateness.p99<2ms")?.metric == .lateness(.p99))
    #expect(Threshold("memory.peak<200MB")?.unit == .megabytes)
    #expect(Threshold("rate>=9.5Hz")?.comparison == .atLeast)
    #expect(Threshold("delivered>100")?.unit == .one)
  }

  @Test func stageAndPolicy() throws {
    let latency = try #require(Threshold("latency.p95[consumer:newest:1]<20ms"))
    #expect(latency.stage == .consumer)
    #expect(latency.policy == .newest(1))
    #expect(Threshold("dropped[socket]==0")?.stage == .socket)
    #expect(Threshold("latency.p95[written]<2ms")?.metric == .written(.p95))
  }

  @Test(arguments: [
    "", "dropped", "dropped<", "<1%", "dropped<1ms", "latency<20ms", "latency.p42<20ms",
    "latency.p95<20", "latency.p95<20%", "dropped[moon]<1", "dropped[socket:newest:1]<1",
    "dropped[consumer:]<1", "dropped[written]<1", "lateness.p95[written]<1ms",
    "dropped[consumer:moon]<1", "memory.peak[socket]<1MB",
    "rate_error<nan%", "dropped=<1",
    "dropped<-1",
    "dropped<1e3", "dropped<.5%",
  ])
  func whatIsNoThreshold(text: String) {
    #expect(Threshold(text) == nil)
  }

  @Test func comparisons() {
    #expect(Threshold.Comparison.less.holds(1, 2) && !Threshold.Comparison.less.holds(2, 2))
    #expect(Threshold.Comparison.atMost.holds(2, 2) && !Threshold.Comparison.atMost.holds(3, 2))
    #expect(Threshold.Comparison.more.holds(3, 2) && !Threshold.Comparison.more.holds(2, 2))
    #expect(Threshold.Comparison.atLeast.holds(2, 2) && !Threshold.Comparison.atLeast.holds(1, 2))
    #expect(Threshold.Comparison.equal.holds(2, 2) && !Threshold.Comparison.equal.holds(1, 2))
  }
}
