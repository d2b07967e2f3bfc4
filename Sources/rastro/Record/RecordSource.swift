import Foundation
import Simulation
import TraceFormats
import Tracks

/// What a headless run plays.
struct RecordSource {
  /// What it is, for the report.
  var name: String
  /// What is played, and how.
  var playback: Playback
  /// The vehicles.
  var vehicles: [Vehicle]
  /// The time that it takes to play the whole once at rate 1.
  var duration: Duration

  /// Reads the traces and lays them out.
  ///
  /// - Throws: `Failure` with status 65 or 66.
  static func make(_ options: RecordOptions) async throws(Failure) -> RecordSource {
    let playback = options.playback
    let (name, traces) = try await readTraces(options)
    let interval = playback.hz.map { Duration.seconds(1) / $0 }
    let layout = playback.timelineOptions(fixInterval: interval, now: wallClock())
    let simulation = try await playback.simulationOptions(defaultLoop: .off)
    do throws(PlaybackError) {
      let timeline: Timeline
      if let count = playback.fleet {
        var fleet = FleetOptions(count: count, seed: playback.seed)
        if let duration = playback.duration { fleet.duration = played(duration, playback.rate) }
        let roads = traces.flatMap { $0.trace.playableTracks }
        timeline = try Timeline(fleet: fleet, along: roads, options: layout)
      } else {
        let journeys = Journeys.make(
          of: traces.map { ($0.id, $0.name, $0.trace) },
          untimedSpeed: playback.speed?.metersPerSecond ?? Trace.defaultUntimedSpeed)
        timeline = try Timeline(journeys: journeys, options: layout)
      }
      return RecordSource(
        name: name, playback: try Playback(timeline: timeline, options: simulation),
        vehicles: timeline.vehicles, duration: timeline.duration)
    } catch {
      throw Failure(.badData, file: traces.count == 1 ? name : nil, error.message)
    }
  }

  /// The traces that are played, or the roads that a fleet drives on; none for a fleet that wanders.
  private static func readTraces(
    _ options: RecordOptions
  ) async throws(Failure) -> (name: String, traces: [TraceInput.Named]) {
    var operands = options.operands
    let fleet = options.playback.fleet
    if operands.isEmpty {
      if let fleet { return ("fleet of \(fleet)", []) }
      operands = [
        try InstalledDirectory.find(
          "Traces", named: options.tracesDirectory, option: "--traces")
      ]
    }
    let traces = try await TraceInput.read(operands) { Console.report($0) }
    let name = operands.joined(separator: " ")
    return (fleet.map { "fleet of \($0) along \(name)" } ?? name, traces)
  }

  /// How much is played in an elapsed time.
  private static func played(_ elapsed: Duration, _ rate: PlaybackRate) -> Duration {
    switch rate {
    case .times(let factor): elapsed * factor
    case .max: elapsed
    }
  }

  /// The wall clock, for `--timestamps now` alone.
  private static func wallClock() -> SourceTime {
    SourceTime(secondsSince1970: Date().timeIntervalSince1970) ?? SourceTime(nanoseconds: 0)
  }
}
