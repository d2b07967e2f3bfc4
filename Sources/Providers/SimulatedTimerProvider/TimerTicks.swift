public import StreamMetrics

/// A cold sequence of a timer's ticks.
public typealias TimerTicks = CountedStream<TimerTick>

extension TimerTicks {
  /// Makes a sequence with a timer of its own, which runs while the sequence is iterated.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks, more than zero.
  ///   - clock: Tells when ticks are due.
  ///   - bufferingPolicy: What happens to ticks that are not asked for in time.
  public init(every interval: Duration, clock: any ElapsedClock, bufferingPolicy: BufferingPolicy) {
    self = SimulatedTimerProvider(every: interval, clock: clock)
      .ticks(bufferingPolicy: bufferingPolicy)
  }
}
