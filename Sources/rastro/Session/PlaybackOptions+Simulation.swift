import Simulation
import TraceFormats
import Tracks

extension PlaybackOptions {
  /// How journeys are laid out in time.
  ///
  /// - Parameters:
  ///   - fixInterval: The time between two fixes that are worked out, or nil for the recorded ones.
  ///   - now: The moment the run begins, for `--timestamps now`.
  /// - Returns: The options.
  func timelineOptions(fixInterval: Duration? = nil, now: SourceTime) -> TimelineOptions {
    var options = TimelineOptions()
    options.alignment = align
    if let speed { options.untimedPace = .speed(metersPerSecond: speed.metersPerSecond) }
    options.gapPolicy = gap
    options.gapTime = gapThreshold.time
    options.gapDistance = gapThreshold.distance
    options.fixInterval = fixInterval
    options.interpolation = interpolation
    options.timestamps =
      switch timestamps {
      case .original: .original
      case .now: .starting(now)
      case .from(let time): .starting(time)
      }
    return options
  }

  /// How a player is set.
  ///
  /// - Parameter defaultLoop: What happens at the end when the command line does not say.
  /// - Returns: The options.
  func simulationOptions(defaultLoop: LoopMode) -> Simulation.PlaybackOptions {
    var options = Simulation.PlaybackOptions()
    options.rate = rate
    options.loop = loop ?? defaultLoop
    options.range = range
    // Under `max` elapsed time is the time played.
    if rate == .max { options.limit = duration }
    options.start = startAt
    options.seed = seed
    options.late = late
    options.noise = noise
    options.faults = faults
    return options
  }
}
