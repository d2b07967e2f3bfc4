public import Tracks

/// One thing that leaves the simulation, in the order of its sequence.
public enum Emission: Hashable, Sendable {
  /// A vehicle's new fix.
  case location(LocationUpdate)
  /// Something that happened.
  case event(SimulationEvent)
}

/// A vehicle's new fix.
public struct LocationUpdate: Hashable, Sendable {
  /// The vehicle's number.
  public var vehicle: UInt32
  /// The fix, after noise and faults; its time never runs back within a generation unless a fault
  /// makes it.
  public var fix: Fix
  /// The time that was recorded, however the fix's own was shifted, or nil when none was.
  public var original: SourceTime?
  /// Rises by one with each emission of a run.
  public var sequence: UInt64
  /// The generation of the player when it was made; older ones are void.
  public var generation: UInt32
  /// When it was due, on the injected clock since the start.
  public var due: Duration
  /// When it was emitted, on the injected clock since the start.
  public var emitted: Duration

  /// Makes an update.
  public init(
    vehicle: UInt32, fix: Fix, original: SourceTime? = nil, sequence: UInt64,
    generation: UInt32, due: Duration, emitted: Duration
  ) {
    self.vehicle = vehicle
    self.fix = fix
    self.original = original
    self.sequence = sequence
    self.generation = generation
    self.due = due
    self.emitted = emitted
  }
}

/// All vehicles' positions at one instant, as columns in the units of the wire.
public struct FleetSample: Hashable, Sendable {
  /// The playhead at `emitted`; every position is this instant's.
  public var sourceTime: SourceTime
  /// When it was taken, on the injected clock since the start.
  public var emitted: Duration
  /// The generation of the player.
  public var generation: UInt32
  /// Vehicle numbers; a vehicle without a position now is left out.
  public var vehicles: [UInt32] = []
  /// Latitudes in units of 1e-7 degree.
  public var latitudes: [Int32] = []
  /// Longitudes in units of 1e-7 degree.
  public var longitudes: [Int32] = []
  /// Speeds in cm/s, `UInt16.max` where absent.
  public var speeds: [UInt16] = []
  /// Courses in 0.01°, `UInt16.max` where absent.
  public var courses: [UInt16] = []

  /// Makes a sample without vehicles.
  public init(sourceTime: SourceTime, emitted: Duration, generation: UInt32) {
    self.sourceTime = sourceTime
    self.emitted = emitted
    self.generation = generation
  }
}
