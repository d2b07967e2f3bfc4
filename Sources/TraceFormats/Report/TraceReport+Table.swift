import Tracks

extension TraceReport {
  /// The report for people: a heading, figures, a sketch of the track and the notes, in lines.
  ///
  /// - Parameter file: The name of the file.
  /// - Returns: The text, with a line end after each line.
  public func table(file: String) -> String {
    var lines = ["\(file): \(format.displayName)"]
    for (label, value) in rows {
      let padding = String(repeating: " ", count: max(1, 12 - label.count))
      lines.append("  \(label)\(padding)\(value)")
    }
    if sketch.count > 0, points + waypoints + routePoints > 1 {
      lines.append("")
      lines += sketch.map { "  \($0)" }
      lines.append("")
    }
    for note in notes {
      let place = note.line.map { "line \($0): " } ?? ""
      lines.append("  note: \(place)\(note.countedMessage)")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private var rows: [(label: String, value: String)] {
    var rows: [(label: String, value: String)] = []
    rows.append(
      (
        "points",
        "\(Self.grouped(points)) in \(Self.counted(tracks, "track")), "
          + Self.counted(segments, "segment")
      ))
    if waypoints > 0 { rows.append(("waypoints", Self.grouped(waypoints))) }
    if routes > 0 {
      rows.append(
        ("routes", "\(Self.grouped(routes)) with \(Self.counted(routePoints, "point"))"))
    }
    if points > 0 {
      let missing = points - timed
      rows.append(
        ("timed", missing == 0 ? "all" : "\(Self.grouped(timed)), \(Self.grouped(missing)) without")
      )
    }
    if let first, let last, let duration {
      rows.append(("time", "\(Self.clock(first)) to \(Self.clock(last)) UTC"))
      rows.append(("duration", Self.span(duration)))
    }
    if points > 0 { rows.append(("length", Self.distance(length))) }
    if let box {
      rows.append(
        (
          "box",
          "\(Self.degrees(box.south))..\(Self.degrees(box.north)) N, "
            + "\(Self.degrees(box.west))..\(Self.degrees(box.east)) E"
        ))
    }
    if gaps > 0 { rows.append(("gaps", Self.grouped(gaps))) }
    if backwardTimes > 0 { rows.append(("backward", Self.counted(backwardTimes, "time"))) }
    if duplicateTimes > 0 { rows.append(("duplicate", Self.counted(duplicateTimes, "time"))) }
    if skipped > 0 { rows.append(("skipped", Self.grouped(skipped))) }
    return rows
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// A whole number with thin groups of three digits: 429 922.
  private static func grouped(_ value: Int) -> String {
    var text = ""
    for (index, digit) in String(value).reversed().enumerated() {
      if index > 0, index % 3 == 0, digit != "-" { text.append(" ") }
      text.append(digit)
    }
    return String(text.reversed())
  }

  private static func clock(_ time: SourceTime) -> String {
    time.iso8601Milliseconds.dropLast().split(separator: "T").joined(separator: " ")
  }

  private static func span(_ duration: Duration) -> String {
    let seconds = duration.inSeconds
    if seconds < 60 { return "\(fixed(seconds, digits: 1)) s" }
    let whole = Int(seconds.rounded())
    let (days, hours, minutes) = (whole / 86_400, whole / 3600 % 24, whole / 60 % 60)
    if days > 0 { return "\(grouped(days)) d \(hours) h \(minutes) min" }
    if hours > 0 { return "\(hours) h \(minutes) min \(whole % 60) s" }
    return "\(minutes) min \(whole % 60) s"
  }

  private static func distance(_ metres: Double) -> String {
    metres < 10_000 ? "\(fixed(metres, digits: 1)) m" : "\(fixed(metres / 1000, digits: 2)) km"
  }

  private static func degrees(_ value: Double) -> String { fixed(value, digits: 5) }

  private static func fixed(_ value: Double, digits: Int) -> String {
    var bytes: [UInt8] = []
    bytes.append(fixed: value, digits: digits)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension TraceFormat {
  /// What people call the format.
  public var displayName: String {
    switch self {
    case .gpx: "GPX"
    case .nmea: "NMEA 0183"
    case .tcx: "TCX"
    case .kml: "KML"
    case .geojson: "GeoJSON"
    case .csv: "CSV"
    case .fit: "FIT"
    case .igc: "IGC"
    case .ndjson: "NDJSON recording"
    case .gpsd: "gpsd JSON"
    case .owntracks: "OwnTracks log"
    case .signalk: "Signal K log"
    }
  }
}
