/// What counts as a gap between two neighbouring fixes of a segment: more than a time or a distance.
public struct GapThreshold: Hashable, Sendable {
  /// Time between the fixes beyond which it is a gap.
  public var time: Duration
  /// Metres between the fixes beyond which it is a gap.
  public var distance: Double

  /// Makes a threshold; by default 60 s or 1 km.
  public init(time: Duration = .seconds(60), distance: Double = 1000) {
    self.time = time
    self.distance = distance
  }
}
