import Tracks

/// Reads what gpsd tells its clients, as `gpspipe -w` or `gpsdecode` keep it: one JSON object a line
/// (gpsd_json(5)).
///
/// - `TPV` reports are fixes: metres, metres a second, degrees from true north. The altitude is `altMSL`,
///   else `alt` of older versions, else `altHAE`, which is above the ellipsoid.
/// - gpsd may report one epoch several times as it learns more: reports of one device with one time are one
///   fix, in which later values replace earlier ones.
/// - `hdop` and `uSat` of a `SKY` report go to the fixes of its device from there on.
/// - Each device is a track. Reports without a fix (`mode` 0 or 1, or no position) are skipped and counted;
///   other classes are passed over.
struct GPSDReader: TraceReader {
  static let format = TraceFormat.gpsd

  private var feed: LineFeed<JSONLines<GPSDReports>>

  init(options: ReadingOptions) {
    feed = LineFeed(JSONLines(GPSDReports(), JSONMembers(), options: options), options: options)
  }

  static func recognizes(_ head: Span<UInt8>) -> Bool {
    guard let value = head.firstJSONValue(named: "\"class\""), value + 1 < head.count else {
      return false
    }
    return head[value] == UInt8(ascii: "\"")
      && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(head[value + 1])
  }

  mutating func read(_ piece: Span<UInt8>, into builder: inout TraceBuilder) throws(TraceError) {
    try feed.read(piece, into: &builder)
  }

  mutating func finish(into builder: inout TraceBuilder) throws(TraceError) {
    feed.consumer.isAtOpenEnd = feed.endsWithoutLineEnd
    try feed.finish(into: &builder)
    try feed.consumer.format.finish(into: &builder)
  }
}

/// The reports of a log.
private struct GPSDReports: JSONLineFormat {
  enum Member: JSONMemberName {
    case kind, device, mode, time, latitude, longitude
    case altitudeOverSea, altitude, altitudeOverEllipsoid, speed, track
    case horizontalError, eastError, northError, verticalError, dilution, satellites

    var text: StaticString {
      switch self {
      case .kind: "class"
      case .device: "device"
      case .mode: "mode"
      case .time: "time"
      case .latitude: "lat"
      case .longitude: "lon"
      case .altitudeOverSea: "altMSL"
      case .altitude: "alt"
      case .altitudeOverEllipsoid: "altHAE"
      case .speed: "speed"
      case .track: "track"
      case .horizontalError: "eph"
      case .eastError: "epx"
      case .northError: "epy"
      case .verticalError: "epv"
      case .dilution: "hdop"
      case .satellites: "uSat"
      }
    }
  }

  typealias Record = JSONMembers<Member>

  /// What is known of a device.
  private struct Device {
    var name: String
    /// The epoch that later reports may still add to.
    var epoch: Fix?
    var dilution: Double?
    var satellites: Int?
  }

  private var devices: [Device] = []
  private var indexes: [String: Int] = [:]

  mutating func take(
    _ report: Record, line: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    switch report.text(.kind) {
    case "TPV": try take(position: report, line: line, into: &builder)
    case "SKY":
      let index = index(of: report)
      if let dilution = report.number(.dilution) { devices[index].dilution = dilution }
      if let satellites = report.number(.satellites) {
        devices[index].satellites = Int(clamping: satellites)
      }
    case nil:
      try builder.skip(.unsupported, line: line, "a line that is no report of gpsd was skipped")
    default: break
    }
  }

  /// Ends the epochs in progress.
  mutating func finish(into builder: inout TraceBuilder) throws(TraceError) {
    for index in devices.indices { try endEpoch(of: index, into: &builder) }
  }

  private mutating func index(of report: Record) -> Int {
    let name = report.text(.device) ?? ""
    if let index = indexes[name] { return index }
    indexes[name] = devices.count
    devices.append(Device(name: name))
    return devices.count - 1
  }

  private mutating func take(
    position report: Record, line: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    let (latitude, longitude) = (report.number(.latitude), report.number(.longitude))
    if report.number(.mode).map({ $0 < 2 }) ?? false || (latitude == nil && longitude == nil) {
      try builder.skip(.noPosition, line: line, "a report without a fix was skipped")
      return
    }
    let coordinate = try builder.coordinate(latitude: latitude, longitude: longitude, line: line)
    guard let coordinate else { return }
    let time = self.time(of: report, line: line, into: &builder)
    let index = index(of: report)
    if devices[index].epoch?.time != time || time == nil {
      try endEpoch(of: index, into: &builder)
    }
    var fix = devices[index].epoch ?? Fix(coordinate, time: time)
    fix.coordinate = coordinate
    fix.altitude =
      report.number(.altitudeOverSea) ?? report.number(.altitude)
      ?? report.number(.altitudeOverEllipsoid) ?? fix.altitude
    fix.speed = report.number(.speed) ?? fix.speed
    fix.course = report.number(.track) ?? fix.course
    fix.horizontalAccuracy = horizontalError(of: report) ?? fix.horizontalAccuracy
    fix.verticalAccuracy = report.number(.verticalError) ?? fix.verticalAccuracy
    fix.horizontalDilution = devices[index].dilution
    fix.satellites = devices[index].satellites
    devices[index].epoch = fix
  }

  private mutating func endEpoch(
    of index: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    guard let fix = devices[index].epoch else { return }
    devices[index].epoch = nil
    builder.selectTrack(named: devices[index].name)
    try builder.append(fix)
  }

  /// Versions before 2.95 told seconds since 1970.
  private func time(
    of report: Record, line: Int, into builder: inout TraceBuilder
  ) -> SourceTime? {
    if let bytes = report.bytes(.time) { return builder.time(bytes.span, line: line) }
    return report.number(.time).flatMap { builder.time(secondsSince1970: $0, line: line) }
  }

  private func horizontalError(of report: Record) -> Double? {
    if let error = report.number(.horizontalError) { return error }
    guard let east = report.number(.eastError), let north = report.number(.northError) else {
      return nil
    }
    return (east * east + north * north).squareRoot()
  }
}
