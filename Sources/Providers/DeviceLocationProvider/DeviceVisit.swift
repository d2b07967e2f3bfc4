public import Tracks

/// A stay at a place.
public struct DeviceVisit: Hashable, Sendable {
  /// Where.
  public var coordinate: Coordinate
  /// When the device came, on the trace's clock, or nil when that was not seen.
  public var arrival: SourceTime?
  /// When it went, or nil while it is there.
  public var departure: SourceTime?

  /// Makes a visit.
  public init(coordinate: Coordinate, arrival: SourceTime?, departure: SourceTime? = nil) {
    self.coordinate = coordinate
    self.arrival = arrival
    self.departure = departure
  }
}
