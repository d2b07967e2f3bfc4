/// Which ticks are due when: every deadline counts from the start, so that late wakes never add up.
struct TimerStateMachine {
  /// How many ticks are made up for at once; of more, only the newest are.
  static let catchUpLimit: UInt64 = 64

  private let start: Duration
  private let interval: Duration
  private var emittedCount: UInt64 = 0

  init(start: Duration, interval: Duration) {
    self.start = start
    self.interval = interval
  }

  var nextDeadline: Duration { start + interval * (emittedCount + 1) }

  /// The ticks due by now, oldest first.
  mutating func advance(to now: Duration) -> [TimerTick] {
    guard now >= nextDeadline else { return [] }
    let dueCount = max(emittedCount + 1, UInt64((now - start) / interval))
    let firstKept = max(emittedCount + 1, dueCount - min(dueCount, Self.catchUpLimit) + 1)
    let missed = firstKept - emittedCount - 1
    emittedCount = dueCount
    return (firstKept...dueCount).map { index in
      TimerTick(
        index: index, due: start + interval * index, emitted: now,
        missed: index == firstKept ? missed : 0)
    }
  }
}
