public import Tracks

/// A stored trace as it was read.
public struct Trace: Hashable, Sendable {
  /// The format it was read in.
  public var format: TraceFormat
  /// What the file calls itself, or nil.
  public var name: String?
  /// The tracks in the order of the file, empty ones and empty segments left out.
  public var tracks: [Track] = []
  /// How many tracks of the file hold no fix; they are not among `tracks`.
  public var emptyTracks = 0
  /// How many segments of the file hold no fix; they are not among those of `tracks`.
  public var emptySegments = 0
  /// The routes in the order of the file.
  public var routes: [Route] = []
  /// The waypoints in the order of the file.
  public var waypoints: [Waypoint] = []
  /// Epochs without a position that had something else to say, such as a heart rate.
  public var positionless: [SensorSample] = []
  /// What the reader has to say, one note a kind, in order of first occurrence.
  public var notes: [TraceNote] = []
  /// How many lines, points or records were skipped.
  public var skipped = 0

  /// Makes an empty trace.
  public init(format: TraceFormat, name: String? = nil) {
    self.format = format
    self.name = name
  }
}

/// What sensors said at an epoch without a position.
public struct SensorSample: Hashable, Sendable {
  /// When, if known.
  public var time: SourceTime?
  /// Beats per minute.
  public var heartRate: Int?
  /// Turns per minute.
  public var cadence: Int?
  /// Watts.
  public var power: Int?
  /// Degrees Celsius.
  public var temperature: Double?

  /// Makes a sample.
  public init(
    time: SourceTime? = nil, heartRate: Int? = nil, cadence: Int? = nil, power: Int? = nil,
    temperature: Double? = nil
  ) {
    self.time = time
    self.heartRate = heartRate
    self.cadence = cadence
    self.power = power
    self.temperature = temperature
  }
}
