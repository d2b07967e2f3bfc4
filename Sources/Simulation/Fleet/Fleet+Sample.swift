import Tracks

extension Fleet {
  /// Fills a sample with all vehicles.
  ///
  /// - Parameters:
  ///   - sample: Takes the columns; its storage is used again.
  ///   - nanoseconds: The time since the start.
  ///   - isReversed: Whether the vehicles are seen going backward.
  ///   - isStanding: Whether nothing moves, so that there is no speed.
  func fill(
    _ sample: inout FleetSample, at nanoseconds: Int64, isReversed: Bool, isStanding: Bool
  ) {
    sample.resize(to: drivers.count)
    let seconds = Double(nanoseconds) * 1e-9
    let turn = isReversed ? 18_000.0 : 0
    // The columns are written through pointers: with a check of each index and the growth of five arrays
    // a hundred thousand vehicles cost three times as much. All have `drivers.count` places, and a
    // driver's nodes lie in `nodes` by its making.
    unsafe nodes.withUnsafeBufferPointer { nodes in
      unsafe drivers.withUnsafeBufferPointer { drivers in
        unsafe sample.withColumns { columns in
          for index in 0..<drivers.count {
            let driver = unsafe drivers[index]
            let steps = driver.phase + driver.pace * seconds
            let round = steps / driver.steps
            let step = (round - Double(round.floor)) * driver.steps
            // A floor is never above, so that a step is never below 0; rounding may lead to the very end of
            // a round, which is the end of its last step.
            let whole = min(step.floor, driver.lastStep)
            let fraction = step - Double(whole)
            let start = unsafe nodes[Int(driver.first &+ whole)]
            let end = unsafe nodes[Int(driver.first &+ whole &+ 1)]
            unsafe columns.write(
              index, Motion(driver, start, end, fraction), turn: turn)
          }
        }
      }
    }
    if isStanding { sample.speeds = Array(repeating: .max, count: drivers.count) }
  }

  /// Where a vehicle is and how it moves, in the units of a sample.
  fileprivate struct Motion {
    var latitude: Double
    var longitude: Double
    var speed: Double
    var course: Double

    @inline(__always)
    init(_ driver: Driver, _ start: Node, _ end: Node, _ fraction: Double) {
      let lane = driver.lane
      let right = Double(start.latitudePerMeter)
      let rightChange = Double(end.latitudePerMeter - start.latitudePerMeter)
      let ahead = Double(start.longitudePerMeter)
      let aheadChange = Double(end.longitudePerMeter - start.longitudePerMeter)
      latitude =
        start.latitude + (end.latitude - start.latitude) * fraction
        + lane * (right + rightChange * fraction)
      longitude =
        start.longitude + (end.longitude - start.longitude) * fraction
        + lane * (ahead + aheadChange * fraction)
      speed = (Double(start.speed) + Double(end.speed - start.speed) * fraction) * driver.haste
      course = Double(start.course) + Double(end.course - start.course) * fraction
    }
  }
}

extension Double {
  /// The whole number at or below it; at a whole number, perhaps the one below.
  @inline(__always)
  fileprivate var floor: Int32 { (self - 0.5).nearest }

  /// The nearest whole number, for one that an Int32 holds: the sum has it in the low bits of its
  /// significand.
  @inline(__always)
  fileprivate var nearest: Int32 {
    Int32(truncatingIfNeeded: Int64(bitPattern: (self + 6_755_399_441_055_744).bitPattern))
  }
}

/// The columns of a sample, as places to write to.
///
/// It is made and used inside one call that keeps the arrays alive and their number fixed.
@unsafe
struct FleetColumns {
  var latitudes: UnsafeMutableBufferPointer<Int32>
  var longitudes: UnsafeMutableBufferPointer<Int32>
  var speeds: UnsafeMutableBufferPointer<UInt16>
  var courses: UnsafeMutableBufferPointer<UInt16>

  /// Writes a vehicle's columns.
  @inline(__always)
  fileprivate func write(_ index: Int, _ motion: Fleet.Motion, turn: Double) {
    var longitude = motion.longitude
    if abs(longitude) > 1_800_000_000 {
      longitude -= Double(signOf: longitude, magnitudeOf: 3_600_000_000)
    }
    let turns = (motion.course + turn) * (1 / 36_000)
    let course = ((turns - Double(turns.floor)) * 36_000).nearest
    unsafe latitudes[index] = motion.latitude.nearest
    unsafe longitudes[index] = longitude.nearest
    unsafe speeds[index] = UInt16(truncatingIfNeeded: motion.speed.nearest)
    unsafe courses[index] = UInt16(truncatingIfNeeded: course == 36_000 ? 0 : course)
  }
}

extension FleetSample {
  /// Makes room for vehicles 0..<count; the columns' old values stay until they are written.
  fileprivate mutating func resize(to count: Int) {
    let lengths = [latitudes.count, longitudes.count, speeds.count, courses.count]
    if vehicles.count == count, vehicles.first == 0, vehicles.last == UInt32(count - 1),
      lengths.allSatisfy({ $0 == count })
    {
      return
    }
    vehicles = Array(0..<UInt32(count))
    latitudes = Array(repeating: 0, count: count)
    longitudes = Array(repeating: 0, count: count)
    speeds = Array(repeating: 0, count: count)
    courses = Array(repeating: 0, count: count)
  }

  fileprivate mutating func withColumns(_ body: (FleetColumns) -> Void) {
    unsafe latitudes.withUnsafeMutableBufferPointer { latitudes in
      unsafe longitudes.withUnsafeMutableBufferPointer { longitudes in
        unsafe speeds.withUnsafeMutableBufferPointer { speeds in
          unsafe courses.withUnsafeMutableBufferPointer { courses in
            unsafe body(
              FleetColumns(
                latitudes: latitudes, longitudes: longitudes, speeds: speeds, courses: courses))
          }
        }
      }
    }
  }
}
