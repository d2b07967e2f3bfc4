import Simulation
import Tracks

/// The line of a recording that stands for one emission.
///
/// Keys come in one order and absent values are left out, so that equal emissions are equal bytes:
/// `{"type":"fix","sequence":1,"generation":0,"vehicle":"a","time":"2024-05-01T10:00:00Z","lat":47.1,
/// "lon":8.5,…}`.
struct EventLine {
  private var json = JSONText()
  private let vehicles: [String]

  /// - Parameter vehicles: The vehicles' ids by number.
  init(vehicles: [String]) {
    self.vehicles = vehicles
  }

  /// Appends an emission's line, with its line end, to some bytes.
  mutating func append(_ emission: Emission, to bytes: inout [UInt8]) {
    json.removeAll()
    switch emission {
    case .location(let update): write(update)
    case .event(let event): write(event)
    }
    json.endLine()
    bytes += json.bytes
  }

  private mutating func write(_ update: LocationUpdate) {
    let fix = update.fix
    let name = id(of: update.vehicle)
    json.object { json in
      json.text("type", "fix")
      json.integer("sequence", update.sequence)
      json.integer("generation", update.generation)
      json.text("vehicle", name)
      if let time = fix.time { json.text("time", time.iso8601Shortest) }
      json.number("lat", fix.coordinate.latitude)
      json.number("lon", fix.coordinate.longitude)
      if let altitude = fix.altitude { json.number("alt", altitude) }
      if let speed = fix.speed { json.number("speed", speed) }
      if let course = fix.course { json.number("course", course) }
      if let accuracy = fix.horizontalAccuracy { json.number("accuracy", accuracy) }
      if !fix.marks.isDisjoint(with: [.derivedSpeed, .derivedCourse, .derivedTime]) {
        json.array("derived") { json in
          if fix.marks.contains(.derivedTime) { json.text("time") }
          if fix.marks.contains(.derivedSpeed) { json.text("speed") }
          if fix.marks.contains(.derivedCourse) { json.text("course") }
        }
      }
      if fix.marks.contains(.interpolated) { json.boolean("interpolated", true) }
      json.number("emitted_ms", update.emitted.milliseconds)
    }
  }

  private mutating func write(_ event: SimulationEvent) {
    let name = event.vehicle.map(id)
    json.object { json in
      json.text("type", "event")
      json.text("kind", event.kind.rawValue)
      json.integer("sequence", event.sequence)
      json.integer("generation", event.generation)
      if let name { json.text("vehicle", name) }
      if let time = event.time { json.text("time", time.iso8601Shortest) }
      if let coordinate = event.coordinate {
        json.number("lat", coordinate.latitude)
        json.number("lon", coordinate.longitude)
      }
      for detail in event.details {
        switch detail.value {
        case .text(let text): json.text(detail.key, text)
        case .integer(let integer): json.integer(detail.key, integer)
        case .number(let number): json.number(detail.key, number)
        }
      }
      json.number("emitted_ms", event.emitted.milliseconds)
    }
  }

  private func id(of vehicle: UInt32) -> String {
    Int(vehicle) < vehicles.count ? vehicles[Int(vehicle)] : String(vehicle)
  }
}
