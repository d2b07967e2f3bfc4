import Tracks

/// Makes a trace of GPX elements.
struct GPXHandler: XMLHandler {
  /// Elements and attributes of GPX 1.0, 1.1 and the extensions in use, by local name.
  enum Name: String, CaseIterable {
    case gpx
    case metadata
    case trk
    case trkseg
    case trkpt
    case rte
    case rtept
    case wpt
    case name
    case lat
    case lon
    case ele
    case time
    case speed
    case course
    case bearing
    case hdop
    case sat
    case hr
    case heartrate
    case cad
    case cadence
    case atemp
    case temp
    case power
    case watts = "PowerInWatts"
    case horizontalAccuracy = "hAcc"
    case verticalAccuracy = "vAcc"
    case accuracy
    case openTracksHorizontalAccuracy = "accuracy_horizontal"
    case openTracksVerticalAccuracy = "accuracy_vertical"
  }

  private var depth = 0
  private var metadataDepth = 0
  private var trackDepth = 0
  private var routeDepth = 0
  /// The depth of the point in progress, 0 between points.
  private var pointDepth = 0
  /// Whether the point in progress has a position; what else it says stands in `fix`.
  private var hasPosition = false
  private var fix: Fix
  /// What each point begins as; a copy of what lies in memory costs less than a fix made anew.
  private let empty = Fix(Coordinate(wrappingLatitude: 0, longitude: 0))
  private var pointName: String?
  private var route: Route?
  private var trackPoints = 0
  private var segmentPoints = 0

  init() {
    fix = empty
  }

  mutating func begin(
    _ name: Name?, attributes: borrowing XMLAttributes<Name>, line: Int,
    into builder: inout TraceBuilder
  ) throws(TraceError) -> XMLText {
    depth += 1
    guard let name else { return .ignored }
    switch name {
    case .trkpt, .rtept, .wpt:
      guard pointDepth == 0 else { return .ignored }
      pointDepth = depth
      hasPosition = false
      if let coordinate = try builder.coordinate(
        latitude: attributes.number(.lat), longitude: attributes.number(.lon), line: line)
      {
        fix = empty
        fix.coordinate = coordinate
        hasPosition = true
      }
      return .ignored
    case .trk:
      builder.beginTrack()
      trackDepth = depth
      trackPoints = 0
      return .ignored
    case .trkseg:
      builder.beginSegment()
      segmentPoints = 0
      return .ignored
    case .rte:
      route = Route()
      routeDepth = depth
      return .ignored
    case .metadata:
      metadataDepth = depth
      return .ignored
    case .gpx, .lat, .lon:
      return .ignored
    case .name:
      return .collected
    default:
      return pointDepth > 0 && hasPosition ? .collected : .ignored
    }
  }

  mutating func end(
    _ name: Name?, text: Span<UInt8>, line: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    defer { depth -= 1 }
    guard let name else { return }
    switch name {
    case .trkpt, .rtept, .wpt:
      guard pointDepth == depth else { return }
      pointDepth = 0
      if hasPosition { try appendPoint(as: name, into: &builder) }
    case .trkseg:
      if segmentPoints == 0 { builder.countEmptySegment() }
      builder.beginSegment()
    case .trk:
      if trackPoints == 0 { builder.countEmptyTrack() }
      builder.endTrack()
      trackDepth = 0
    case .rte:
      if let route { try builder.append(route) }
      route = nil
      routeDepth = 0
    case .name:
      nameEnded(text.trimmedText(), into: &builder)
    default:
      guard pointDepth > 0, hasPosition else { return }
      value(name, text, line: line, into: &builder)
    }
  }

  private mutating func appendPoint(
    as kind: Name, into builder: inout TraceBuilder
  ) throws(TraceError) {
    switch kind {
    case .trkpt:
      try builder.append(fix)
      trackPoints += 1
      segmentPoints += 1
    case .rtept:
      route?.points.append(fix)
    default:
      try builder.append(Waypoint(name: pointName, fix: fix))
    }
    if pointName != nil { pointName = nil }
  }

  private mutating func nameEnded(_ text: String?, into builder: inout TraceBuilder) {
    guard let text else { return }
    if pointDepth > 0 {
      if depth == pointDepth + 1 { pointName = text }
    } else if route != nil, depth == routeDepth + 1 {
      route?.name = text
    } else if trackDepth > 0, depth == trackDepth + 1 {
      builder.setTrackName(text)
    } else if depth == metadataDepth + 1 || depth == 2 {
      // GPX 1.1 names the file in its metadata, 1.0 in its root.
      builder.setName(text)
    }
  }

  /// Takes a value of the point in progress.
  private mutating func value(
    _ name: Name, _ text: Span<UInt8>, line: Int, into builder: inout TraceBuilder
  ) {
    // An extension may have a time or an elevation of something else.
    let isOwn = depth == pointDepth + 1
    if name == .time {
      if isOwn { fix.time = builder.time(text, line: line) }
      return
    }
    guard name != .ele || isOwn, let number = builder.number(text, line: line) else { return }
    switch name {
    case .ele: fix.altitude = number
    case .speed: fix.speed = number
    case .course, .bearing: fix.course = number
    case .hdop: fix.horizontalDilution = number
    case .sat: fix.satellites = Int(clamping: number)
    case .hr, .heartrate: fix.heartRate = Int(clamping: number)
    case .cad, .cadence: fix.cadence = Int(clamping: number)
    case .power, .watts: fix.power = Int(clamping: number)
    case .atemp, .temp: fix.temperature = number
    case .horizontalAccuracy, .accuracy, .openTracksHorizontalAccuracy:
      fix.horizontalAccuracy = number
    case .verticalAccuracy, .openTracksVerticalAccuracy:
      fix.verticalAccuracy = number
    default: break
    }
  }
}
