import DashboardProtocol
import Foundation
import LiveModels
import Providers
import Simulation
import StreamMetrics
import TraceFormats
import Tracks
import WebServer

/// One run of the server, from its options to its end.
struct ServeRun {
  private let options: ServeOptions
  private let clock = MonotonicClock()

  init(_ options: ServeOptions) {
    self.options = options
  }

  /// Serves until its task is cancelled, or the stated duration is over.
  func run() async throws {
    let configuration = try ServeConfiguration.make(options)
    let files = try await listTraces()
    let parts = try await makeParts()
    let handler = ServeHandler(ages: parts.socketAges)
    try await withWebServer(configuration: configuration, handler: handler) { server in
      try await parts.run(server: server, handler: handler) { hub in
        try await open(files, parts, hub)
        try Console.print("Dashboard: \(ServeConfiguration.address(options, port: server.port))")
        try await wait()
      }
    }
  }

  private func wait() async throws {
    if let duration = options.playback.duration {
      return try await clock.sleep(until: clock.now + duration)
    }
    while true { try await clock.sleep(until: clock.now + .seconds(86_400)) }
  }

  /// The files to play: those that were named, else the bundled ones.
  ///
  /// A file that was named itself has to be there; what else is missing is told and left out.
  private func listTraces() async throws(Failure) -> [TraceListing.File] {
    var operands = options.operands
    if operands.isEmpty {
      do {
        operands = [
          try InstalledDirectory.find(
            "Traces", named: options.tracesDirectory, option: "--traces")
        ]
      } catch {
        // A fleet that wanders needs none of them.
        if options.playback.fleet == nil || options.tracesDirectory != nil { throw error }
      }
    }
    var files: [TraceListing.File] = []
    if operands.contains(Inputs.standardInput) {
      throw Failure(.usage, "serve may read a trace again, so not from standard input; name a file")
    }
    for item in await Inputs.expand(operands) {
      files.append(TraceListing.File(path: try item.get()))
    }
    return files
  }

  private func makeParts() async throws -> ServeParts {
    let playback = options.playback
    var simulation = try await playback.simulationOptions(defaultLoop: .forever)
    // They need something loaded, and are set when the first traces are.
    simulation.range = nil
    simulation.start = nil
    let provider: SimulatedLocationProvider
    do {
      provider = SimulatedLocationProvider(
        playback: try Playback(timeline: nil, options: simulation), clock: clock,
        options: .init(lifecycle: .commands, waitsForSubscribers: false))
    } catch {
      throw Failure(.usage, error.message)
    }
    let now = SourceTime(secondsSince1970: Date().timeIntervalSince1970)
    return ServeParts(
      run: RunIdentifier.make(), clock: clock,
      clockOriginNanoseconds: clock.originNanoseconds, provider: provider,
      library: TraceLibrary(uploads: options.uploads), playback: await PlaybackModel(provider),
      metrics: await MetricsModel(),
      consumers: DemonstrationConsumers(
        provider: provider, clock: clock,
        policies: playback.policies.isEmpty
          ? [.newest(1), .newest(64), .oldest(64)] : playback.policies),
      feed: Broadcaster(clock: clock),
      timelineOptions: playback.timelineOptions(now: now ?? SourceTime(nanoseconds: 0)),
      untimedSpeed: playback.speed?.metersPerSecond ?? Trace.defaultUntimedSpeed,
      geofences: EncodedJSON(unchecked: Array(Geofence.geoJSON(simulation.events.geofences).utf8)),
      tiles: options.tiles, hertz: playback.hz ?? 10, stale: options.stale, gone: options.gone)
  }

  // MARK: Opening

  /// Opens the dashboard part by part: what can be played plays, what cannot is said.
  private func open(
    _ files: [TraceListing.File], _ parts: ServeParts, _ hub: DashboardHub
  ) async throws {
    let started = clock.now
    let sections = DashboardOpening {
      _ = try await parts.library.add(files)
      return await parts.library.catalogue
    } tracks: {
      try await parts.library.load(parts.library.catalogue.map(\.id))
    } fleet: {
      try await play(parts, hub)
    } metrics: {
      await parts.readMetrics(hub)
      return await parts.metrics.stages
    }
    for try await section in sections {
      var isLast = false
      switch section {
      case .overview: break
      case .tracks(let load): try await report(load, parts)
      case .fleet: break
      case .metrics: isLast = true
      }
      await parts.metrics.noteSection(at: clock.now - started, isLast: isLast)
    }
  }

  /// Says which files could not be read, and ends the run when that is all of them.
  private func report(_ load: TraceLoad, _ parts: ServeParts) async throws {
    var failures: [Failure] = []
    for (id, error) in load.failed {
      failures.append(
        Failure(error, file: await parts.library.entry(id)?.path ?? id))
    }
    if load.loaded.isEmpty, let last = failures.popLast() {
      for failure in failures { Console.report(failure) }
      throw last
    }
    for failure in failures { Console.report("\(failure); it is left out") }
  }

  /// Loads what the command line asks for and plays it.
  private func play(_ parts: ServeParts, _ hub: DashboardHub) async throws -> [Vehicle] {
    let ids = await parts.library.catalogue.filter { $0.error == nil }.map(\.id)
    let playback = options.playback
    do {
      if let count = playback.fleet {
        _ = try await hub.load(timeline: try await fleet(count, along: ids, parts))
      } else if ids.isEmpty {
        return []
      } else {
        _ = try await hub.load(ids)
      }
      if let range = playback.range { _ = try await parts.playback.setRange(range) }
      if let start = playback.startAt { _ = try await parts.playback.seek(to: start) }
      if !playback.startPaused { _ = try await parts.playback.play() }
    } catch let error as PlaybackError {
      throw Failure(.badData, error.message)
    }
    return parts.provider.vehicles
  }

  /// A generated fleet, along the traces that were named, or wandering when none was.
  @concurrent
  private func fleet(
    _ count: Int, along ids: [String], _ parts: ServeParts
  ) async throws -> Timeline {
    var tracks: [Track] = []
    if !options.operands.isEmpty {
      for (_, trace) in try await parts.library.load(ids).loaded { tracks += trace.playableTracks }
    }
    return try Timeline(
      fleet: FleetOptions(count: count, seed: options.playback.seed), along: tracks,
      options: parts.timelineOptions)
  }
}
