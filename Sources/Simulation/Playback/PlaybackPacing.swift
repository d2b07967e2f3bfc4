/// What was asked of a player over a whole run, and what came of it, however often the rate changed.
///
/// Only time that was played at a finite rate counts, and the pauses of a scenario; under `max` nothing
/// is ever late, and at a standstill nothing is asked for.
public struct PlaybackPacing: Hashable, Sendable {
  /// Nanoseconds that were played, as they would be at rate 1.
  var played: Int64 = 0
  /// Elapsed nanoseconds that this was to take.
  var asked: Int64 = 0
  /// Elapsed nanoseconds that it took.
  var taken: Int64 = 0
  /// The rates that were asked for, from the lowest to the highest; a pause is 0.
  private var rates: ClosedRange<Double>?

  /// The rate that was asked for: what was played, by the time that it was to take. So it is the mean of
  /// the rates, each weighted by how long it was to last, a pause at 0. Nil when nothing was played.
  public var askedRate: Double? {
    guard let rates, rates.lowerBound < rates.upperBound else { return rates?.lowerBound }
    return Self.rate(played, asked)
  }

  /// The rate that came of it: what was played, by the time that it took. Nil when nothing was played.
  public var achievedRate: Double? { Self.rate(played, taken) }

  /// Counts a part at one rate.
  ///
  /// - Parameters:
  ///   - run: Nanoseconds that were played.
  ///   - rate: The rate that was asked for.
  ///   - elapsed: Nanoseconds that it took.
  mutating func add(_ run: Int64, at rate: Double, in elapsed: Int64) {
    taken += max(0, elapsed)
    guard run > 0 else { return }
    played += run
    asked += rate == 1 ? run : Int64(Double(run) / rate)
    note(rate)
  }

  /// Counts a pause that was asked for.
  mutating func addPause(_ nanoseconds: Int64) {
    asked += nanoseconds
    note(0)
  }

  private mutating func note(_ rate: Double) {
    rates = rates.map { min($0.lowerBound, rate)...max($0.upperBound, rate) } ?? rate...rate
  }

  private static func rate(_ played: Int64, _ elapsed: Int64) -> Double? {
    played > 0 && elapsed > 0 ? Double(played) / Double(elapsed) : nil
  }
}
