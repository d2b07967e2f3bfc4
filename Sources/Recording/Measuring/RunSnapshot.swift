public import StreamMetrics

/// What all stages had counted at one moment of a run.
public struct RunSnapshot: Hashable, Sendable {
  /// When, in real time since the run began.
  public var elapsed: Duration
  /// The stages in the order in which an element passes them; consumers once a policy.
  public var stages: [Stage]

  /// Makes a snapshot.
  public init(elapsed: Duration, stages: [Stage]) {
    self.elapsed = elapsed
    self.stages = stages
  }

  /// What one stage had counted.
  public struct Stage: Hashable, Sendable {
    /// Which stage.
    public var name: StageFigures.Stage
    /// The buffering policy, or nil where the stage has none.
    public var policy: BufferingPolicy?
    /// What had become of its elements.
    public var counters: StageCounters
    /// The latencies measured so far, or nil where none are.
    public var latency: LatencyHistogram?
    /// From made to written, at the sockets; nil elsewhere.
    public var written: LatencyHistogram?

    /// Makes the counts of a stage.
    public init(
      name: StageFigures.Stage, policy: BufferingPolicy? = nil, counters: StageCounters,
      latency: LatencyHistogram? = nil, written: LatencyHistogram? = nil
    ) {
      self.name = name
      self.policy = policy
      self.counters = counters
      self.latency = latency
      self.written = written
    }

    /// What was counted since an earlier count of the same stage.
    ///
    /// What waited then counts as offered since, so that nothing is lost between the two.
    func since(_ earlier: Stage) -> Stage {
      Stage(
        name: name, policy: policy,
        counters: StageCounters(
          delivered: counters.delivered - earlier.counters.delivered,
          dropped: counters.dropped - earlier.counters.dropped, pending: counters.pending),
        latency: latency.map { latency in earlier.latency.map(latency.since) ?? latency },
        written: written.map { written in earlier.written.map(written.since) ?? written })
    }
  }
}
