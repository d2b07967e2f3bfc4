/// A delta of Signal K: a context, and updates with a source, a time and values by path each.
struct SignalKDelta: JSONLineRecord {
  /// What one source said at one time.
  struct Update {
    var source: [UInt8] = []
    var time: [UInt8]?
    var latitude: Double?
    var longitude: Double?
    var altitude: Double?
    /// Metres a second over ground.
    var speed: Double?
    /// Radians from true north, over ground.
    var course: Double?

    var hasPosition: Bool { latitude != nil || longitude != nil }
    var isOfUse: Bool { hasPosition || speed != nil || course != nil }
  }

  private(set) var isWhole = false
  private(set) var updates: [Update] = []
  private var context: [UInt8] = []
  private var entry = Entry()
  private var depth = 0
  /// The last member's name in the delta, in its update, and in that one's value.
  private var member = Name.other
  private var updateMember = Name.other
  private var entryMember = Name.other
  private var valueMember = Name.other

  /// A path and its value.
  private struct Entry {
    var path = Path.other
    var number: Double?
    var latitude: Double?
    var longitude: Double?
    var altitude: Double?
  }

  private enum Path {
    case position, speed, course, other
  }

  private enum Name {
    case context, updates, source, timestamp, values, path, value, latitude, longitude, altitude
    case other

    init(_ text: Span<UInt8>) {
      self =
        if text.equals("path") {
          .path
        } else if text.equals("value") {
          .value
        } else if text.equals("latitude") {
          .latitude
        } else if text.equals("longitude") {
          .longitude
        } else if text.equals("altitude") {
          .altitude
        } else if text.equals("values") {
          .values
        } else if text.equals("timestamp") {
          .timestamp
        } else if text.equals("$source") {
          .source
        } else if text.equals("updates") {
          .updates
        } else if text.equals("context") {
          .context
        } else {
          .other
        }
    }
  }

  /// The vessel: the context without its group, `self` where none is named.
  var vessel: String {
    guard !context.isEmpty else { return "self" }
    let bytes = context.span
    return bytes.starts(with: "vessels.")
      ? bytes.extracting(8..<bytes.count).text() : bytes.text()
  }

  mutating func reset() { self = SignalKDelta() }

  /// Whether the part at hand belongs to a path or its value.
  private var isInValues: Bool { member == .updates && updateMember == .values }

  mutating func take(
    _ event: JSONEvent, _ text: Span<UInt8>, line: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    switch event {
    case .beginObject, .beginArray:
      depth += 1
      if depth == 3, member == .updates {
        updates.append(Update())
        updateMember = .other
      }
      if depth == 5 { entry = Entry() }
    case .endObject, .endArray:
      if depth == 5, isInValues { endEntry() }
      depth -= 1
      isWhole = depth == 0
    case .key: takeName(Name(text))
    case .string: take(string: text)
    case .number: take(number: builder.number(text, line: line))
    case .true, .false, .null: break
    }
  }

  private mutating func takeName(_ name: Name) {
    switch depth {
    case 1: member = name
    case 3: updateMember = name
    case 5: entryMember = name
    case 6: valueMember = name
    default: break
    }
  }

  private mutating func take(string text: Span<UInt8>) {
    if depth == 1, member == .context {
      context = text.indices.map { text[$0] }
    } else if depth == 3, member == .updates, !updates.isEmpty {
      let last = updates.count - 1
      if updateMember == .timestamp { updates[last].time = text.indices.map { text[$0] } }
      if updateMember == .source { updates[last].source = text.indices.map { text[$0] } }
    } else if depth == 5, isInValues, entryMember == .path {
      entry.path =
        if text.equals("navigation.position") {
          .position
        } else if text.equals("navigation.speedOverGround") {
          .speed
        } else if text.equals("navigation.courseOverGroundTrue") {
          .course
        } else {
          .other
        }
    }
  }

  private mutating func take(number: Double?) {
    guard isInValues, entryMember == .value else { return }
    if depth == 5 { entry.number = number }
    guard depth == 6 else { return }
    switch valueMember {
    case .latitude: entry.latitude = number
    case .longitude: entry.longitude = number
    case .altitude: entry.altitude = number
    default: break
    }
  }

  private mutating func endEntry() {
    guard !updates.isEmpty else { return }
    let last = updates.count - 1
    switch entry.path {
    case .position:
      updates[last].latitude = entry.latitude
      updates[last].longitude = entry.longitude
      updates[last].altitude = entry.altitude
    case .speed: updates[last].speed = entry.number
    case .course: updates[last].course = entry.number
    case .other: break
    }
  }
}
