import Tracks

/// Tells when vehicles stop, move and go too fast.
///
/// A vehicle stops when it was slower than one speed for some time, and moves when it is faster than
/// another, higher one; what lies between changes nothing. What a vehicle does when it is first seen is
/// no event.
struct MotionWatcher: Sendable {
  fileprivate enum Motion {
    case unknown
    case moving
    case slow(since: Int64, wasMoving: Bool)
    case stopped
  }

  fileprivate struct State {
    var motion = Motion.unknown
    var isTooFast = false
    var coordinate: Coordinate?
    var time: Int64 = 0
  }

  private let options: EventOptions
  private let stopTime: Int64
  private var states: [State]
  /// Below this share of the limit, one is no longer too fast.
  private static let slowEnough = 0.95

  init(_ options: EventOptions, vehicles: Int) {
    self.options = options
    stopTime = options.stopTime.wholeNanoseconds
    states = Array(repeating: State(), count: vehicles)
  }

  /// Looks at a fix and appends what it shows.
  mutating func observe(_ observation: Observation, into sightings: inout [Sighting]) {
    let fix = observation.fix
    guard let time = fix.time?.nanoseconds else { return }
    var state = states[observation.vehicle]
    if !observation.isContinuous { state.motion = .unknown }
    let speed = fix.speed ?? (observation.isContinuous ? state.speed(to: fix, time) : nil)
    state.coordinate = fix.coordinate
    state.time = time
    if let speed {
      judge(speed, fix, time, &state, &sightings)
      judgeLimit(speed, fix, &state, &sightings)
    }
    states[observation.vehicle] = state
  }

  /// Forgets all that was seen.
  mutating func reset() {
    states = Array(repeating: State(), count: states.count)
  }

  private func judge(
    _ speed: Double, _ fix: Fix, _ time: Int64, _ state: inout State,
    _ sightings: inout [Sighting]
  ) {
    switch state.motion {
    case .unknown:
      if speed > options.moveSpeed { state.motion = .moving }
      if speed < options.stopSpeed { state.motion = .slow(since: time, wasMoving: false) }
    case .moving:
      if speed < options.stopSpeed { state.motion = .slow(since: time, wasMoving: true) }
    case .slow(let since, let wasMoving):
      if speed > options.moveSpeed {
        state.motion = .moving
      } else if time - since >= stopTime {
        state.motion = .stopped
        guard wasMoving else { return }
        sightings.append(Sighting(kind: .stopped, time: fix.time, coordinate: fix.coordinate))
      }
    case .stopped:
      guard speed > options.moveSpeed else { return }
      state.motion = .moving
      sightings.append(Sighting(kind: .moving, time: fix.time, coordinate: fix.coordinate))
    }
  }

  private func judgeLimit(
    _ speed: Double, _ fix: Fix, _ state: inout State, _ sightings: inout [Sighting]
  ) {
    guard let limit = options.speedLimit else { return }
    if state.isTooFast {
      state.isTooFast = speed > limit * Self.slowEnough
    } else if speed > limit {
      state.isTooFast = true
      sightings.append(
        Sighting(
          kind: .overspeed, time: fix.time, coordinate: fix.coordinate,
          details: [.init("speed", .number(speed)), .init("limit", .number(limit))]))
    }
  }
}

extension MotionWatcher.State {
  /// The speed from the place before, or nil when no time has passed.
  fileprivate func speed(to fix: Fix, _ time: Int64) -> Double? {
    guard let coordinate, time > self.time else { return nil }
    return Geodesy.distance(from: coordinate, to: fix.coordinate)
      / (Double(time - self.time) * 1e-9)
  }
}
