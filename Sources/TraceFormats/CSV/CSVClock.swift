import Tracks

/// Turns the date and time cells of a table's rows into instants.
///
/// What a number means is decided by the first one that is not 0, and holds for the whole table: seconds
/// since 1970 below 1e11, milliseconds below 1e14, microseconds below 1e17, nanoseconds above; from
/// 20 000 to 80 000 it is a spreadsheet's count of days since 1899-12-30.
struct CSVClock {
  private var unit: Unit?

  private enum Unit: String {
    case days = "days since 1899-12-30"
    case seconds = "seconds since 1970"
    case milliseconds = "milliseconds since 1970"
    case microseconds = "microseconds since 1970"
    case nanoseconds = "nanoseconds since 1970"

    init(_ number: Double) {
      switch abs(number) {
      case 20_000..<80_000: self = .days
      case ..<1e11: self = .seconds
      case ..<1e14: self = .milliseconds
      case ..<1e17: self = .microseconds
      default: self = .nanoseconds
      }
    }
  }

  /// The instant of a row, or nil when it has none; what had to be assumed is noted.
  mutating func time(
    of row: CSVRow, line: Int, noting builder: inout TraceBuilder
  ) -> SourceTime? {
    if row.hasAmbiguousDate {
      builder.note("month-first", line: line, "dates such as 5/4/2008 were read month first")
    }
    switch (row.date, row.time) {
    case (_, .instant(let time, let hasOffset)?), (.instant(let time, let hasOffset)?, nil):
      noteOffset(hasOffset || row.isUTC, line: line, noting: &builder)
      return time
    case (.day(let day)?, .timeOfDay(let time, let hasOffset)?):
      noteOffset(hasOffset || row.isUTC, line: line, noting: &builder)
      return CSVMoment.instant(day: day, timeOfDay: time)
    case (.instant(let day, _)?, .timeOfDay(let time, let hasOffset)?):
      noteOffset(hasOffset || row.isUTC, line: line, noting: &builder)
      let midnight = day.nanoseconds - day.nanoseconds % 86_400_000_000_000
      return SourceTime(nanoseconds: midnight + time)
    case (nil, .timeOfDay(let time, _)?):
      builder.note(
        .suspectDate, line: line, "times have no date; they are put on 1970-01-01")
      return SourceTime(nanoseconds: time)
    case (_, .number(let number)?), (.number(let number)?, nil):
      return instant(number, line: line, noting: &builder)
    case (.day?, nil) where row.hasTimeColumn:
      return nil
    case (_, .day(let day)?), (.day(let day)?, nil):
      return CSVMoment.instant(day: day, timeOfDay: 0)
    case (.timeOfDay?, _), (.number?, _), (nil, nil):
      return nil
    }
  }

  private func noteOffset(
    _ hasOffset: Bool, line: Int, noting builder: inout TraceBuilder
  ) {
    if !hasOffset {
      builder.note(.noOffset, line: line, "times without an offset from UTC were read as UTC")
    }
  }

  private mutating func instant(
    _ number: Double, line: Int, noting builder: inout TraceBuilder
  ) -> SourceTime? {
    if unit == nil, number != 0 {
      let unit = Unit(number)
      self.unit = unit
      builder.note("epoch-unit", line: line, "numeric times were read as \(unit.rawValue)")
      if unit == .seconds, number < 20_000 {
        builder.note(
          .suspectDate, line: line,
          "times count from the start of the log; their dates mean nothing")
      }
    }
    switch unit ?? .seconds {
    case .days:
      return SourceTime(secondsSince1970: ((number - 25_569) * 86_400_000).rounded() / 1000)
    case .seconds: return SourceTime(secondsSince1970: number)
    case .milliseconds: return SourceTime(secondsSince1970: number / 1e3)
    case .microseconds: return SourceTime(secondsSince1970: number / 1e6)
    case .nanoseconds: return SourceTime(secondsSince1970: number / 1e9)
    }
  }
}
