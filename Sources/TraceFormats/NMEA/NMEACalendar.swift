import Tracks

/// Finds the day of times that say only the time of day.
///
/// Days are counted from the first time of the file until a sentence names a date; that date then
/// holds for what stood before it too. A time more than 12 h before the last one is of the next day,
/// and one more than 23 h after it is a late one of the day before.
struct NMEACalendar {
  private static let hour: Int64 = 3_600_000_000_000

  /// The day of the last time, counted from the first time's day.
  private(set) var day = 0
  /// Days from 1970 to the first time's day, or nil as long as no date was named.
  private(set) var base: Int?
  private var lastTimeOfDay: Int64?
  private let rolloverReference: Int?

  init(options: ReadingOptions) {
    rolloverReference = options.weekRolloverReferenceDay
  }

  /// What a named date changed.
  enum Change {
    /// Nothing, or only what comes after.
    case none
    /// It is the first: times so far, counted from 1970, are early by these days.
    case first(days: Int)
    /// It is far from the one before.
    case far
  }

  /// Takes a time of day in nanoseconds, in the order of the file.
  mutating func take(timeOfDay: Int64) {
    if let last = lastTimeOfDay {
      if timeOfDay < last - 12 * Self.hour { day += 1 }
      if timeOfDay > last + 23 * Self.hour { day -= 1 }
    }
    lastTimeOfDay = timeOfDay
  }

  /// Takes a date, in days since 1970, that belongs to the last time taken.
  mutating func take(date: Int) -> Change {
    let previous = base
    base = date - day
    guard let previous else { return .first(days: date - day) }
    return abs(previous - (date - day)) > 366 ? .far : .none
  }

  /// The date after whole rollovers of the week counter (1024 weeks) to the nearest the reference day.
  func corrected(_ date: Int) -> Int {
    guard let rolloverReference else { return date }
    let weeks = Double(rolloverReference - date) / 7168
    return date + Int(weeks.rounded()) * 7168
  }
}
