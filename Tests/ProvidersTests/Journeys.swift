import Providers
import Simulation
import Tracks

/// Journeys with one fix a step, for tests.
enum Journeys {
  static let start = SourceTime(nanoseconds: 1_700_000_000_000_000_000)

  /// A vehicle that goes east, a thousandth of a degree a fix.
  static func line(_ count: Int, every step: Duration = .seconds(1), number: Int = 0) -> Journey {
    let fixes = (0..<count).map { index in
      Fix(
        Coordinate(wrappingLatitude: Double(number), longitude: Double(index) / 1000),
        time: start.advanced(by: step * index))
    }
    return Journey(
      id: "v\(number)", name: "Vehicle \(number)",
      track: Track(segments: [TrackSegment(fixes: fixes)]))
  }

  static func fleet(_ vehicles: Int, fixes: Int, every step: Duration = .seconds(1)) -> [Journey] {
    (0..<vehicles).map { line(fixes, every: step, number: $0) }
  }

  /// The place of a fix in its line.
  static func index(_ fix: Fix) -> Int { Int((fix.coordinate.longitude * 1000).rounded()) }
}

extension SimulatedLocationProvider {
  /// A provider of journeys, for tests.
  convenience init(
    _ journeys: [Journey], clock: any ElapsedClock, rate: PlaybackRate = .times(1),
    loop: LoopMode = .off, lifecycle: ProviderLifecycle = .subscribers
  ) throws {
    var options = PlaybackOptions()
    options.rate = rate
    options.loop = loop
    let timeline = journeys.isEmpty ? nil : try Timeline(journeys: journeys)
    self.init(
      playback: try Playback(timeline: timeline, options: options), clock: clock,
      options: Options(lifecycle: lifecycle))
  }
}

extension Emission {
  /// The emission without what depends on the clock.
  var timeless: Emission {
    switch self {
    case .location(var update):
      update.due = .zero
      update.emitted = .zero
      return .location(update)
    case .event(var event):
      event.emitted = .zero
      return .event(event)
    }
  }

  var sequence: UInt64 {
    switch self {
    case .location(let update): update.sequence
    case .event(let event): event.sequence
    }
  }
}
