import StreamMetrics
import Testing

@Suite struct StageCountersTests {
  @Test func conservesThroughAnyOrderOfCalls() {
    var counters = StageCounters()
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    var expected = (offered: UInt64(0), delivered: UInt64(0), dropped: UInt64(0))
    for _ in 0..<10_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      switch state >> 62 {
      case 0, 1:
        counters.offer()
        expected.offered += 1
      case 2 where counters.pending > 0:
        counters.deliver()
        expected.delivered += 1
      case 3 where counters.pending > 0:
        counters.drop()
        expected.dropped += 1
      default: break
      }
      #expect(counters.isConserved)
    }
    #expect(counters.offered == expected.offered)
    #expect(counters.delivered == expected.delivered)
    #expect(counters.dropped == expected.dropped)
    #expect(counters.pending == expected.offered - expected.delivered - expected.dropped)
  }

  @Test func sumsUp() {
    let first = StageCounters(delivered: 3, dropped: 2, pending: 1)
    let second = StageCounters(delivered: 30, dropped: 20, pending: 10)
    let sum = first + second
    #expect(sum == StageCounters(delivered: 33, dropped: 22, pending: 11))
    #expect(sum.offered == 66)
  }

  @Test func tellsTheShareDropped() {
    #expect(StageCounters().dropRatio == nil)
    #expect(StageCounters(delivered: 3, dropped: 1, pending: 0).dropRatio == 0.25)
  }

  @Test func refusesToDeliverWhatDoesNotWait() async {
    await #expect(processExitsWith: .failure) {
      var counters = StageCounters()
      counters.offer()
      counters.deliver(2)
    }
  }
}
