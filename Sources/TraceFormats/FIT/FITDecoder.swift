import Tracks

/// Decodes the records of one FIT file after another, each of them whole.
struct FITDecoder {
  private var definitions = [FITDefinition?](repeating: nil, count: 16)
  /// The last full or compressed timestamp, which the next compressed one counts from.
  private var timestamp: Int?
  private var name: String?

  /// How many bytes the next record has.
  enum RecordSize {
    case needsMore
    case undefinedMessage(Int)
    case size(Int)
  }

  /// Global message numbers of the FIT profile.
  private enum Message {
    static let record = 20
    static let event = 21
    static let course = 31
    static let coursePoint = 32
    static let gpsMetadata = 160
  }

  /// Forgets what belonged to the file before.
  mutating func beginFile(into builder: inout TraceBuilder) {
    definitions = [FITDefinition?](repeating: nil, count: 16)
    timestamp = nil
    name = nil
    builder.beginTrack()
  }

  /// Names the track of the file that ends.
  func finishTrack(into builder: inout TraceBuilder) {
    if let name {
      builder.setTrackName(name)
    }
  }

  /// How many bytes the record at an index has, its header included.
  func recordSize(_ bytes: [UInt8], at index: Int) -> RecordSize {
    guard index < bytes.count else { return .needsMore }
    let header = bytes[index]
    if header & 0xC0 == 0x40 {
      return FITDefinition.size(bytes, at: index).map(RecordSize.size) ?? .needsMore
    }
    let local = Self.localType(header)
    guard let definition = definitions[local] else { return .undefinedMessage(local) }
    return .size(1 + definition.size)
  }

  /// Decodes the whole record at an index.
  mutating func decode(
    _ bytes: [UInt8], at index: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    let header = bytes[index]
    if header & 0xC0 == 0x40 {
      definitions[Int(header & 0xF)] = FITDefinition(bytes, at: index)
      return
    }
    guard let definition = definitions[Self.localType(header)] else { return }
    let place = index + 1
    if header & 0x80 != 0 { countOn(by: Int(header & 0x1F)) }
    let full = definition.fields.first { $0.number == 253 }?.integer(bytes, at: place)
    if let full { timestamp = full }
    let time = full != nil || header & 0x80 != 0 ? timestamp : nil
    switch definition.global {
    case Message.record:
      try decodeRecord(bytes, at: place, definition, time: time, into: &builder)
    case Message.event:
      decodeEvent(bytes, at: place, definition, into: &builder)
    case Message.course:
      name = definition.fields.first { $0.number == 5 }?.text(bytes, at: place)
    case Message.coursePoint:
      try decodeCoursePoint(bytes, at: place, definition, into: &builder)
    case Message.gpsMetadata:
      builder.note(.unsupported, "positions between the records (gps_metadata) were passed over")
    default:
      break
    }
  }

  /// The local type, which a header with a compressed timestamp has in other bits.
  private static func localType(_ header: UInt8) -> Int {
    Int(header & 0x80 != 0 ? header >> 5 & 0x3 : header & 0xF)
  }

  /// Takes the five low bits of a compressed timestamp, which go round every 32 seconds.
  private mutating func countOn(by low: Int) {
    guard let last = timestamp else { return }
    timestamp = last + (low - last) & 0x1F
  }

  private func decodeRecord(
    _ bytes: [UInt8], at place: Int, _ definition: FITDefinition, time: Int?,
    into builder: inout TraceBuilder
  ) throws(TraceError) {
    var values = FITRecord()
    for field in definition.fields {
      if let value = field.integer(bytes, at: place) { values.set(field.number, value) }
    }
    let time = time.map { Self.sourceTime($0, noting: &builder) }
    guard let latitude = values.latitude, let longitude = values.longitude else {
      try builder.append(values.sample(time: time))
      return
    }
    guard let fix = values.fix(latitude: latitude, longitude: longitude, time: time) else {
      try builder.skip(.badPosition, "a latitude beyond ±90° was skipped")
      return
    }
    try builder.append(fix)
  }

  private func decodeEvent(
    _ bytes: [UInt8], at place: Int, _ definition: FITDefinition,
    into builder: inout TraceBuilder
  ) {
    var (event, type): (Int?, Int?)
    for field in definition.fields where field.number <= 1 {
      let value = field.integer(bytes, at: place)
      if field.number == 0 { event = value } else { type = value }
    }
    // Event 0 is the timer; types 1 and 4 stop it (4: and all others).
    if event == 0, type == 1 || type == 4 {
      builder.note("timer-stopped", "the timer was stopped; the pause is left as a gap in time")
    }
  }

  private func decodeCoursePoint(
    _ bytes: [UInt8], at place: Int, _ definition: FITDefinition,
    into builder: inout TraceBuilder
  ) throws(TraceError) {
    var values = FITRecord()
    var time: SourceTime?
    var name: String?
    for field in definition.fields {
      let value = field.integer(bytes, at: place)
      switch field.number {
      case 1: time = value.map { Self.sourceTime($0, noting: &builder) }
      case 2: values.latitude = value
      case 3: values.longitude = value
      case 6: name = field.text(bytes, at: place)
      default: break
      }
    }
    guard let latitude = values.latitude, let longitude = values.longitude,
      let fix = values.fix(latitude: latitude, longitude: longitude, time: time)
    else {
      try builder.skip(.noPosition, "a course point without a position was skipped")
      return
    }
    try builder.append(Waypoint(name: name, fix: fix))
  }

  private static func sourceTime(
    _ timestamp: Int, noting builder: inout TraceBuilder
  ) -> SourceTime {
    if timestamp < 0x1000_0000 {
      builder.note(
        .suspectDate, "times count from the start of the device; their dates mean nothing")
    }
    // FIT counts from 1989-12-31T00:00:00Z.
    return SourceTime(nanoseconds: (Int64(timestamp) + 631_065_600) * 1_000_000_000)
  }
}
