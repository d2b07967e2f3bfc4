import Tracks

/// What a cell of a date or time column says.
enum CSVMoment: Equatable {
  /// An instant, and whether the cell named its offset from UTC.
  case instant(SourceTime, hasOffset: Bool)
  /// Days since 1970.
  case day(Int)
  /// Nanoseconds since midnight, less the offset that the cell may name.
  case timeOfDay(Int64, hasOffset: Bool)
  /// A number, whose meaning its size tells.
  case number(Double)

  /// Reads a cell, or returns nil.
  ///
  /// ISO 8601; dates as `2008/05/04`, `04.05.2008` (day first), `5/4/2008` (month first, unless the
  /// first number is above 12), `250724` and `20250724` in a date column; times as `11:00:00.5 PM`, and
  /// `173418` beside a date column; both behind one another; and `Sun Jun 11 07:34:09 PDT 2017`.
  ///
  /// - Parameters:
  ///   - cell: The cell without white space at both ends.
  ///   - isDate: Whether it stands in a column of dates.
  ///   - besideDate: Whether it stands in a column of times, and another has the dates.
  init?(_ cell: Span<UInt8>, isDate: Bool = false, besideDate: Bool = false) {
    guard !cell.isEmpty else { return nil }
    if let number = DecimalNumber.value(of: cell) {
      guard let moment = Self.digits(cell, number, isDate: isDate, besideDate: besideDate) else {
        return nil
      }
      self = moment
      return
    }
    if let iso = ISO8601Time(cell) {
      if cell.count <= 10 {
        self = .day(Int(iso.time.nanoseconds / 86_400_000_000_000))
      } else {
        self = .instant(iso.time, hasOffset: iso.hasOffset)
      }
      return
    }
    var cursor = CSVCursor(end: cell.count)
    if cell[0] &- 0x30 > 9 {
      guard let instant = Self.unixDate(&cursor, cell) else { return nil }
      self = .instant(instant, hasOffset: true)
      return
    }
    guard let day = Self.day(&cursor, cell) else {
      cursor = CSVCursor(end: cell.count)
      guard let (time, hasOffset) = Self.timeOfDay(&cursor, cell), cursor.isAtEnd else {
        return nil
      }
      self = .timeOfDay(time, hasOffset: hasOffset)
      return
    }
    if cursor.isAtEnd {
      self = .day(day)
      return
    }
    if !cursor.skip(UInt8(ascii: "T"), in: cell) { cursor.skipBlanks(in: cell) }
    guard let (time, hasOffset) = Self.timeOfDay(&cursor, cell), cursor.isAtEnd,
      let instant = Self.instant(day: day, timeOfDay: time)
    else { return nil }
    self = .instant(instant, hasOffset: hasOffset)
  }

  /// Whether a cell begins with a date like `5/4/2008`, of which nobody can tell the day from the month.
  static func isAmbiguous(_ cell: Span<UInt8>) -> Bool {
    var cursor = CSVCursor(end: cell.count)
    guard let (first, _) = cursor.number(in: cell), first <= 12,
      cursor.skip(UInt8(ascii: "/"), in: cell), let (second, _) = cursor.number(in: cell),
      second <= 12, second != first, cursor.skip(UInt8(ascii: "/"), in: cell)
    else { return false }
    return true
  }

  /// The instant of a day and the nanoseconds since its midnight, or nil out of range.
  static func instant(day: Int, timeOfDay: Int64) -> SourceTime? {
    guard abs(day) < 100_000 else { return nil }
    return SourceTime(nanoseconds: Int64(day) * 86_400_000_000_000 + timeOfDay)
  }

  private static func digits(
    _ cell: Span<UInt8>, _ number: Double, isDate: Bool, besideDate: Bool
  ) -> CSVMoment? {
    guard number >= 0 else { return nil }
    if isDate, cell.count == 6 || cell.count == 8, number == number.rounded() {
      let value = Int(number)
      let (year, month, day) = (value / 10_000, value / 100 % 100, value % 100)
      let fullYear = cell.count == 8 ? year : (year >= 80 ? 1900 : 2000) + year
      return self.day(year: fullYear, month: month, day: day).map(CSVMoment.day)
    }
    // hhmmss, whose leading zeros a table may have dropped.
    if besideDate, number < 240_000 {
      let whole = Int(number)
      let fraction = ((number - number.rounded(.down)) * 1e9).rounded()
      let (hour, minute, second) = (whole / 10_000, whole / 100 % 100, whole % 100)
      guard minute < 60, second < 60 else { return nil }
      let seconds = Int64(hour * 3600 + minute * 60 + second)
      return .timeOfDay(seconds * 1_000_000_000 + Int64(fraction), hasOffset: false)
    }
    return .number(number)
  }

