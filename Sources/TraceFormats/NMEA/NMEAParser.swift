import Tracks

/// Makes fixes of lines with NMEA sentences.
struct NMEAParser: LineConsumer {
  private static let metresPerSecondInKnot = 1852.0 / 3600

  private var epoch = NMEAEpoch()
  private var calendar: NMEACalendar
  private var hasBareSentences = false
  private var hasUndatedFix = false
  private var endsUnfinished = false
  private let rollsOver: Bool

  init(options: ReadingOptions) {
    calendar = NMEACalendar(options: options)
    rollsOver = options.weekRolloverReferenceDay != nil
  }

  /// Says that the line which follows is the last and has no line end.
  mutating func lastLineIsUnfinished() {
    endsUnfinished = true
  }

  mutating func take(
    _ line: Span<UInt8>, number: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    var index = 0
    // What `!` begins is AIS, and has no fix of its own.
    while let dollar = line.firstIndex(of: UInt8(ascii: "$"), from: index) {
      let fields = NMEAFields(line, from: dollar + 1)
      try sentence(fields, line, number: number, into: &builder)
      index = fields.end
    }
  }

  /// Ends the last epoch, and notes what the file lacks.
  mutating func finish(into builder: inout TraceBuilder) throws(TraceError) {
    try closeEpoch(into: &builder)
    if hasUndatedFix {
      builder.note(
        .noDate, "the file names no date; its times are counted from 1970-01-01T00:00:00Z")
    }
  }

  /// Whether a sentence has named a date.
  var knowsDate: Bool { calendar.base != nil }

  /// Ends the fix in progress before its epoch is known to be over.
  mutating func endFix(into builder: inout TraceBuilder) throws(TraceError) {
    try closeEpoch(into: &builder)
    epoch.end()
  }

  private mutating func sentence(
    _ fields: NMEAFields, _ line: Span<UInt8>, number: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    switch fields.checksum {
    case .wrong:
      try builder.skip(
        .badChecksum, line: number, "a sentence whose checksum is wrong was skipped")
      return
    case .right:
      break
    case .missing:
      // Another sentence in the same line, or the end of the file, cut this one.
      if fields.isCutByAnother || (endsUnfinished && !hasBareSentences) {
        try builder.skip(.truncated, line: number, "a sentence that was cut was skipped")
        return
      }
      hasBareSentences = true
    }
    let address = fields.range(0)
    let start = address.lowerBound
    guard address.count == 5, line[start] != UInt8(ascii: "P") else { return }
    let type =
      UInt32(line[start + 2]) << 16 | UInt32(line[start + 3]) << 8 | UInt32(line[start + 4])
    switch type {
    case 0x524D43: try recommendedMinimum(fields, line, number, into: &builder)
    case 0x474741: try fixData(fields, line, number, into: &builder)
    case 0x474E53: try systemsFixData(fields, line, number, into: &builder)
    case 0x474C4C: try position(fields, line, number, into: &builder)
    case 0x565447: courseAndSpeed(fields, line)
    case 0x475341: dilution(fields, line)
    case 0x475354: errors(fields, line)
    case 0x5A4441: timeAndDate(fields, line, number, into: &builder)
    default: return
    }
  }
}

// MARK: Sentences with a position

extension NMEAParser {
  /// RMC: time, status, position, knots, course, date.
  private mutating func recommendedMinimum(
    _ fields: NMEAFields, _ line: Span<UInt8>, _ number: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    guard try enter(.rmc, fields, timeField: 1, line, number, into: &builder) else { return }
    if let date = fields.day(9, in: line) {
      take(date: date, number, into: &builder)
    }
    guard fields.letter(2, in: line) == UInt8(ascii: "A") else { return }
    try locate(fields, latitudeField: 3, line, number, into: &builder)
    if let knots = fields.number(7, in: line) { epoch.speed = knots * Self.metresPerSecondInKnot }
    if let course = fields.number(8, in: line) { epoch.course = course }
  }

  /// GGA: time, position, quality, satellites, dilution, altitude.
  private mutating func fixData(
    _ fields: NMEAFields, _ line: Span<UInt8>, _ number: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    guard try enter(.gga, fields, timeField: 1, line, number, into: &builder) else { return }
    guard let quality = fields.number(6, in: line), quality > 0 else { return }
    if quality >= 6, quality <= 8 {
      builder.note(
        .estimatedFix, line: number,
        "positions that were estimated, set by hand or simulated (quality 6 to 8) are kept")
    }
    try locate(fields, latitudeField: 2, line, number, into: &builder)
    takeQuality(fields, satellitesField: 7, line)
  }

  /// GNS: time, position, a mode letter a system, satellites, dilution, altitude.
  private mutating func systemsFixData(
    _ fields: NMEAFields, _ line: Span<UInt8>, _ number: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    guard try enter(.gns, fields, timeField: 1, line, number, into: &builder) else { return }
    var isValid = false
    for index in fields.range(6) where line[index] != UInt8(ascii: "N") { isValid = true }
    guard isValid else { return }
    try locate(fields, latitudeField: 2, line, number, into: &builder)
    takeQuality(fields, satellitesField: 7, line)
  }

  /// GLL: position, time, status; early devices end after the position.
  private mutating func position(
    _ fields: NMEAFields, _ line: Span<UInt8>, _ number: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    guard try enter(.gll, fields, timeField: 5, line, number, into: &builder) else { return }
    let status = fields.letter(6, in: line)
    guard status == nil || status == UInt8(ascii: "A") else { return }
    try locate(fields, latitudeField: 1, line, number, into: &builder)
  }

