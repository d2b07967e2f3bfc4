public import Tracks

/// Something that happened: the params of the notification `event`.
public struct EventMessage: Hashable, Sendable, JSONWritable {
  /// All kinds that there are.
  public static let kinds = [
    "started", "looped", "ended", "gap", "signal.lost", "signal.regained", "stopped", "moving",
    "overspeed", "geofence.enter", "geofence.exit", "geofence.dwell", "tick", "fault", "notice",
  ]

  /// What happened, such as `geofence.enter`.
  public var kind: String
  /// Its place in the one count over frames and events.
  public var sequence: UInt64
  /// The player's generation when it happened.
  public var generation: UInt32
  /// The vehicle's id, or nil when it concerns all.
  public var vehicle: String?
  /// When, on the trace's clock.
  public var time: SourceTime?
  /// Where.
  public var coordinate: Coordinate?
  /// What else is to be said, by keys that none of the others has.
  public var details: [JSONMember]

  /// Makes an event.
  public init(
    kind: String, sequence: UInt64, generation: UInt32, vehicle: String? = nil,
    time: SourceTime? = nil, coordinate: Coordinate? = nil, details: [JSONMember] = []
  ) {
    self.kind = kind
    self.sequence = sequence
    self.generation = generation
    self.vehicle = vehicle
    self.time = time
    self.coordinate = coordinate
    self.details = details
  }

  /// Writes `{kind, sequence, generation, vehicle, time, lat, lon, …}`.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("kind", kind)
      writer.field("sequence", sequence)
      writer.field("generation", generation)
      writer.field("vehicle", vehicle)
      writer.field("time", time)
      writer.field("lat", coordinate?.wireLatitude)
      writer.field("lon", coordinate?.wireLongitude)
      for detail in details { writer.field(detail.key, detail.value) }
    }
  }
}

extension Coordinate {
  /// The latitude to the 1e-7 degree, as the binary frames have it.
  var wireLatitude: Double { (latitude * 1e7).rounded() / 1e7 }
  /// The longitude to the 1e-7 degree, as the binary frames have it.
  var wireLongitude: Double { (longitude * 1e7).rounded() / 1e7 }
}
