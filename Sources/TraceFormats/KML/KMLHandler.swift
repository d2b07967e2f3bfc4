import Tracks

/// Makes a trace of KML elements.
struct KMLHandler: XMLHandler {
  /// Elements and attributes of KML 2.2, its `gx` extension and KML 2.3, by local name.
  enum Name: String, CaseIterable {
    case document = "Document"
    case placemark = "Placemark"
    case name
    case timeStamp = "TimeStamp"
    case when
    case multiGeometry = "MultiGeometry"
    case lineString = "LineString"
    case point = "Point"
    case linearRing = "LinearRing"
    case coordinates
    case altitudeMode
    case multiTrack = "MultiTrack"
    case track = "Track"
    case coord
    case simpleArrayData = "SimpleArrayData"
    case value
  }

  /// What the text of `coordinates` belongs to.
  private enum Geometry {
    case line
    case point
    case ring
  }

  private var depth = 0
  private var placemarkDepth = 0
  private var placemarkName: String?
  private var placemarkTime: SourceTime?
  /// Whether the geometries in progress are segments of one track.
  private var isMultiple = false
  private var geometry: Geometry?
  private var hasAltitudes = false
  private var coordinates = KMLCoordinates()
  private var track: KMLTrack?
  private var segmentPoints = 0
  /// Points of the track in progress; nil while it has no path.
  private var trackPoints: Int?

  mutating func begin(
    _ name: Name?, attributes: borrowing XMLAttributes<Name>, line: Int,
    into builder: inout TraceBuilder
  ) throws(TraceError) -> XMLText {
    depth += 1
    guard let name else { return .ignored }
    switch name {
    case .placemark:
      placemarkDepth = depth
      (placemarkName, placemarkTime, isMultiple, hasAltitudes) = (nil, nil, false, false)
    case .multiGeometry, .multiTrack:
      guard !isMultiple else { break }
      builder.beginTrack(name: placemarkName)
      isMultiple = true
      (trackPoints, hasAltitudes) = (nil, false)
    case .lineString, .track:
      if isMultiple {
        builder.beginSegment()
      } else {
        builder.beginTrack(name: placemarkName)
        (trackPoints, hasAltitudes) = (nil, false)
      }
      segmentPoints = 0
      if name == .track {
        track = KMLTrack(hasAltitudes: hasAltitudes)
      } else {
        geometry = .line
      }
    case .point: geometry = .point
    case .linearRing:
      geometry = .ring
      builder.note(.unsupported, line: line, "an area is no track and was passed over")
    case .coordinates:
      return geometry == .line || geometry == .point ? .streamed : .ignored
    case .simpleArrayData:
      track?.beginValues(named: attributes.text(.name))
    case .name, .when, .coord, .value, .altitudeMode:
      return .collected
    case .document, .timeStamp:
      break
    }
    return .ignored
  }

  mutating func text(
    _ part: Span<UInt8>, line: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    var tuples = coordinates
    coordinates = KMLCoordinates()
    try tuples.take(part, line: line, into: &builder) { fix, builder throws(TraceError) in
      try append(fix, line: line, into: &builder)
    }
    coordinates = tuples
  }

  mutating func end(
    _ name: Name?, text: Span<UInt8>, line: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    defer { depth -= 1 }
    guard let name else { return }
    switch name {
    case .name:
      if placemarkDepth > 0, depth == placemarkDepth + 1 {
        placemarkName = text.trimmedText()
      } else if placemarkDepth == 0, depth <= 3, builder.trace.name == nil {
        builder.setName(text.trimmedText())
      }
    case .when:
      let time = builder.time(text, line: line)
      if track != nil { track?.addTime(time) } else { placemarkTime = time }
    case .coord:
      guard track != nil else { return }
      let isEmpty = text.trimmedRange.isEmpty
      let fix = isEmpty ? nil : try KMLCoordinates.coord(text, line: line, into: &builder)
      track?.add(fix, isEmpty: isEmpty)
    case .value:
      track?.addValue(builder.number(text, line: line))
    case .altitudeMode:
      hasAltitudes = text.trimmedText() == "absolute"
      track?.hasAltitudes = hasAltitudes
    default:
      try endStructure(name, line: line, into: &builder)
    }
  }

  /// Takes the end of an element that holds others.
  private mutating func endStructure(
    _ name: Name, line: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    switch name {
    case .coordinates:
      var tuples = coordinates
      coordinates = KMLCoordinates()
      try tuples.finish(line: line, into: &builder) { fix, builder throws(TraceError) in
        try append(fix, line: line, into: &builder)
      }
    case .track:
      try finishTrack(line: line, into: &builder)
      endPath(in: &builder)
    case .lineString:
      geometry = nil
      endPath(in: &builder)
    case .point, .linearRing:
      geometry = nil
    case .multiGeometry, .multiTrack:
      guard isMultiple else { return }
      isMultiple = false
      endTrack(in: &builder)
    case .placemark:
      placemarkDepth = 0
    default:
      break
    }
  }

  mutating func finish(into builder: inout TraceBuilder) throws(TraceError) {
    try finishTrack(line: nil, into: &builder)
  }

  private mutating func finishTrack(
    line: Int?, into builder: inout TraceBuilder
  ) throws(TraceError) {
    guard let track else { return }
    self.track = nil
    segmentPoints = try track.finish(line: line, into: &builder)
  }

  private mutating func endPath(in builder: inout TraceBuilder) {
    if segmentPoints == 0 { builder.countEmptySegment() }
    trackPoints = (trackPoints ?? 0) + segmentPoints
    if isMultiple { builder.beginSegment() } else { endTrack(in: &builder) }
  }

  private mutating func endTrack(in builder: inout TraceBuilder) {
    if trackPoints == 0 { builder.countEmptyTrack() }
    builder.endTrack()
  }

  /// Takes a place of a line or point.
  private mutating func append(
    _ fix: Fix, line: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    var fix = fix
    if !hasAltitudes, fix.altitude != nil {
      fix.altitude = nil
      Self.noteAltitude(line: line, in: &builder)
    }
    if geometry == .point {
      fix.time = placemarkTime
      try builder.append(Waypoint(name: placemarkName, fix: fix))
    } else {
      try builder.append(fix)
      segmentPoints += 1
    }
  }

  static func noteAltitude(line: Int?, in builder: inout TraceBuilder) {
    builder.note(
      "no-altitude-mode", line: line,
      "altitudes that are not absolute are no heights above the sea; they were left out")
  }
}
