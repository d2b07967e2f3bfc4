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
    var operands = options.operands
    if operands.isEmpty {
      let bundled = try InstalledDirectory.find(
        "Traces", named: options.tracesDirectory, option: "--traces")
      operands = [bundled]
    }
    let traces = try await TraceInput.read(operands) { Console.report($0) }
    let playback = options.playback
    let speed = playback.speed?.metersPerSecond ?? Trace.defaultUntimedSpeed
    let journeys = Journeys.make(
      of: traces.map { ($0.id, $0.name, $0.trace) }, untimedSpeed: speed)
    var simulation = playback.simulationOptions(defaultLoop: .off)
    simulation.events.geofences = try await GeofenceFile.read(playback.geofences).fences
    do {
      let interval = playback.hz.map { Duration.seconds(1) / $0 }
      let timeline = try Timeline(
        journeys: journeys,
        options: playback.timelineOptions(fixInterval: interval, now: wallClock()))
      return RecordSource(
        name: operands.joined(separator: " "),
        playback: try Playback(
          timeline: timeline, options: simulation),
        vehicles: timeline.vehicles, duration: timeline.duration)
    } catch {
      throw Failure(.badData, file: operands.count == 1 ? operands[0] : nil, error.message)
    }
  }

  /// The wall clock, for `--timestamps now` alone.
  private static func wallClock() -> SourceTime {
    SourceTime(secondsSince1970: Date().timeIntervalSince1970) ?? SourceTime(nanoseconds: 0)
  }
}
