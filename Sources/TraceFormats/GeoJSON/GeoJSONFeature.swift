import Tracks

/// A feature in progress: its geometries, and what its properties say of them.
struct GeoJSONFeature {
  var name: String?
  /// When, for a point.
  var time: SourceTime?
  /// What the properties say of a point, but position and time.
  var pointValues = Fix(Coordinate(wrappingLatitude: 0, longitude: 0))
  /// What the properties say of each position of a line.
  var values = GeoJSONValues()
  private var geometries: [GeoJSONGeometry] = []
  private var isCollection = false

  /// Adds a geometry that came to its end.
  mutating func add(_ geometry: GeoJSONGeometry) {
    if geometry.type == .collection { isCollection = true }
    geometries.append(geometry)
  }

  /// Hands on what the feature holds.
  consuming func finish(line: Int, into builder: inout TraceBuilder) throws(TraceError) {
    let usesValues = !isCollection
    if !usesValues, !values.isEmpty {
      builder.note(
        .unsupported, line: line,
        "values beside a collection of geometries are not known to be of any one of them")
    }
    for geometry in geometries {
      switch geometry.kind {
      case .point, .multiPoint:
        try appendPoints(geometry, into: &builder)
      case .lineString, .multiLineString:
        try appendLines(geometry, usesValues: usesValues, line: line, into: &builder)
      case .polygon, .multiPolygon:
        builder.note(.unsupported, line: line, "an area is no track and was passed over")
      case .collection, nil: break
      }
    }
  }

  private func appendPoints(
    _ geometry: GeoJSONGeometry, into builder: inout TraceBuilder
  ) throws(TraceError) {
    for case let place? in geometry.coordinates.fixes {
      var fix = pointValues
      fix.coordinate = place.coordinate
      fix.altitude = place.altitude ?? pointValues.altitude
      fix.time = time ?? place.time
      try builder.append(Waypoint(name: name, fix: fix))
    }
  }

  private func appendLines(
    _ geometry: GeoJSONGeometry, usesValues: Bool, line: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    let coordinates = geometry.coordinates
    var ends = coordinates.ends
    if ends.last ?? 0 < coordinates.fixes.count { ends.append(coordinates.fixes.count) }
    let cursor = usesValues ? values.paired(with: ends, line: line, noting: &builder) : nil
    builder.beginTrack(name: name)
    var count = 0
    var start = 0
    for (part, end) in ends.enumerated() {
      builder.beginSegment()
      var isEmpty = true
      for index in start..<end {
        guard var fix = coordinates.fixes[index] else { continue }
        cursor?.apply(part: part, index: index - start, flatIndex: index, to: &fix)
        try builder.append(fix)
        isEmpty = false
        count += 1
      }
      if isEmpty { builder.countEmptySegment() }
      start = end
    }
    if count == 0 { builder.countEmptyTrack() }
    builder.endTrack()
  }
}

extension GeoJSONGeometry {
  /// The type, guessed from the depth of the arrays where the document stopped before it.
  fileprivate var kind: Kind? {
    if let type { return type }
    switch coordinates.deepest {
    case 1: return .point
    case 2: return .lineString
    case 3: return .multiLineString
    default: return nil
    }
  }
}
