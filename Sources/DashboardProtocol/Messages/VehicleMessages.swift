public import Tracks

/// A vehicle, as `vehicles` lists it.
public struct VehicleEntry: Hashable, Sendable, JSONWritable {
  /// Its number in the binary frames.
  public var number: UInt32
  /// Its name on the wire.
  public var id: String
  /// Its name for people.
  public var name: String
  /// The id of the trace it comes from, or nil for a generated one.
  public var trace: String?

  /// Makes an entry.
  public init(number: UInt32, id: String, name: String, trace: String? = nil) {
    self.number = number
    self.id = id
    self.name = name
    self.trace = trace
  }

  /// Writes `{number, id, name, trace}`.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("number", number)
      writer.field("id", id)
      writer.field("name", name)
      writer.field("trace", trace)
    }
  }
}

/// Vehicles that came and went: the params of the notification `vehicles`.
public struct VehiclesMessage: Hashable, Sendable, JSONWritable {
  /// Those that came, as they are listed from now on.
  public var added: [VehicleEntry]
  /// The ids of those that went.
  public var removed: [String]
  /// The newest number of the count over frames and events.
  public var sequence: UInt64
  /// The player's generation.
  public var generation: UInt32

  /// Makes a message.
  public init(added: [VehicleEntry], removed: [String], sequence: UInt64, generation: UInt32) {
    self.added = added
    self.removed = removed
    self.sequence = sequence
    self.generation = generation
  }

  /// Writes `{added, removed, sequence, generation}`.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("added", added)
      writer.field("removed", removed)
      writer.field("sequence", sequence)
      writer.field("generation", generation)
    }
  }
}

/// All vehicles: the answer to `vehicles`.
public struct VehicleList: JSONWritable {
  private let vehicles: EncodedJSON

  /// Makes the answer of an array that was encoded before.
  public init(_ vehicles: EncodedJSON) {
    self.vehicles = vehicles
  }

  /// Writes `{vehicles}`.
  public func write(to writer: inout JSONWriter) {
    writer.object { $0.field("vehicles", vehicles) }
  }
}

/// A vehicle's newest fix with all its fields: the answer to `vehicle`.
public struct VehicleFix: JSONWritable {
  private let vehicle: VehicleEntry
  private let fix: Fix?

  /// Makes the answer; without a fix the vehicle has none yet.
  public init(vehicle: VehicleEntry, fix: Fix?) {
    self.vehicle = vehicle
    self.fix = fix
  }

  /// Writes the vehicle's fields, then the fix's.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("vehicle", vehicle.id)
      writer.field("number", vehicle.number)
      writer.field("name", vehicle.name)
      writer.field("trace", vehicle.trace)
      guard let fix else { return }
      writer.field("time", fix.time)
      writer.field("lat", fix.coordinate.wireLatitude)
      writer.field("lon", fix.coordinate.wireLongitude)
      writer.field("alt", fix.altitude)
      writer.field("speed", fix.speed)
      writer.field("course", fix.course)
      writer.field("accuracy", fix.horizontalAccuracy)
      writer.field("vertical_accuracy", fix.verticalAccuracy)
      writer.field("hdop", fix.horizontalDilution)
      writer.field("satellites", fix.satellites)
      writer.field("heart_rate", fix.heartRate)
      writer.field("cadence", fix.cadence)
      writer.field("power", fix.power)
      writer.field("temperature", fix.temperature)
      let derived = fix.marks.derivedNames
      if !derived.isEmpty { writer.field("derived", derived) }
      if fix.marks.contains(.interpolated) { writer.field("interpolated", true) }
    }
  }
}

extension Fix.Marks {
  /// The fields that were worked out rather than read.
  fileprivate var derivedNames: [String] {
    var names: [String] = []
    if contains(.derivedTime) { names.append("time") }
    if contains(.derivedSpeed) { names.append("speed") }
    if contains(.derivedCourse) { names.append("course") }
    return names
  }
}
