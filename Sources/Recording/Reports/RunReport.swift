public import Simulation
public import StreamMetrics

/// What a run came to, as all forms of a report show it.
public struct RunReport: Hashable, Sendable {
  /// What was run.
  public var run: Run
  /// What each stage counted, in the order in which an element passes them; consumers once a policy.
  public var stages: [Stage]
  /// What had to hold, with what was measured.
  public var thresholds: [ThresholdResult]
  /// What the process used.
  public var process: ProcessFigures
  /// The run by the second.
  public var history: [Second]

  /// Makes a report.
  public init(
    run: Run, stages: [Stage], thresholds: [ThresholdResult] = [], process: ProcessFigures,
    history: [Second] = []
  ) {
    self.run = run
    self.stages = stages
    self.thresholds = thresholds
    self.process = process
    self.history = history
  }

  /// What was run.
  public struct Run: Hashable, Sendable {
    /// Names the run in logs and records.
    public var id: String
    /// The command line.
    public var command: String
    /// What all that is random followed from.
    public var seed: UInt64
    /// What was played: the traces or the fleet.
    public var source: String
    /// Seconds it took, in real time, without the warm-up.
    public var duration: Double
    /// The rate asked for; where it changed, what was played by the time that it was to take: the mean
    /// of the rates, each weighted by how long it was to last, a scenario's pause at 0.
    public var askedRate: PlaybackRate
    /// Source time against real time, pauses that were asked for included, or nil before it is known.
    public var achievedRate: Double?

    /// Makes the description of a run.
    public init(
      id: String, command: String, seed: UInt64, source: String, duration: Double,
      askedRate: PlaybackRate, achievedRate: Double?
    ) {
      self.id = id
      self.command = command
      self.seed = seed
      self.source = source
      self.duration = duration
      self.askedRate = askedRate
      self.achievedRate = achievedRate
    }
  }

  /// What one stage counted over the whole run.
  public struct Stage: Hashable, Sendable {
    /// Which stage.
    public var name: StageFigures.Stage
    /// The buffering policy, or nil where the stage has none.
    public var policy: BufferingPolicy?
    /// What became of its elements.
    public var counters: StageCounters
    /// Elements delivered a second over the run, or nil for a run that took no time.
    public var rate: Double?
    /// At the source from due to emitted; at consumers from due to delivered; at sockets from when a
    /// frame was made to when a client had received it. Nil when nothing was measured.
    public var latency: LatencySummary?
    /// At sockets from when a frame was made to when the socket had taken it; nil elsewhere.
    public var written: LatencySummary?

    /// Makes the figures of a stage.
    public init(
      name: StageFigures.Stage, policy: BufferingPolicy? = nil, counters: StageCounters,
      rate: Double? = nil, latency: LatencySummary? = nil, written: LatencySummary? = nil
    ) {
      self.name = name
      self.policy = policy
      self.counters = counters
      self.rate = rate
      self.latency = latency
      self.written = written
    }

    /// The name with its policy: `consumer:newest:1`.
    public var title: String { policy.map { "\(name.rawValue):\($0)" } ?? name.rawValue }
  }

  /// What happened in one second of real time.
  public struct Second: Hashable, Sendable {
    /// Seconds since the figures began to count, at the end of this second.
    public var time: Double
    /// Elements that left the source in it.
    public var emitted: UInt64
    /// Elements that the consumers and sockets took in it.
    public var delivered: UInt64
    /// Elements lost anywhere in it.
    public var dropped: UInt64
    /// Elements a second out of the source.
    public var rate: Double
    /// The 95th percentile of the latency of what was delivered in it, or nil when nothing was.
    public var latency95: Duration?
    /// The 95th percentile from made to written of what sockets took in it, or nil when they took
    /// nothing.
    public var written95: Duration?

    /// Makes the figures of a second.
    public init(
      time: Double, emitted: UInt64, delivered: UInt64, dropped: UInt64, rate: Double,
      latency95: Duration?, written95: Duration? = nil
    ) {
      self.time = time
      self.emitted = emitted
      self.delivered = delivered
      self.dropped = dropped
      self.rate = rate
      self.latency95 = latency95
      self.written95 = written95
    }
  }
}
