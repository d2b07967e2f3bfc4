public import Tracks

/// Something that happened in the simulation.
public struct SimulationEvent: Hashable, Sendable {
  /// What happened.
  public var kind: Kind
  /// Rises by one with each emission of a run.
  public var sequence: UInt64
  /// The generation of the player when it happened.
  public var generation: UInt32
  /// The vehicle's number, or nil when it concerns all.
  public var vehicle: UInt32?
  /// When, on the trace's clock.
  public var time: SourceTime?
  /// Where, if it has a place.
  public var coordinate: Coordinate?
  /// What else is to be said, in the order in which it is written.
  public var details: [Detail]
  /// When it was emitted, on the injected clock since the start.
  public var emitted: Duration

  /// Makes an event.
  public init(
    kind: Kind, sequence: UInt64, generation: UInt32, vehicle: UInt32? = nil,
    time: SourceTime? = nil, coordinate: Coordinate? = nil, details: [Detail] = [],
    emitted: Duration
  ) {
    self.kind = kind
    self.sequence = sequence
    self.generation = generation
    self.vehicle = vehicle
    self.time = time
    self.coordinate = coordinate
    self.details = details
    self.emitted = emitted
  }

  /// What happened.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Playback began.
    case started
    /// A further round began.
    case looped
    /// Playback, or one vehicle's journey, came to its end.
    case ended
    /// A vehicle's fixes have a gap.
    case gap
    /// A vehicle's signal went.
    case signalLost = "signal.lost"
    /// A vehicle's signal came back.
    case signalRegained = "signal.regained"
    /// A vehicle came to rest.
    case stopped
    /// A vehicle began to move.
    case moving
    /// A vehicle goes faster than the stated limit.
    case overspeed
    /// A vehicle went into a geofence.
    case geofenceEnter = "geofence.enter"
    /// A vehicle went out of a geofence.
    case geofenceExit = "geofence.exit"
    /// A vehicle stayed in a geofence for the stated time.
    case geofenceDwell = "geofence.dwell"
    /// A timer ticked.
    case tick
    /// A fault was switched.
    case fault
    /// Something people should know.
    case notice
  }

  /// A further thing to be said of an event, by its key on the wire.
  public struct Detail: Hashable, Sendable {
    /// The key, in lower case with underscores and a unit where one is due.
    public var key: String
    /// The value.
    public var value: Value

    /// Makes a detail.
    public init(_ key: String, _ value: Value) {
      self.key = key
      self.value = value
    }
  }

  /// A value of a detail.
  public enum Value: Hashable, Sendable {
    /// A text.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// A finite number.
    case number(Double)
  }
}
