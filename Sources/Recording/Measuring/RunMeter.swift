import StreamMetrics
import Tracks

/// Makes a report's figures of the snapshots of a run: the history by the second, and the whole since
/// the warm-up.
public struct RunMeter: Sendable {
  /// The run by the second, so far.
  public private(set) var history: [RunReport.Second] = []
  private var baseline: RunSnapshot
  private var previous: RunSnapshot

  /// Begins to measure.
  ///
  /// - Parameter snapshot: The counts at the moment from which figures count.
  public init(from snapshot: RunSnapshot) {
    baseline = snapshot
    previous = snapshot
  }

  /// Takes the counts at the end of a second, or of what there was of the last.
  ///
  /// - Parameter snapshot: The counts now.
  /// - Returns: What happened since the last call, or nil when no time has passed.
  @discardableResult
  public mutating func record(_ snapshot: RunSnapshot) -> RunReport.Second? {
    let passed = (snapshot.elapsed - previous.elapsed).inSeconds
    guard passed > 0 else { return nil }
    let stages = Self.difference(snapshot, previous)
    var second = RunReport.Second(
      time: ((snapshot.elapsed - baseline.elapsed).inSeconds * 1000).rounded() / 1000,
      emitted: 0, delivered: 0, dropped: 0, rate: 0, latency95: nil)
    var latency = LatencyHistogram()
    var written = LatencyHistogram()
    for stage in stages {
      second.dropped += stage.counters.dropped
      switch stage.name {
      case .source: second.emitted += stage.counters.delivered
      case .broadcast: break
      case .consumer, .socket:
        second.delivered += stage.counters.delivered
        if let measured = stage.latency { latency.merge(measured) }
        if let measured = stage.written { written.merge(measured) }
      }
    }
    second.rate = (Double(second.emitted) / passed * 10).rounded() / 10
    second.latency95 = latency.percentile(95)
    second.written95 = written.percentile(95)
    history.append(second)
    previous = snapshot
    return second
  }

  /// The figures of the whole since the warm-up.
  ///
  /// - Parameter snapshot: The counts now.
  /// - Returns: The stages in their order.
  public func stages(at snapshot: RunSnapshot) -> [RunReport.Stage] {
    let passed = duration(at: snapshot)
    return Self.difference(snapshot, baseline).map { stage in
      assert(stage.counters.isConserved, "\(stage.name) does not account for every element")
      let rate = Double(stage.counters.delivered) / passed
      return RunReport.Stage(
        name: stage.name, policy: stage.policy, counters: stage.counters,
        rate: passed > 0 ? (rate * 1000).rounded() / 1000 : nil,
        latency: stage.latency.flatMap(LatencySummary.init),
        written: stage.written.flatMap(LatencySummary.init))
    }
  }

  /// Seconds since the warm-up.
  public func duration(at snapshot: RunSnapshot) -> Double {
    (snapshot.elapsed - baseline.elapsed).inSeconds
  }

  private static func difference(
    _ later: RunSnapshot, _ earlier: RunSnapshot
  ) -> [RunSnapshot.Stage] {
    zip(later.stages, earlier.stages).map { $0.since($1) }
  }
}
