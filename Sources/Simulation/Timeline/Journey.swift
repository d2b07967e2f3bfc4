public import Tracks

/// A track with what is needed to play it as one vehicle.
public struct Journey: Hashable, Sendable {
  /// Names the vehicle on the wire; URL-safe and unique among the journeys played together.
  public var id: String
  /// Names the vehicle for people.
  public var name: String
  /// The id of the trace it comes from, or nil for a generated one.
  public var trace: String?
  /// The path.
  public var track: Track
  /// How much later than its alignment says it starts.
  public var startOffset: Duration

  /// Makes a journey.
  public init(
    id: String, name: String, trace: String? = nil, track: Track, startOffset: Duration = .zero
  ) {
    self.id = id
    self.name = name
    self.trace = trace
    self.track = track
    self.startOffset = startOffset
  }
}

/// A vehicle of the simulation, as others see it.
public struct Vehicle: Hashable, Sendable {
  /// Its number in updates, samples and frames: its index, counted from 0.
  public var number: UInt32
  /// Its name on the wire.
  public var id: String
  /// Its name for people.
  public var name: String
  /// The id of the trace it comes from, or nil for a generated one.
  public var trace: String?

  /// Makes a vehicle.
  public init(number: UInt32, id: String, name: String, trace: String? = nil) {
    self.number = number
    self.id = id
    self.name = name
    self.trace = trace
  }
}
