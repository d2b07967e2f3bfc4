import Tracks

/// Gives the times of day of an IGC file their dates.
///
/// The date records count; besides, a fall of more than twelve hours is a midnight, unless a date record
/// between the two already set a new date. A smaller fall is a late fix and stays where it is.
struct IGCClock {
  /// Days since 1970 of the day in progress; nil before the first date record.
  private(set) var day: Int?
  /// The date of the last date record, which a recorder may repeat later unchanged.
  private var stated: Int?
  private var lastSecondOfDay: Int?

  /// Takes a date record.
  mutating func setDate(_ date: Int) {
    guard date != stated else { return }
    stated = date
    if day != date { lastSecondOfDay = nil }
    day = date
  }

  /// The instant of a time of day, with days counted from 1970-01-01 where the file has no date.
  mutating func time(secondOfDay: Int, nanosecond: Int) -> SourceTime {
    if let last = lastSecondOfDay, last - secondOfDay > 12 * 3600 { day = (day ?? 0) + 1 }
    lastSecondOfDay = secondOfDay
    let seconds = Int64(day ?? 0) * 86_400 + Int64(secondOfDay)
    return SourceTime(nanoseconds: seconds * 1_000_000_000 + Int64(nanosecond))
  }

  /// The days since 1970 that a date record states, in either of its forms, or nil.
  ///
  /// `HFDTE010203` and `HFDTEDATE:010203,01` (day, month, year; flight of the day), with blanks anywhere;
  /// years from 80 on are of the last century.
  static func date(_ line: Span<UInt8>) -> Int? {
    var place = 5
    while place < line.count, line[place] &- 0x30 > 9 { place += 1 }
    guard place + 6 <= line.count, let day = line.digits(place..<place + 2),
      let month = line.digits(place + 2..<place + 4), let year = line.digits(place + 4..<place + 6)
    else { return nil }
    let civil = CivilTime(year: year >= 80 ? 1900 + year : 2000 + year, month: month, day: day)
    guard civil.sourceTime() != nil else { return nil }
    return CivilTime.daysSince1970(year: civil.year, month: month, day: day)
  }
}
