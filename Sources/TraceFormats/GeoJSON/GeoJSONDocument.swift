import Tracks

/// Takes the parts of a GeoJSON document, whose members may come in any order.
struct GeoJSONDocument: JSONConsumer {
  /// The objects and arrays that are open, as what they were recognized.
  private var open: [Place] = []
  /// The last name read; what follows is its value.
  private var key = Key.other
  /// What it says of the positions, where it is a name in properties.
  private var valueKind: GeoJSONValues.Kind?
  /// The feature in progress, or the geometry that stands without one.
  private var feature = GeoJSONFeature()
  /// The geometries in progress: more than one inside a collection.
  private var geometries: [GeoJSONGeometry] = []

  private enum Place {
    case root
    case features
    case feature
    case geometry
    case geometries
    case coordinates
    case properties
    case coordinateProperties
    case values
    case crs
    case other
  }

  private enum Key: String, CaseIterable {
    case type
    case features
    case geometry
    case geometries
    case coordinates
    case properties
    case crs
    case name
    case title
    case coordinateProperties
    case time
    case timestamp
    case other = ""

    init(_ text: Span<UInt8>) {
      self = text.count > 20 ? .other : Key(rawValue: text.text()) ?? .other
    }
  }

  mutating func take(
    _ event: JSONEvent, _ text: Span<UInt8>, line: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    switch event {
    case .key:
      switch open.last {
      case .other, .coordinates, .values, nil: break
      case .properties, .coordinateProperties:
        key = Key(text)
        valueKind = GeoJSONValues.Kind(name: text.text())
      default: key = Key(text)
      }
    case .beginObject, .beginArray:
      begin(isObject: event == .beginObject)
    case .endArray:
      try endArray(line: line, into: &builder)
    case .endObject:
      try endObject(line: line, into: &builder)
    case .string:
      try take(string: text, line: line, into: &builder)
    case .number:
      take(number: text, line: line, into: &builder)
    case .null, .true, .false:
      addMissing()
    }
  }

  /// Adds what is no value to the array in progress, so that the others keep their places.
  private mutating func addMissing() {
    if open.last == .coordinates { geometries[geometries.count - 1].coordinates.add(nil) }
    if open.last == .values { feature.values.addMissing() }
  }

  /// Takes the end of the document, which may have come in the middle.
  mutating func finish(line: Int, into builder: inout TraceBuilder) throws(TraceError) {
    while let geometry = geometries.popLast() { feature.add(geometry) }
    try finishFeature(line: line, into: &builder)
  }

  private mutating func begin(isObject: Bool) {
    let place = self.place(isObject: isObject)
    switch place {
    case .feature: feature = GeoJSONFeature()
    case .geometry: geometries.append(GeoJSONGeometry())
    case .coordinates:
      if geometries.isEmpty { geometries.append(GeoJSONGeometry()) }
      geometries[geometries.count - 1].coordinates.begin()
    case .values:
      if let valueKind { feature.values.begin(valueKind) }
    default: break
    }
    open.append(place)
  }

  /// What an object or array is, by where it begins.
  private func place(isObject: Bool) -> Place {
    guard let parent = open.last else { return isObject ? .root : .other }
    switch (parent, key, isObject) {
    case (.coordinates, _, false): return .coordinates
    case (.values, _, false): return .values
    case (.features, _, true): return .feature
    case (.geometries, _, true): return .geometry
    case (.root, .features, false): return .features
    case (.root, .geometry, true), (.feature, .geometry, true): return .geometry
    case (.root, .geometries, false), (.geometry, .geometries, false): return .geometries
    case (.root, .coordinates, false), (.geometry, .coordinates, false): return .coordinates
    case (.root, .properties, true), (.feature, .properties, true): return .properties
    case (.properties, .coordinateProperties, true): return .coordinateProperties
    case (.root, .crs, true), (.crs, .properties, true): return .crs
    case (.properties, _, false), (.coordinateProperties, _, false):
      return valueKind == nil ? .other : .values
    default: return .other
    }
  }

  private mutating func endArray(
    line: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    switch open.popLast() {
    case .coordinates:
      try geometries[geometries.count - 1].coordinates.end(line: line, into: &builder)
    case .values: feature.values.end()
    default: break
    }
  }

  private mutating func endObject(
    line: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    let place = open.popLast()
    switch place {
    case .geometry:
      if let geometry = geometries.popLast() { feature.add(geometry) }
    case .feature, .root:
      while let geometry = geometries.popLast() { feature.add(geometry) }
      try finishFeature(line: line, into: &builder)
    default: break
    }
  }

  private mutating func finishFeature(
    line: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    let whole = feature
    feature = GeoJSONFeature()
    try whole.finish(line: line, into: &builder)
  }

  private mutating func take(
    string text: Span<UInt8>, line: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    switch (open.last, key) {
    case (.root, .type), (.geometry, .type):
      let type = GeoJSONGeometry.Kind(rawValue: text.text())
      if let type, geometries.isEmpty {
        geometries.append(GeoJSONGeometry())
        geometries[0].type = type
      } else if let type {
        geometries[geometries.count - 1].type = type
      }
    case (.root, .name):
      builder.setName(text.trimmedText())
    case (.crs, .name):
      try checkReferenceSystem(text.text(), line: line)
    case (.properties, .name), (.properties, .title):
      if feature.name == nil { feature.name = text.trimmedText() }
    case (.properties, .time), (.properties, .timestamp):
      feature.time = builder.time(text, line: line)
    case (.values, _):
      feature.values.add(text: text, line: line, into: &builder)
    case (.coordinates, _):
      addMissing()
    default: break
    }
  }

  private mutating func take(
    number text: Span<UInt8>, line: Int, into builder: inout TraceBuilder
  ) {
    let place = open.last
    guard place == .coordinates || place == .values || place == .properties else { return }
    guard let number = DecimalNumber.value(of: text) else {
      addMissing()
      return
    }
    switch (place, key) {
    case (.coordinates, _): geometries[geometries.count - 1].coordinates.add(number)
    case (.values, _): feature.values.add(number: number)
    case (_, .time), (_, .timestamp): feature.time = SourceTime(epoch: number)
    default:
      if case .numbers(let value) = valueKind { value.set(number, of: &feature.pointValues) }
    }
  }

  private func checkReferenceSystem(_ name: String, line: Int) throws(TraceError) {
    let upper = name.uppercased()
    for known in ["CRS84", "4326", "WGS84", "WGS 84"] where upper.contains(known) { return }
    throw TraceError(
      .unsupported, line: line,
      "coordinates in \(name); convert them to WGS 84 (longitude, latitude) first")
  }
}
