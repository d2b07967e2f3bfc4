/// A snapshot of one stage of the stream, as reports, charts and the wire show it.
public struct StageFigures: Hashable, Sendable {
  /// Which stage.
  public var stage: Stage
  /// The buffering policy, or nil where the stage has none.
  public var policy: BufferingPolicy?
  /// What became of its elements.
  public var counters: StageCounters
  /// Elements delivered a second over the last whole second, or nil before it is known.
  public var rate: Double?
  /// From due to delivered, or nil when nothing was measured.
  public var latency: LatencySummary?

  /// Makes a snapshot.
  public init(
    stage: Stage, policy: BufferingPolicy? = nil, counters: StageCounters, rate: Double? = nil,
    latency: LatencySummary? = nil
  ) {
    self.stage = stage
    self.policy = policy
    self.counters = counters
    self.rate = rate
    self.latency = latency
  }

  /// The stages in the order in which an element passes them.
  public enum Stage: String, CaseIterable, Hashable, Sendable {
    /// Where fixes become due and are emitted.
    case source
    /// Where one emission goes to all subscribers.
    case broadcast
    /// One subscriber with its policy.
    case consumer
    /// What is written to sockets.
    case socket
  }
}
