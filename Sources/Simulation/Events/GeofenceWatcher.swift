import Tracks

/// Tells when vehicles go into geofences, out of them, and stay in them.
///
/// Judged along the way from fix to fix, so that no fence is passed over however far apart they lie;
/// the event has the time and place of the crossing, and leaves before the fix that shows it.
struct GeofenceWatcher: Sendable {
  private struct Fence {
    var fence: Geofence
    var bounds: BoundingBox
    var dwellTime: Int64
  }

  private struct State {
    /// When the vehicle went in, or nil while it is outside.
    var since: Int64?
    var isDwellTold = false
  }

  private let fences: [Fence]
  private let hysteresis: Double
  /// The fences' states of one vehicle after another.
  private var states: [State]
  private var places: [(coordinate: Coordinate, time: Int64)?]

  init(_ options: EventOptions, vehicles: Int) {
    hysteresis = max(0, options.geofenceHysteresis)
    let margin = hysteresis + 1
    fences = options.geofences.compactMap { fence in
      fence.bounds(margin: margin).map {
        Fence(
          fence: fence, bounds: $0,
          dwellTime: (fence.dwellTime ?? options.dwellTime).wholeNanoseconds)
      }
    }
    states = Array(repeating: State(), count: fences.count * vehicles)
    places = Array(repeating: nil, count: fences.isEmpty ? 0 : vehicles)
  }

  /// Forgets all that was seen.
  mutating func reset() {
    states = Array(repeating: State(), count: states.count)
    places = Array(repeating: nil, count: places.count)
  }

  /// Looks at a fix.
  ///
  /// - Parameters:
  ///   - observation: The fix.
  ///   - before: Takes the crossings that lie before it.
  ///   - after: Takes what the fix itself shows.
  mutating func observe(
    _ observation: Observation, before: inout [Sighting], after: inout [Sighting]
  ) {
    guard !fences.isEmpty, let time = observation.fix.time?.nanoseconds else { return }
    let end = observation.fix.coordinate
    let known = observation.isContinuous ? places[observation.vehicle] : nil
    let start = known ?? (end, time)
    places[observation.vehicle] = (end, time)
    let firstCrossing = before.count
    for index in fences.indices {
      let place = observation.vehicle * fences.count + index
      let isInside = states[place].since != nil
      guard isInside || fences[index].bounds.isNear(start.coordinate, end) else { continue }
      let crossings = fences[index].fence.crossings(
        from: start.coordinate, to: end, isInside: isInside, hysteresis: hysteresis)
      for crossing in crossings {
        let span = Double(time - start.time)
        let at = start.time + Int64(span * crossing.fraction)
        states[place] = State(since: crossing.isEntry ? at : nil)
        before.append(
          Sighting(
            kind: crossing.isEntry ? .geofenceEnter : .geofenceExit,
            time: SourceTime(nanoseconds: at),
            coordinate: Geodesy.interpolated(
              from: start.coordinate, to: end, fraction: crossing.fraction),
            details: details(index)))
      }
      tellDwell(place, index, time, observation.fix, &after)
    }
    // Of several fences, the crossings are told in the order of their times.
    if before.count - firstCrossing > 1 {
      before[firstCrossing...].sort { ($0.time ?? .distantPast) < ($1.time ?? .distantPast) }
    }
  }

  private mutating func tellDwell(
    _ place: Int, _ index: Int, _ time: Int64, _ fix: Fix, _ sightings: inout [Sighting]
  ) {
    guard let since = states[place].since, !states[place].isDwellTold,
      time - since >= fences[index].dwellTime
    else { return }
    states[place].isDwellTold = true
    sightings.append(
      Sighting(
        kind: .geofenceDwell, time: fix.time, coordinate: fix.coordinate,
        details: details(index)
          + [.init("dwell_s", .number(Double(fences[index].dwellTime) * 1e-9))]))
  }

  private func details(_ index: Int) -> [SimulationEvent.Detail] {
    [.init("geofence", .text(fences[index].fence.id))]
  }
}

extension SourceTime {
  fileprivate static let distantPast = SourceTime(nanoseconds: .min)
}

extension BoundingBox {
  /// Whether the way from one place to another may come into the box.
  fileprivate func isNear(_ start: Coordinate, _ end: Coordinate) -> Bool {
    let width = abs(start.longitude - end.longitude)
    let height = abs(start.latitude - end.latitude)
    // A great circle bends away from the straight line the more, the longer it is.
    let bend = width > 0.5 || height > 0.5 ? max(width, height) * max(width, height) * 0.01 : 0
    if max(start.latitude, end.latitude) + bend < south { return false }
    if min(start.latitude, end.latitude) - bend > north { return false }
    if width > 180 { return true }
    let (least, most) = (min(start.longitude, end.longitude), max(start.longitude, end.longitude))
    if west <= east { return most + bend >= west && least - bend <= east }
    return most + bend >= west || least - bend <= east
  }
}
