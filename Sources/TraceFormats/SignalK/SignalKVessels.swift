import Tracks

/// Makes fixes of deltas, vessel by vessel.
struct SignalKVessels: JSONLineFormat {
  /// How old a speed or course may be that goes with a position.
  private static let heldTime = Duration.seconds(2)

  /// When the next delta came, in milliseconds since 1970, as the log has it.
  var arrival: Double?
  private var vessels: [String: Vessel] = [:]

  private struct Vessel {
    var source: [UInt8]
    var speed: (value: Double, time: SourceTime?)?
    var course: (value: Double, time: SourceTime?)?
    var hasPosition = false
  }

  mutating func take(
    _ delta: SignalKDelta, line: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    let name = delta.vessel
    for update in delta.updates where update.isOfUse {
      let time = time(of: update, line: line, into: &builder)
      var vessel = vessels[name] ?? Vessel(source: update.source)
      if let speed = update.speed { vessel.speed = (speed, time) }
      if let radians = update.course {
        let degrees = (radians * 180 / .pi).truncatingRemainder(dividingBy: 360)
        vessel.course = (degrees < 0 ? degrees + 360 : degrees, time)
      }
      if update.hasPosition {
        if !vessel.hasPosition { (vessel.source, vessel.hasPosition) = (update.source, true) }
        if vessel.source == update.source {
          try append(update, of: vessel, named: name, at: time, line: line, into: &builder)
        } else {
          builder.note(
            "other-receiver", line: line,
            "positions of a vessel's further receivers were passed over; the first one's are kept")
        }
      }
      vessels[name] = vessel
    }
  }

  private func append(
    _ update: SignalKDelta.Update, of vessel: Vessel, named name: String, at time: SourceTime?,
    line: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    let coordinate = try builder.coordinate(
      latitude: update.latitude, longitude: update.longitude, line: line)
    guard let coordinate else { return }
    var fix = Fix(coordinate, time: time)
    fix.altitude = update.altitude
    fix.speed = held(vessel.speed, at: time)
    fix.course = held(vessel.course, at: time)
    builder.selectTrack(named: name)
    try builder.append(fix)
  }

  private func held(_ value: (value: Double, time: SourceTime?)?, at time: SourceTime?) -> Double? {
    guard let value, let time, let told = value.time else { return nil }
    let age = told.duration(to: time)
    return age <= Self.heldTime && age >= .zero - Self.heldTime ? value.value : nil
  }

  private func time(
    of update: SignalKDelta.Update, line: Int, into builder: inout TraceBuilder
  ) -> SourceTime? {
    if let bytes = update.time { return builder.time(bytes.span, line: line) }
    return arrival.flatMap { builder.time(secondsSince1970: $0 / 1000, line: line) }
  }
}
