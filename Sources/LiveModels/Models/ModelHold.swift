import Synchronization

/// Measures how long one call holds the models' actor, since all others wait meanwhile.
public enum ModelHold {
  private static let longestNanoseconds = Atomic<Int64>(0)

  /// The longest call so far.
  public static var longest: Duration {
    .nanoseconds(longestNanoseconds.load(ordering: .relaxed))
  }

  /// Runs a call and measures it.
  @ModelActor
  static func measure<Value>(_ body: () throws -> Value) rethrows -> Value {
    let start = SuspendingClock.now
    defer {
      let (seconds, attoseconds) = (SuspendingClock.now - start).components
      longestNanoseconds.max(
        seconds * 1_000_000_000 + attoseconds / 1_000_000_000, ordering: .relaxed)
    }
    return try body()
  }
}
