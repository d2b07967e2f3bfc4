import Recording
import Simulation
import StreamMetrics
import Testing

@testable import rastro

struct RunSummaryTests {
  @Test func numbersHaveTheirDigits() {
    #expect(RunSummary.fixed(12.6, digits: 0) == "13")
    #expect(RunSummary.fixed(0, digits: 0) == "0")
    #expect(RunSummary.fixed(0.05, digits: 1) == "0.1")
    #expect(RunSummary.fixed(3.014, digits: 2) == "3.01")
    #expect(RunSummary.fixed(-1.5, digits: 3) == "-1.500")
  }

  private func lines(asked: Double, achieved: Double, lateness: Duration) -> [String] {
    var latency = LatencyHistogram()
    latency.record(lateness)
    let source = RunReport.Stage(
      name: .source, counters: StageCounters(delivered: 1, dropped: 0, pending: 0),
      latency: LatencySummary(latency))
    let report = RunReport(
      run: .init(
        id: "1", command: "", seed: 1, source: "", duration: 1, askedRate: .times(asked),
        achievedRate: achieved),
      stages: [source],
      process: ProcessFigures(
        cpuTime: .zero, residentBytes: 0, peakResidentBytes: 0, threads: 0))
    return Array(RunSummary(report, .finished).lines.dropFirst())
  }

  @Test func anOverloadSaysWhatIsTooMuch() {
    #expect(lines(asked: 100, achieved: 100, lateness: .milliseconds(64)).isEmpty)
    let late = lines(asked: 100, achieved: 100, lateness: .milliseconds(256))
    #expect(late.count == 1)
    #expect(late.first?.hasPrefix("overloaded: the fixes left up to 25") == true)
    let end = " ms late (p99) at 100.00x; ask for less, or take away load"
    #expect(late.first?.hasSuffix(end) == true)
    let slow = lines(asked: 100, achieved: 80, lateness: .milliseconds(256))
    #expect(slow.first?.hasPrefix("overloaded: 80.00x of 100.00x asked, the fixes left up") == true)
  }
}
