package import Tracks

/// Vehicles as arrays of numbers, their places a closed form of time.
///
/// Each road has a table of where a vehicle is after each second or so of its round. A vehicle reads
/// its road's table from an offset of its own, at a speed of its own, in a lane of its own; so that a
/// seek, a loop and any rate are exact and cost nothing.
package struct Fleet: Sendable {
  /// Where and how one is at a step of a road's round.
  package struct Node: Sendable {
    /// In units of 1e-7 degree.
    var latitude: Double
    /// In units of 1e-7 degree; not wrapped, so that neighbours are near.
    var longitude: Double
    /// Units of latitude that a metre to the right is.
    var latitudePerMeter: Float
    /// Units of longitude that a metre to the right is.
    var longitudePerMeter: Float
    /// In cm/s.
    var speed: Float
    /// In units of 0.01°; not wrapped, so that the way to a neighbour's is the short one.
    var course: Float
  }

  /// The tables of all roads; each ends with its first node again.
  package private(set) var nodes: [Node] = []
  /// What each vehicle is like, sorted so that neighbours read near one another.
  package private(set) var drivers: [Driver] = []
  /// Nanoseconds that can be played.
  let duration: Int64

  /// What a vehicle is like.
  package struct Driver: Sendable {
    /// The first node of its road.
    var first: Int32
    /// The number of its road's last step.
    var lastStep: Int32
    /// The number of steps of its road's round.
    var steps: Double
    /// Its step at the start.
    var phase: Double
    /// Steps a second.
    var pace: Double
    /// Metres to the right of the road's middle.
    var lane: Double
    /// Its speed against the table's.
    var haste: Double
  }

  /// Makes a fleet.
  ///
  /// - Parameters:
  ///   - options: What it is like.
  ///   - tracks: Where it drives; none, or none that leads anywhere, makes it wander.
  package init(_ options: FleetOptions, along tracks: [Track]) {
    duration = min(max(1_000_000_000, options.duration.wholeNanoseconds), .max / 8)
    var roads = Road.roads(along: tracks, seed: options.seed)
    if roads.isEmpty {
      let plan = StreetPlan(area: options.area, vehicles: options.count, seed: options.seed)
      roads = (0..<min(256, max(4, options.count / 16))).compactMap(plan.road)
    }
    let stream = RandomStream(seed: options.seed, name: "fleet.profile")
    var tables: [(first: Int, steps: Int, period: Double, cruise: Double)] = []
    for (number, road) in roads.enumerated() {
      let profile = SpeedProfile(road, number: number, stream: stream)
      let table = RoadTable(road, profile)
      tables.append((nodes.count, table.nodes.count - 1, profile.period, road.cruise))
      nodes += table.nodes
    }
    drivers = Self.drivers(options, tables, seconds: Double(duration) * 1e-9)
  }

  private static func drivers(
    _ options: FleetOptions, _ tables: [(first: Int, steps: Int, period: Double, cruise: Double)],
    seconds: Double
  ) -> [Driver] {
    let stream = RandomStream(seed: options.seed, name: "fleet.driver")
    var sums: [Double] = []
    for table in tables { sums.append((sums.last ?? 0) + table.period) }
    guard let whole = sums.last else { return [] }
    var drivers: [Driver] = []
    drivers.reserveCapacity(options.count)
    for number in 0..<options.count {
      // A road holds as many vehicles as it takes time, so that all are equally dense.
      let place = stream.uniform(number, 0) * whole
      let table = tables[min(sums.partitionIndex { $0 > place }, tables.count - 1)]
      var haste = 0.85 + 0.3 * stream.uniform(number, 1)
      // Whole rounds bring it back to where it began.
      let rounds = (haste * seconds / table.period).rounded()
      if rounds >= 3 { haste = rounds * table.period / seconds }
      let isDriven = table.cruise > 6
      let lane = isDriven ? (stream.uniform(number, 2) < 0.7 ? 1.8 : 5.2) : 0.5
      let steps = Double(table.steps)
      drivers.append(
        Driver(
          first: Int32(table.first), lastStep: Int32(table.steps - 1), steps: steps,
          phase: steps * stream.uniform(number, 3),
          pace: haste * steps / table.period, lane: lane + 0.6 * stream.uniform(number, 4) - 0.3,
          haste: haste))
    }
    return drivers.sorted { ($0.first, $0.phase) < ($1.first, $1.phase) }
  }

  /// A vehicle's fix, without its time.
  ///
  /// - Parameters:
  ///   - vehicle: Its number.
  ///   - nanoseconds: The time since the start.
  /// - Returns: The fix.
  func fix(of vehicle: Int, at nanoseconds: Int64) -> Fix {
    let driver = drivers[vehicle]
    let seconds = Double(nanoseconds) * 1e-9
    let step = (driver.phase + driver.pace * seconds).truncatingRemainder(dividingBy: driver.steps)
    let index = min(Int(step), Int(driver.lastStep))
    let fraction = step - Double(index)
    let (start, end) = (nodes[Int(driver.first) + index], nodes[Int(driver.first) + index + 1])
    func between(_ path: KeyPath<Node, Float>) -> Double {
      let (from, to) = (Double(start[keyPath: path]), Double(end[keyPath: path]))
      return from + (to - from) * fraction
    }
    let latitude =
      start.latitude + (end.latitude - start.latitude) * fraction
      + driver.lane * between(\.latitudePerMeter)
    let longitude =
      start.longitude + (end.longitude - start.longitude) * fraction
      + driver.lane * between(\.longitudePerMeter)
    var fix = Fix(Coordinate(wrappingLatitude: latitude * 1e-7, longitude: longitude * 1e-7))
    fix.speed = between(\.speed) * 0.01 * driver.haste
    fix.course = Degrees.interpolatedCourse(
      from: Double(start.course) * 0.01, to: Double(end.course) * 0.01, fraction: fraction)
    return fix
  }
}
