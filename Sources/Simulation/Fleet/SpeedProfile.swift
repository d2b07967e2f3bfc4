import Glibc

/// How fast a road is travelled, and where one waits: the distance as a function of time.
///
/// A vehicle speeds up at one constant rate and brakes at another, is slow enough in each bend for a
/// sideways acceleration that people bear, stops where it turns about and at some corners, and waits
/// there.
struct SpeedProfile {
  /// A time of constant acceleration.
  struct Phase {
    var start: Double
    var duration: Double
    /// The place behind, and metres from it at the start.
    var place: Int
    var meters: Double
    var speed: Double
    var acceleration: Double
  }

  /// The phases of one round, in order.
  private(set) var phases: [Phase] = []
  /// Seconds that a round takes.
  private(set) var period = 0.0

  private static let acceleration = 1.5
  private static let braking = 2.0
  private static let sideways = 2.5
  /// Faster than this in metres per second, one does not stop at corners.
  private static let fastestWithStops = 25.0

  /// Works out the profile of a road.
  ///
  /// - Parameters:
  ///   - road: The road.
  ///   - number: Its number, which tells its chance from that of other roads.
  ///   - stream: The chance.
  init(_ road: Road, number: Int, stream: RandomStream) {
    let count = road.places.count
    var (limits, waits) = Self.limits(road, number, stream)
    // Forward: no faster than one can have become. Backward: no faster than one can still brake. The
    // round begins at rest, so that one pass each is enough.
    for index in 1..<count {
      let reached =
        limits[index - 1] * limits[index - 1] + 2 * Self.acceleration * road.lengths[index - 1]
      limits[index] = min(limits[index], reached.squareRoot())
    }
    for index in (0..<count).reversed() {
      let next = limits[(index + 1) % count]
      let bearable = next * next + 2 * Self.braking * road.lengths[index]
      limits[index] = min(limits[index], bearable.squareRoot())
    }
    waits[0] = max(waits[0], 5)
    for index in 0..<count {
      if waits[index] > 0 {
        append(waits[index], place: index, meters: 0, speed: 0, acceleration: 0)
      }
      travel(
        from: index, road.lengths[index], limits[index], limits[(index + 1) % count], road.cruise)
    }
  }

  /// The highest speed at each place, and the seconds that one waits there.
  private static func limits(
    _ road: Road, _ number: Int, _ stream: RandomStream
  ) -> (limits: [Double], waits: [Double]) {
    let count = road.places.count
    var limits: [Double] = []
    var waits = Array(repeating: 0.0, count: count)
    var sinceStop = 0.0
    for index in 0..<count {
      let turn = road.turn(at: index)
      var limit = road.cruise
      if turn > 5 {
        let side = min(road.lengths[index], road.lengths[(index + count - 1) % count])
        let radius = min(side, 30) / 2 / tan(turn * .pi / 360)
        limit = min(limit, max(1.5, (sideways * max(0, radius)).squareRoot()))
      }
      let chance = stream.uniform(number, Int64(index))
      let isCorner = turn > 30 && chance < 0.3 || sinceStop > 200 && chance < 0.15
      let stops = road.ends.contains(index) || isCorner && road.cruise <= fastestWithStops
      if stops {
        limit = 0
        sinceStop = 0
        waits[index] = 3 + 22 * stream.uniform(number, ~Int64(index))
      }
      sinceStop += road.lengths[index]
      limits.append(limit)
    }
    return (limits, waits)
  }

  /// From one place to the next: speed up, hold, brake.
  private mutating func travel(
    from place: Int, _ length: Double, _ start: Double, _ end: Double, _ cruise: Double
  ) {
    let (up, down) = (Self.acceleration, Self.braking)
    let square = (2 * up * down * length + down * start * start + up * end * end) / (up + down)
    let peak = min(cruise, max(0, square).squareRoot())
    let rise = max(0, (peak * peak - start * start) / (2 * up))
    let fall = max(0, (peak * peak - end * end) / (2 * down))
    let level = max(0, length - rise - fall)
    append(max(0, peak - start) / up, place: place, meters: 0, speed: start, acceleration: up)
    if peak > 0 {
      append(level / peak, place: place, meters: rise, speed: peak, acceleration: 0)
    }
    append(
      max(0, peak - end) / down, place: place, meters: rise + level, speed: peak,
      acceleration: -down)
  }

  private mutating func append(
    _ duration: Double, place: Int, meters: Double, speed: Double, acceleration: Double
  ) {
    guard duration > 0 else { return }
    phases.append(
      Phase(
        start: period, duration: duration, place: place, meters: meters, speed: speed,
        acceleration: acceleration))
    period += duration
  }
}