  /// Takes the time of a sentence that says a position, and begins the next epoch if it is of that.
  ///
  /// - Returns: Whether the sentence is to be read on: one without a time and a position is not.
  private mutating func enter(
    _ kind: NMEAEpoch.Kinds, _ fields: NMEAFields, timeField: Int, _ line: Span<UInt8>,
    _ number: Int, into builder: inout TraceBuilder
  ) throws(TraceError) -> Bool {
    let timeOfDay = fields.timeOfDay(timeField, in: line)
    if timeOfDay == nil {
      if !fields.range(timeField).isEmpty {
        builder.note(.badTime, line: number, "a time that cannot be read; its fix has none")
      }
      let latitudeField = kind == .gll ? 1 : kind == .rmc ? 3 : 2
      if fields.range(latitudeField).isEmpty { return false }
    }
    if !epoch.takes(kind, timeOfDay: timeOfDay) {
      try closeEpoch(into: &builder)
      epoch = NMEAEpoch()
      epoch.timeOfDay = timeOfDay
    } else if epoch.timeOfDay == nil, let timeOfDay {
      epoch.timeOfDay = timeOfDay
    }
    epoch.kinds.insert(kind)
    if let timeOfDay {
      calendar.take(timeOfDay: timeOfDay)
      epoch.day = calendar.day
    }
    return true
  }

  private mutating func locate(
    _ fields: NMEAFields, latitudeField: Int, _ line: Span<UInt8>, _ number: Int,
    into builder: inout TraceBuilder
  ) throws(TraceError) {
    guard epoch.coordinate == nil, !epoch.hasEnded else { return }
    let latitude = fields.degrees(latitudeField, in: line)
    let longitude = fields.degrees(latitudeField + 2, in: line)
    if latitude == nil, longitude == nil, fields.range(latitudeField).isEmpty { return }
    epoch.coordinate = try builder.coordinate(
      latitude: latitude, longitude: longitude, line: number)
  }

  private mutating func takeQuality(
    _ fields: NMEAFields, satellitesField: Int, _ line: Span<UInt8>
  ) {
    if epoch.satellites == nil, let count = fields.number(satellitesField, in: line), count < 1000 {
      epoch.satellites = Int(count)
    }
    take(dilution: fields.number(satellitesField + 1, in: line))
    if epoch.altitude == nil { epoch.altitude = fields.number(satellitesField + 2, in: line) }
  }

  private mutating func closeEpoch(into builder: inout TraceBuilder) throws(TraceError) {
    guard let fix = epoch.fix(base: calendar.base) else { return }
    if fix.time != nil, calendar.base == nil { hasUndatedFix = true }
    try builder.append(fix)
  }
}

// MARK: Sentences that add to the fix in progress

extension NMEAParser {
  /// VTG: course over ground and speed; old ones have no letters behind the numbers.
  private mutating func courseAndSpeed(_ fields: NMEAFields, _ line: Span<UInt8>) {
    let isLettered = fields.letter(2, in: line).map { $0 | 0x20 == UInt8(ascii: "t") }
    let isOld = isLettered == false || (isLettered == nil && !fields.range(2).isEmpty)
    if epoch.course == nil { epoch.course = fields.number(1, in: line) }
    guard epoch.speed == nil else { return }
    if let knots = fields.number(isOld ? 3 : 5, in: line) {
      epoch.speed = knots * Self.metresPerSecondInKnot
    } else if let kilometresPerHour = fields.number(isOld ? 4 : 7, in: line) {
      epoch.speed = kilometresPerHour / 3.6
    }
  }

  /// GSA: dilutions of precision.
  private mutating func dilution(_ fields: NMEAFields, _ line: Span<UInt8>) {
    if epoch.dilution == nil { take(dilution: fields.number(16, in: line)) }
  }

  /// Receivers write 99.99 or so for a dilution that they do not know.
  private mutating func take(dilution: Double?) {
    guard epoch.dilution == nil, let dilution, dilution > 0, dilution < 99 else { return }
    epoch.dilution = dilution
  }

  /// GST: standard deviations in metres.
  private mutating func errors(_ fields: NMEAFields, _ line: Span<UInt8>) {
    if let north = fields.number(6, in: line), let east = fields.number(7, in: line) {
      epoch.horizontalAccuracy = (north * north + east * east).squareRoot()
    }
    if let up = fields.number(8, in: line) { epoch.verticalAccuracy = up }
  }

  /// ZDA: time and date.
  private mutating func timeAndDate(
    _ fields: NMEAFields, _ line: Span<UInt8>, _ number: Int, into builder: inout TraceBuilder
  ) {
    guard let date = fields.day(from: 2, in: line),
      let timeOfDay = fields.timeOfDay(1, in: line)
    else { return }
    calendar.take(timeOfDay: timeOfDay)
    take(date: date, number, into: &builder)
  }

  /// Takes a date, and gives it to the fixes that stood before the first one.
  private mutating func take(date: Int, _ number: Int, into builder: inout TraceBuilder) {
    // The week before the first rollover's, and what no receiver can have seen.
    if date < 10_832, !rollsOver {
      builder.note(
        .suspectDate, line: number,
        "a date before 29 August 1999; the receiver's week counter may have rolled over")
    }
    let corrected = calendar.corrected(date)
    if corrected != date {
      builder.note(
        .suspectDate, line: number,
        "dates were moved by \(corrected - date) days, whole rollovers of the week counter")
    }
    switch calendar.take(date: corrected) {
    case .none: break
    case .first(let days):
      builder.shiftTimes(byDays: days)
      hasUndatedFix = false
    case .far:
      builder.note(.suspectDate, line: number, "a date more than a year from the one before")
    }
  }
}
