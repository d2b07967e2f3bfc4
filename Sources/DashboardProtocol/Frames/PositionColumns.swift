/// Vehicles' positions in columns of equal length, in the units of the wire.
public struct PositionColumns: Hashable, Sendable {
  /// Vehicle numbers.
  public private(set) var vehicles: [UInt32] = []
  /// Latitudes in units of 1e-7 degree.
  public private(set) var latitudes: [Int32] = []
  /// Longitudes in units of 1e-7 degree.
  public private(set) var longitudes: [Int32] = []
  /// Speeds in cm/s, `UInt16.max` where absent.
  public private(set) var speeds: [UInt16] = []
  /// Courses in 0.01°, `UInt16.max` where absent.
  public private(set) var courses: [UInt16] = []

  /// Makes empty columns.
  public init() {}

  /// Makes columns, all of the same length.
  public init(
    vehicles: [UInt32], latitudes: [Int32], longitudes: [Int32], speeds: [UInt16],
    courses: [UInt16]
  ) {
    let count = vehicles.count
    precondition(
      latitudes.count == count && longitudes.count == count && speeds.count == count
        && courses.count == count, "the columns of a frame are equally long")
    self.vehicles = vehicles
    self.latitudes = latitudes
    self.longitudes = longitudes
    self.speeds = speeds
    self.courses = courses
  }

  /// Makes room for some vehicles.
  public mutating func reserve(_ count: Int) {
    vehicles.reserveCapacity(count)
    latitudes.reserveCapacity(count)
    longitudes.reserveCapacity(count)
    speeds.reserveCapacity(count)
    courses.reserveCapacity(count)
  }

  /// Adds a vehicle, in the units of the columns.
  public mutating func append(
    vehicle: UInt32, latitude: Int32, longitude: Int32, speed: UInt16 = .max,
    course: UInt16 = .max
  ) {
    vehicles.append(vehicle)
    latitudes.append(latitude)
    longitudes.append(longitude)
    speeds.append(speed)
    courses.append(course)
  }

  /// The indexes of the vehicles that are new or not as they were in `earlier`.
  ///
  /// Both must be in order of vehicle number.
  public func changes(since earlier: PositionColumns) -> [Int] {
    var changed: [Int] = []
    var other = 0
    for index in vehicles.indices {
      let number = vehicles[index]
      while other < earlier.vehicles.count, earlier.vehicles[other] < number { other += 1 }
      let isSame =
        other < earlier.vehicles.count && earlier.vehicles[other] == number
        && earlier.latitudes[other] == latitudes[index]
        && earlier.longitudes[other] == longitudes[index]
        && earlier.speeds[other] == speeds[index] && earlier.courses[other] == courses[index]
      if !isSame { changed.append(index) }
    }
    return changed
  }
}