  private static func day(year: Int, month: Int, day: Int) -> Int? {
    guard CivilTime(year: year, month: month, day: day).sourceTime() != nil else { return nil }
    return CivilTime.daysSince1970(year: year, month: month, day: day)
  }

  private static func day(_ cursor: inout CSVCursor, _ cell: Span<UInt8>) -> Int? {
    guard let (first, width) = cursor.number(in: cell), !cursor.isAtEnd else { return nil }
    let separator = cell[cursor.index]
    guard "/.-".utf8.contains(separator), cursor.skip(separator, in: cell),
      let (second, _) = cursor.number(in: cell), cursor.skip(separator, in: cell),
      let (third, lastWidth) = cursor.number(in: cell)
    else { return nil }
    if width == 4 { return day(year: first, month: second, day: third) }
    guard lastWidth == 4 || lastWidth == 2 && separator != UInt8(ascii: "-") else { return nil }
    let year = lastWidth == 4 ? third : 2000 + third
    let isMonthFirst = separator == UInt8(ascii: "/") && first <= 12
    return isMonthFirst
      ? day(year: year, month: first, day: second) : day(year: year, month: second, day: first)
  }

  private static func timeOfDay(
    _ cursor: inout CSVCursor, _ cell: Span<UInt8>
  ) -> (nanoseconds: Int64, hasOffset: Bool)? {
    guard var (hour, _) = cursor.number(in: cell), cursor.skip(UInt8(ascii: ":"), in: cell),
      let (minute, _) = cursor.number(in: cell)
    else { return nil }
    var (second, fraction): (Int, Int64) = (0, 0)
    if cursor.skip(UInt8(ascii: ":"), in: cell) {
      guard let (value, _) = cursor.number(in: cell) else { return nil }
      second = value
      if cursor.skip(UInt8(ascii: "."), in: cell) || cursor.skip(UInt8(ascii: ","), in: cell) {
        fraction = cursor.fraction(in: cell)
      }
    }
    cursor.skipBlanks(in: cell)
    if let isAfternoon = cursor.halfOfDay(in: cell) {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
      cursor.skipBlanks(in: cell)
    }
    guard hour < 24, minute < 60, second <= 60 else { return nil }
    let offset = cursor.offset(in: cell)
    // A leap second is the last instant of its minute.
    if second == 60 { (second, fraction) = (59, 999_999_999) }
    let seconds = Int64(hour * 3600 + minute * 60 + second - (offset ?? 0))
    return (seconds * 1_000_000_000 + fraction, offset != nil)
  }

  /// `Sun Jun 11 07:34:09 PDT 2017`, as C's `ctime` and Java write it.
  private static func unixDate(_ cursor: inout CSVCursor, _ cell: Span<UInt8>) -> SourceTime? {
    let words = cell.text().split(separator: " ")
    guard words.count == 6 || words.count == 5 else { return nil }
    let zone = words.count == 6 ? String(words[4]) : "UTC"
    guard let month = months.firstIndex(of: words[1].lowercased()), let date = Int(words[2]),
      let year = Int(words[words.count - 1]), let offset = zones[zone],
      let day = day(year: year, month: month + 1, day: date)
    else { return nil }
    let time = Array(words[3].utf8)
    var inner = CSVCursor(end: time.count)
    guard let (nanoseconds, _) = timeOfDay(&inner, time.span), inner.isAtEnd else { return nil }
    return instant(day: day, timeOfDay: nanoseconds - Int64(offset) * 3_600_000_000_000)
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Hours ahead of UTC of the zone names that such dates carry.
  private static let zones: [String: Int] = [
    "UTC": 0, "GMT": 0, "Z": 0, "WET": 0, "BST": 1, "WEST": 1, "CET": 1, "CEST": 2, "EET": 2,
    "EEST": 3, "MSK": 3, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6,
    "PST": -8, "PDT": -7, "AKST": -9, "AKDT": -8, "HST": -10, "JST": 9, "AEST": 10, "AEDT": 11,
    "NZST": 12, "NZDT": 13,
  ]
}
