import Tracks

/// Makes a trace of TCX elements.
struct TCXHandler: XMLHandler {
  /// Elements of TCX and its ActivityExtension, by local name.
  enum Name: String, CaseIterable {
    case activity = "Activity"
    case course = "Course"
    case track = "Track"
    case trackpoint = "Trackpoint"
    case coursePoint = "CoursePoint"
    case name = "Name"
    case time = "Time"
    case position = "Position"
    case latitude = "LatitudeDegrees"
    case longitude = "LongitudeDegrees"
    case altitude = "AltitudeMeters"
    case heartRate = "HeartRateBpm"
    case value = "Value"
    case cadence = "Cadence"
    case runCadence = "RunCadence"
    case speed = "Speed"
    case watts = "Watts"
  }

  /// A trackpoint or course point in progress.
  private struct Point {
    var name: String?
    var time: SourceTime?
    var hasPosition = false
    var latitude: Double?
    var longitude: Double?
    /// All but position and time.
    var values = Fix(Coordinate(wrappingLatitude: 0, longitude: 0))
  }

  private var depth = 0
  /// The depth of the course in progress, whose own name is told from its creator's by it.
  private var courseDepth = 0
  private var point: Point?
  private var isInHeartRate = false
  private var trackPoints = 0
  private var segmentPoints = 0

  mutating func begin(
    _ name: Name?, attributes: borrowing XMLAttributes<Name>, line: Int,
    into builder: inout TraceBuilder
  ) throws(TraceError) -> XMLText {
    depth += 1
    switch name {
    case .activity, .course:
      if name == .course { courseDepth = depth }
      builder.beginTrack()
      trackPoints = 0
      return .ignored
    case .track:
      builder.beginSegment()
      segmentPoints = 0
      return .ignored
    case .trackpoint, .coursePoint:
      point = Point()
      return .ignored
    case .position:
      point?.hasPosition = true
      return .ignored
    case .heartRate:
      isInHeartRate = true
      return .ignored
    case .name:
      return .collected
    case nil:
      return .ignored
    default:
      return point == nil ? .ignored : .collected
    }
  }

  mutating func end(
    _ name: Name?, text: Span<UInt8>, line: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    defer { depth -= 1 }
    switch name {
    case .trackpoint, .coursePoint:
      guard let point else { return }
      self.point = nil
      try append(point, isWaypoint: name == .coursePoint, line: line, into: &builder)
    case .track:
      if segmentPoints == 0 { builder.countEmptySegment() }
      builder.beginSegment()
    case .activity, .course:
      if trackPoints == 0 { builder.countEmptyTrack() }
      builder.endTrack()
      courseDepth = 0
    case .name:
      if point != nil {
        point?.name = text.trimmedText()
      } else if courseDepth > 0, depth == courseDepth + 1 {
        builder.setTrackName(text.trimmedText())
      }
    case .heartRate:
      isInHeartRate = false
    case nil:
      return
    case let name?:
      if point != nil { value(name, text, line: line, into: &builder) }
    }
  }

  private mutating func append(
    _ point: Point, isWaypoint: Bool, line: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    var fix = point.values
    fix.time = point.time
    guard point.hasPosition else {
      try builder.append(SensorSample(fix), line: line)
      return
    }
    let coordinate = try builder.coordinate(
      latitude: point.latitude, longitude: point.longitude, line: line)
    guard let coordinate else { return }
    fix.coordinate = coordinate
    if isWaypoint {
      try builder.append(Waypoint(name: point.name, fix: fix))
    } else {
      try builder.append(fix)
      trackPoints += 1
      segmentPoints += 1
    }
  }

  /// Takes a value of the point in progress.
  private mutating func value(
    _ name: Name, _ text: Span<UInt8>, line: Int, into builder: inout TraceBuilder
  ) {
    switch name {
    case .time: point?.time = builder.time(text, line: line)
    case .latitude: point?.latitude = DecimalNumber.value(of: text)
    case .longitude: point?.longitude = DecimalNumber.value(of: text)
    default:
      if let number = builder.number(text, line: line) { set(name, number) }
    }
  }

  private mutating func set(_ name: Name, _ number: Double) {
    switch name {
    case .altitude: point?.values.altitude = number
    case .value where isInHeartRate: point?.values.heartRate = Int(clamping: number)
    case .cadence, .runCadence: point?.values.cadence = Int(clamping: number)
    case .speed: point?.values.speed = number
    case .watts: point?.values.power = Int(clamping: number)
    default: break
    }
  }
}
