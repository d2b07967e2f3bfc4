import Tracks

/// One line of a recording: the members of a flat JSON object.
struct NDJSONRecord: JSONLineRecord {
  /// What the line is about.
  enum Kind {
    case fix
    case event
  }

  private(set) var type: Kind?
  private(set) var isLooped = false
  private(set) var vehicle = ""
  private(set) var generation: Double?
  private(set) var sequence: Double?
  private(set) var emittedMilliseconds: Double?
  private(set) var time: [UInt8]?
  private(set) var latitude: Double?
  private(set) var longitude: Double?
  /// All but position and time.
  private(set) var values = Fix(Coordinate(wrappingLatitude: 0, longitude: 0))
  /// How it was emitted, its time since the recording player's start counted from 1970; nil when the
  /// line does not tell.
  var emission: RecordedEmission? {
    guard let sequence, let emittedMilliseconds, let number = UInt64(exactly: sequence),
      abs(emittedMilliseconds) < 1e12
    else { return nil }
    let time = SourceTime(nanoseconds: Int64((emittedMilliseconds * 1e6).rounded()))
    return RecordedEmission(sequence: number, time: time)
  }

  /// Whether the object came to its end.
  private(set) var isWhole = false
  private var depth = 0
  private var key = Key.other

  private enum Key {
    case type
    case kind
    case vehicle
    case generation
    case time
    case latitude
    case longitude
    case altitude
    case speed
    case course
    case accuracy
    case derived
    case interpolated
    case sequence
    case emitted
    case other

    init(_ text: Span<UInt8>) {
      self =
        if text.equals("lat") {
          .latitude
        } else if text.equals("lon") {
          .longitude
        } else if text.equals("time") {
          .time
        } else if text.equals("vehicle") {
          .vehicle
        } else if text.equals("type") {
          .type
        } else if text.equals("generation") {
          .generation
        } else if text.equals("sequence") {
          .sequence
        } else if text.equals("emitted_ms") {
          .emitted
        } else if text.equals("alt") {
          .altitude
        } else if text.equals("speed") {
          .speed
        } else if text.equals("course") {
          .course
        } else if text.equals("accuracy") {
          .accuracy
        } else if text.equals("derived") {
          .derived
        } else if text.equals("interpolated") {
          .interpolated
        } else if text.equals("kind") {
          .kind
        } else {
          .other
        }
    }
  }

  mutating func reset() { self = NDJSONRecord() }

  mutating func take(
    _ event: JSONEvent, _ text: Span<UInt8>, line: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    switch event {
    case .beginObject, .beginArray: depth += 1
    case .endObject, .endArray:
      depth -= 1
      isWhole = depth == 0
    case .key:
      if depth == 1 { key = Key(text) }
    case .string: take(string: text)
    case .number:
      // A number too many for a text that names it, such as a vehicle.
      if key == .vehicle, depth == 1 {
        vehicle = text.text()
      } else if depth == 1, let number = builder.number(text, line: line) {
        take(number)
      }
    case .true:
      if key == .interpolated, depth == 1 { values.marks.insert(.interpolated) }
    case .false, .null: break
    }
  }

  private mutating func take(string text: Span<UInt8>) {
    if depth == 2, key == .derived {
      if text.equals("speed") { values.marks.insert(.derivedSpeed) }
      if text.equals("course") { values.marks.insert(.derivedCourse) }
      if text.equals("time") { values.marks.insert(.derivedTime) }
    }
    guard depth == 1 else { return }
    switch key {
    case .type: type = text.equals("fix") ? .fix : text.equals("event") ? .event : nil
    case .kind: isLooped = text.equals("looped")
    case .vehicle: vehicle = text.text()
    case .time: time = text.indices.map { text[$0] }
    default: break
    }
  }

  private mutating func take(_ number: Double) {
    switch key {
    case .generation: generation = number
    case .sequence: sequence = number
    case .emitted: emittedMilliseconds = number
    case .latitude: latitude = number
    case .longitude: longitude = number
    case .altitude: values.altitude = number
    case .speed: values.speed = number
    case .course: values.course = number
    case .accuracy: values.horizontalAccuracy = number
    default: break
    }
  }
}
