/// One tick of a timer.
public struct TimerTick: Hashable, Sendable {
  /// How many intervals have passed since the timer started; 1 for the first tick.
  public var index: UInt64
  /// When the tick was due, on the injected clock.
  public var due: Duration
  /// When the timer woke for it, on the injected clock.
  public var emitted: Duration
  /// How many ticks before this one were left out because the timer woke too late.
  public var missed: UInt64

  /// Makes a tick.
  public init(index: UInt64, due: Duration, emitted: Duration, missed: UInt64 = 0) {
    self.index = index
    self.due = due
    self.emitted = emitted
    self.missed = missed
  }
}
