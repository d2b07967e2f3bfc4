import Foundation
import LiveModels
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

  /// How a player is set, with what stands in files.
  ///
  /// - Parameter defaultLoop: What happens at the end when the command line does not say.
  /// - Returns: The options.
  /// - Throws: `Failure` with status 65 or 66 when a file of geofences or a scenario is not there or
  ///   wrong.
  func simulationOptions(
    defaultLoop: LoopMode
  ) async throws(Failure) -> Simulation.PlaybackOptions {
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
    options.events.speedLimit = speedLimit?.metersPerSecond
    options.events.tickInterval = tick?.interval
    for path in geofences {
      let fences = try await Self.read(path) { bytes throws(PlaybackError) in
        try Geofence.geofences(geoJSON: bytes)
      }
      for fence in fences {
        guard !options.events.geofences.contains(where: { $0.id == fence.id }) else {
          throw Failure(
            .badData, file: path, "the id '\(fence.id)' stands twice; give each fence its own")
        }
        options.events.geofences.append(fence)
      }
    }
    if let scenario {
      options.scenario = try await Self.read(scenario) { bytes throws(PlaybackError) in
        try Scenario(json: bytes)
      }
    }
    return options
  }

  private static func read<Value>(
    _ path: String, _ parse: ([UInt8]) throws(PlaybackError) -> Value
  ) async throws(Failure) -> Value {
    let bytes: [UInt8]
    do {
      bytes = try await FileThread.run {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      }
    } catch {
      throw Failure(.noInput, file: path, "cannot be read; check its name")
    }
    do {
      return try parse(bytes)
    } catch {
      throw Failure(.badData, file: path, line: error.line, error.message)
    }
  }
}
