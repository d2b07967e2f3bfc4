public import Tracks

/// Writes NMEA 0183: RMC, GGA and, where there is a speed, VTG for each fix.
///
/// Times go to the millisecond, positions to 10⁻⁵ minutes (2 cm), speeds to 0.01 knots. Fixes without a
/// time, or of a year that two digits cannot tell (1969 to 2068), are counted as omitted, and so are
/// waypoints and routes. NMEA has no segments and no names.
public struct NMEAWriter: TraceWriter {
  /// NMEA.
  public static var format: TraceFormat { .nmea }
  /// `nmea` and what else such files are called.
  public static var fileExtensions: [String] { ["nmea", "nma", "log"] }
  /// False: a sentence does not say whose it is.
  public static var partsTracks: Bool { false }
  /// Fixes without a time that NMEA can hold, waypoints and route points.
  public private(set) var omitted = 0

  private let options: WritingOptions
  private var sentence: [UInt8] = []

  /// Makes a writer of one file.
  public init(options: WritingOptions) {
    self.options = options
  }

  /// Writes nothing: NMEA has no beginning.
  public mutating func begin(name: String?, into output: inout [UInt8]) {}
  /// Counts a waypoint as omitted.
  public mutating func write(_ waypoint: Waypoint, into output: inout [UInt8]) { omitted += 1 }
  /// Counts a route's points as omitted.
  public mutating func write(_ route: Route, into output: inout [UInt8]) {
    omitted += route.points.count
  }
  /// Writes nothing: NMEA has no tracks.
  public mutating func beginTrack(name: String?, into output: inout [UInt8]) {}
  /// Writes nothing: NMEA has no segments.
  public mutating func beginSegment(into output: inout [UInt8]) {}
  /// Writes nothing.
  public mutating func endSegment(into output: inout [UInt8]) {}
  /// Writes nothing.
  public mutating func endTrack(into output: inout [UInt8]) {}
  /// Writes nothing: NMEA has no end.
  public mutating func finish(into output: inout [UInt8]) {}

  /// Writes the sentences of a fix.
  public mutating func write(_ fix: Fix, into output: inout [UInt8]) {
    guard let time = fix.time else {
      omitted += 1
      return
    }
    // The field has no more than milliseconds; what is finer is cut, as everywhere.
    let civil = CivilTime(time)
    guard (1969...2068).contains(civil.year) else {
      omitted += 1
      return
    }
    let speed = options.includes(.derivedSpeed, of: fix) ? fix.speed : nil
    let course = options.includes(.derivedCourse, of: fix) ? fix.course : nil
    writeRecommendedMinimum(fix, civil, speed: speed, course: course, into: &output)
    writeFixData(fix, civil, into: &output)
    if let speed { writeCourseAndSpeed(speed: speed, course: course, into: &output) }
  }

  private mutating func writeRecommendedMinimum(
    _ fix: Fix, _ civil: CivilTime, speed: Double?, course: Double?, into output: inout [UInt8]
  ) {
    begin("GPRMC,")
    append(timeOf: civil)
    sentence.append(text: ",A,")
    append(fix.coordinate)
    sentence.append(UInt8(ascii: ","))
    if let speed { sentence.append(fixed: Self.knots(speed), digits: 2) }
    sentence.append(UInt8(ascii: ","))
    append(course: course)
    sentence.append(UInt8(ascii: ","))
    sentence.append(integer: civil.day, width: 2)
    sentence.append(integer: civil.month, width: 2)
    sentence.append(integer: civil.year % 100, width: 2)
    sentence.append(text: ",,,A")
    end(into: &output)
  }

  private mutating func writeFixData(
    _ fix: Fix, _ civil: CivilTime, into output: inout [UInt8]
  ) {
    begin("GPGGA,")
    append(timeOf: civil)
    sentence.append(UInt8(ascii: ","))
    append(fix.coordinate)
    sentence.append(text: ",1,")
    if let satellites = fix.satellites { sentence.append(integer: min(satellites, 99), width: 2) }
    sentence.append(UInt8(ascii: ","))
    if let dilution = fix.horizontalDilution { sentence.append(fixed: dilution, digits: 2) }
    sentence.append(UInt8(ascii: ","))
    if let altitude = fix.altitude, abs(altitude) < 1e9 {
      sentence.append(fixed: altitude, digits: 2)
    }
    sentence.append(text: ",M,,M,,")
    end(into: &output)
  }

  private mutating func writeCourseAndSpeed(
    speed: Double, course: Double?, into output: inout [UInt8]
  ) {
    begin("GPVTG,")
    append(course: course)
    sentence.append(text: ",T,,M,")
    sentence.append(fixed: Self.knots(speed), digits: 2)
    sentence.append(text: ",N,")
    sentence.append(fixed: min(speed * 3.6, 1e9), digits: 2)
    sentence.append(text: ",K,A")
    end(into: &output)
  }

  private static func knots(_ metresPerSecond: Double) -> Double {
    min(metresPerSecond * 3600 / 1852, 1e9)
  }

  private mutating func begin(_ address: String) {
    sentence.removeAll(keepingCapacity: true)
    sentence.append(text: address)
  }

  private mutating func append(timeOf civil: CivilTime) {
    sentence.append(integer: civil.hour, width: 2)
    sentence.append(integer: civil.minute, width: 2)
    sentence.append(integer: civil.second, width: 2)
    sentence.append(UInt8(ascii: "."))
    sentence.append(integer: civil.nanosecond / 1_000_000, width: 3)
  }

  private mutating func append(_ coordinate: Coordinate) {
    append(degrees: coordinate.latitude, width: 2)
    sentence.append(text: coordinate.latitude < 0 ? ",S," : ",N,")
    append(degrees: coordinate.longitude, width: 3)
    sentence.append(text: coordinate.longitude < 0 ? ",W" : ",E")
  }

  /// Appends degrees and minutes, rounded together so that 59.999996 minutes become a whole degree.
  private mutating func append(degrees: Double, width: Int) {
    let units = Int((abs(degrees) * 6_000_000).rounded())
    sentence.append(integer: units / 6_000_000, width: width)
    let minutes = units % 6_000_000
    sentence.append(integer: minutes / 100_000, width: 2)
    sentence.append(UInt8(ascii: "."))
    sentence.append(integer: minutes % 100_000, width: 5)
  }

  private mutating func append(course: Double?) {
    // 359.999 is north when it is rounded, and no course is written as 360.
    guard let course else { return }
    let rounded = (course * 100).rounded() / 100
    sentence.append(fixed: rounded >= 360 ? 0 : rounded, digits: 2)
  }

  private mutating func end(into output: inout [UInt8]) {
    var sum: UInt8 = 0
    for byte in sentence { sum ^= byte }
    output.append(UInt8(ascii: "$"))
    output += sentence
    output.append(UInt8(ascii: "*"))
    output.append([UInt8].hexadecimal(sum >> 4))
    output.append([UInt8].hexadecimal(sum & 15))
    output.append(text: "\r\n")
  }
}
