import StreamMetrics
import Testing

@testable import Recording

struct RunMeterTests {
  /// Counts of a run with one consumer, which took so much and lost so much.
  private func snapshot(
    _ seconds: Double, emitted: UInt64, taken: UInt64, lost: UInt64, latencies: ClosedRange<Int>?
  ) -> RunSnapshot {
    var latency = LatencyHistogram()
    for value in latencies.map(Array.init) ?? [] { latency.record(.milliseconds(value)) }
    return RunSnapshot(
      elapsed: .seconds(seconds),
      stages: [
        .init(name: .source, counters: StageCounters(delivered: emitted, dropped: 0, pending: 0)),
        .init(
          name: .broadcast, counters: StageCounters(delivered: emitted, dropped: 0, pending: 0)),
        .init(
          name: .consumer, policy: .newest(1),
          counters: StageCounters(delivered: taken, dropped: lost, pending: emitted - taken - lost),
          latency: latency),
      ])
  }

  @Test func eachSecondTellsWhatCameInIt() {
    var meter = RunMeter(from: snapshot(0, emitted: 0, taken: 0, lost: 0, latencies: nil))
    meter.record(snapshot(1, emitted: 10, taken: 6, lost: 3, latencies: 1...6))
    meter.record(snapshot(2.5, emitted: 25, taken: 6, lost: 18, latencies: 1...6))
    #expect(meter.history.count == 2)
    #expect(meter.history[0].emitted == 10)
    #expect(meter.history[0].delivered == 6)
    #expect(meter.history[0].dropped == 3)
    #expect(meter.history[0].latency95 == .milliseconds(6))
    #expect(meter.history[1].time == 2.5)
    #expect(meter.history[1].emitted == 15)
    #expect(meter.history[1].rate == 10)
    #expect(meter.history[1].delivered == 0)
    #expect(meter.history[1].latency95 == nil)
  }

  @Test func whatWasWrittenIsMeasuredApart() {
    func snapshot(_ seconds: Int, _ latencies: ClosedRange<Int>?) -> RunSnapshot {
      var (received, written) = (LatencyHistogram(), LatencyHistogram())
      for value in latencies.map(Array.init) ?? [] {
        received.record(.milliseconds(value * 10))
        written.record(.milliseconds(value))
      }
      return RunSnapshot(
        elapsed: .seconds(seconds),
        stages: [
          .init(
            name: .socket, counters: StageCounters(delivered: 0, dropped: 0, pending: 0),
            latency: received, written: written)
        ])
    }
    var meter = RunMeter(from: snapshot(0, 1...2))
    meter.record(snapshot(1, 1...4))
    meter.record(snapshot(2, 1...4))
    #expect(meter.history[0].written95 == .milliseconds(4))
    #expect(meter.history[0].latency95 == .milliseconds(40))
    #expect(meter.history[1].written95 == nil)
    let stage = meter.stages(at: snapshot(2, 1...4))[0]
    #expect(stage.written?.count == 2 && stage.written?.max == .milliseconds(4))
    #expect(stage.latency?.max == .milliseconds(40))
  }

  @Test func noTimeMakesNoSecond() {
    let start = snapshot(1, emitted: 0, taken: 0, lost: 0, latencies: nil)
    var meter = RunMeter(from: start)
    #expect(meter.record(start) == nil)
    #expect(meter.history.isEmpty)
    #expect(meter.stages(at: start)[0].rate == nil)
  }

  @Test func whatWasCountedInTheWarmUpIsLeftOutAndAllElseAccountedFor() {
    // Of 10 in the warm-up 3 still wait at its end, and are taken after it.
    let meter = RunMeter(from: snapshot(5, emitted: 10, taken: 5, lost: 2, latencies: 1...5))
    let last = snapshot(9, emitted: 50, taken: 35, lost: 11, latencies: 1...35)
    let stages = meter.stages(at: last)
    #expect(meter.duration(at: last) == 4)
    #expect(stages[0].counters == StageCounters(delivered: 40, dropped: 0, pending: 0))
    #expect(stages[0].rate == 10)
    #expect(stages[2].counters == StageCounters(delivered: 30, dropped: 9, pending: 4))
    #expect(stages[2].latency?.count == 30)
    #expect(stages[2].latency?.max == .milliseconds(35))
  }
}
