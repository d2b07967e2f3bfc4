/// A calendar date and time of day, without a zone of its own (proleptic Gregorian calendar).
public struct CivilTime: Hashable, Sendable {
  /// The year, 1677 to 2262 for a time that can be an instant.
  public var year: Int
  /// 1...12.
  public var month: Int
  /// 1...31.
  public var day: Int
  /// 0...23.
  public var hour: Int
  /// 0...59.
  public var minute: Int
  /// 0...60; 60 is a leap second.
  public var second: Int
  /// 0..<1 000 000 000.
  public var nanosecond: Int

  /// Makes a civil time from its parts, unchecked.
  public init(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0,
    nanosecond: Int = 0
  ) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
    self.nanosecond = nanosecond
  }

  /// The civil time of an instant in UTC.
  public init(_ time: SourceTime) {
    let seconds = time.nanoseconds.flooredQuotient(by: 1_000_000_000)
    let days = seconds.flooredQuotient(by: 86_400)
    let secondOfDay = Int(seconds - days * 86_400)
    (year, month, day) = Self.date(daysSince1970: Int(days))
    hour = secondOfDay / 3600
    minute = secondOfDay / 60 % 60
    second = secondOfDay % 60
    nanosecond = Int(time.nanoseconds - seconds * 1_000_000_000)
  }

  /// The instant, read as UTC less an offset; nil when a part is out of range or the instant is.
  ///
  /// A leap second (`second == 60`) is read as the last nanosecond of its minute, so that the order
  /// of the times around it never falls.
  ///
  /// - Parameter offsetSeconds: Seconds that the civil time is ahead of UTC.
  /// - Returns: The instant, or nil.
  @inline(__always)  // a fix of a trace asks once, and seven numbers are then not passed in memory
  public func sourceTime(offsetSeconds: Int = 0) -> SourceTime? {
    guard (1677...2262).contains(year), (1...12).contains(month),
      day >= 1, day <= Self.daysIn(month: month, year: year),
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second),
      (0..<1_000_000_000).contains(nanosecond)
    else { return nil }
    let leap = second == 60
    let days = Int64(Self.daysSince1970(year: year, month: month, day: day))
    let seconds =
      days * 86_400 + Int64(hour * 3600 + minute * 60 + (leap ? 59 : second) - offsetSeconds)
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carried) = scaled.addingReportingOverflow(Int64(leap ? 999_999_999 : nanosecond))
    return overflow || carried ? nil : SourceTime(nanoseconds: sum)
  }

  /// Days from 1970-01-01 to a date of the Gregorian calendar.
  @inline(__always)
  public static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    // Years counted from March put the leap day last; 400 years are always 146 097 days.
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The number of days in a month.
  public static func daysIn(month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}

extension Int64 {
  fileprivate func flooredQuotient(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
