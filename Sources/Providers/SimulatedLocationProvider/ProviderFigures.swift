import Simulation
import StreamMetrics

/// What a provider counts of its emissions between the player and the subscribers.
struct ProviderFigures: Sendable {
  /// Due, then emitted, or lost to faults or skipped when late.
  private var source = StageCounters()
  /// Emitted, then handed to every subscriber, or void since a seek came first.
  private var broadcast = StageCounters()
  /// From due to emitted, of fixes at a finite rate.
  private(set) var lateness = LatencyHistogram()
  private var rate = RateWindow()

  /// Counts what an advance of the player gave.
  ///
  /// - Parameters:
  ///   - emissions: What it emitted.
  ///   - before: The player's state before it.
  ///   - after: The player's state after it.
  ///   - now: The time on the clock.
  mutating func count(
    _ emissions: [Emission], from before: PlaybackState, to after: PlaybackState, at now: Duration
  ) {
    let lost = UInt64(after.lost - before.lost + after.skipped - before.skipped)
    let emitted = UInt64(emissions.count)
    source.offer(emitted + lost)
    source.deliver(emitted)
    source.drop(lost)
    broadcast.offer(emitted)
    rate.record(emitted, at: now)
    guard before.rate != .max else { return }
    for case .location(let update) in emissions {
      lateness.record(update.emitted - update.due)
    }
  }

  /// Counts what became of so many emissions in hand.
  mutating func tell(_ told: UInt64, of offered: UInt64) {
    broadcast.deliver(told)
    broadcast.drop(offered - told)
  }

  mutating func stages(at now: Duration) -> [StageFigures] {
    let rate = rate.rate(at: now)
    return [
      StageFigures(
        stage: .source, counters: source, rate: rate, latency: LatencySummary(lateness)),
      StageFigures(stage: .broadcast, counters: broadcast, rate: rate),
    ]
  }
}
