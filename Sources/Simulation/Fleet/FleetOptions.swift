public import Tracks

/// What a generated fleet is like.
public struct FleetOptions: Hashable, Sendable {
  /// The number of vehicles.
  public var count: Int
  /// Decides everything that is left to chance.
  public var seed: UInt64
  /// Where the vehicles wander when there are no roads, or nil for a plain town.
  public var area: BoundingBox?
  /// How long the fleet can be played.
  public var duration: Duration
  /// Source time at the start; a fleet has no clock of its own.
  public var start: SourceTime

  /// Makes options.
  ///
  /// - Parameters:
  ///   - count: The number of vehicles, 1...1 000 000.
  ///   - seed: Decides everything that is left to chance.
  ///   - area: Where the vehicles wander when there are no roads, or nil for a plain town that grows
  ///     with the number of vehicles.
  ///   - duration: How long the fleet can be played; at its end most vehicles are where they began, so
  ///     that a loop shows no jump.
  ///   - start: Source time at the start; if it is not given, 2024-01-01T00:00:00Z.
  public init(
    count: Int, seed: UInt64 = 0, area: BoundingBox? = nil, duration: Duration = .seconds(3600),
    start: SourceTime = SourceTime(nanoseconds: 1_704_067_200_000_000_000)
  ) {
    self.count = count
    self.seed = seed
    self.area = area
    self.duration = duration
    self.start = start
  }
}
