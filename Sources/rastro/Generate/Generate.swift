import Simulation
import TraceFormats
import Tracks

/// Writes a synthetic trace or fleet.
enum Generate {
  static func run(_ options: GenerateOptions) async throws(Failure) -> ExitStatus {
    guard let output = options.output else {
      throw Failure(.usage, "generate needs -o OUT, the file to write; see rastro generate --help")
    }
    let writer = try TraceOutput.writer(for: output)
    let done: Void?
    do {
      done = try await Interruption.cancelling {
        let timeline = try await timeline(options)
        let tracks = try await tracks(of: timeline, options)
        let omitted = try await TraceOutput.write(
          name: "fleet of \(options.fleet), seed \(options.seed)", tracks: options.fleet,
          to: output, by: writer, track: tracks)
        TraceOutput.warn(ofTracks: options.fleet, in: output, by: writer)
        guard omitted > 0 else { return }
        Console.report(
          Failure(.success, file: output, "\(omitted) points left out, which it cannot hold"))
      }
    } catch {
      throw Failure(any: error, file: output)
    }
    if done == nil {
      throw Failure(.inputOutput, file: output, "interrupted; nothing was written")
    }
    return .success
  }

  @concurrent
  private static func timeline(_ options: GenerateOptions) async throws -> Timeline {
    var roads: [Track] = []
    if !options.operands.isEmpty {
      let traces = try await TraceInput.read(options.operands) { Console.report($0) }
      roads = traces.flatMap { $0.trace.playableTracks }
    }
    var layout = TimelineOptions()
    layout.fixInterval = .seconds(1) / options.hz
    let fleet = FleetOptions(
      count: options.fleet, seed: options.seed, duration: options.duration, start: options.start)
    do {
      return try Timeline(fleet: fleet, along: roads, options: layout)
    } catch {
      throw Failure(.usage, error.message)
    }
  }

  /// How the track of each vehicle is made: as it was driven, or as a bad signal shows it.
  @concurrent
  private static func tracks(
    of timeline: Timeline, _ options: GenerateOptions
  ) async throws -> @Sendable (Int) -> Track {
    guard options.noise != .none || !options.faults.isEmpty else {
      return { timeline.track(of: UInt32($0)) }
    }
    var settings = Simulation.PlaybackOptions()
    settings.rate = .max
    settings.seed = options.seed
    settings.noise = options.noise
    settings.faults = options.faults
    var playback = try Playback(timeline: timeline, options: settings)
    try playback.play(at: .zero)
    var fixes = [[Fix]](repeating: [], count: options.fleet)
    var emissions: [Emission] = []
    while playback.nextDeadline != nil {
      try Task.checkCancellation()
      playback.advance(to: .zero, limit: 4096, into: &emissions)
      for case .location(let update) in emissions { fixes[Int(update.vehicle)].append(update.fix) }
      emissions.removeAll(keepingCapacity: true)
    }
    let (received, names) = (fixes, timeline.vehicles.map(\.name))
    return { number in
      Track(name: names[number], segments: [TrackSegment(fixes: received[number])])
    }
  }
}
