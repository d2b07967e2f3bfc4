public import Simulation
public import StreamMetrics

/// A part of the dashboard as it opens, in the order in which they come.
public enum DashboardSection: Sendable {
  /// Which traces there are.
  case overview([TraceEntry])
  /// What came of reading those that are to be played.
  case tracks(TraceLoad)
  /// The vehicles that play.
  case fleet([Vehicle])
  /// The first figures.
  case metrics([StageFigures])
}

/// The opening of the dashboard: overview, tracks, fleet, metrics, each worked out when asked for.
public typealias DashboardOpening = StagedSequence<DashboardSection>

extension StagedSequence<DashboardSection> {
  /// Makes the opening of its four parts.
  public init(
    overview: @escaping @Sendable () async throws -> [TraceEntry],
    tracks: @escaping @Sendable () async throws -> TraceLoad,
    fleet: @escaping @Sendable () async throws -> [Vehicle],
    metrics: @escaping @Sendable () async throws -> [StageFigures]
  ) {
    self.init([
      { .overview(try await overview()) }, { .tracks(try await tracks()) },
      { .fleet(try await fleet()) }, { .metrics(try await metrics()) },
    ])
  }
}
