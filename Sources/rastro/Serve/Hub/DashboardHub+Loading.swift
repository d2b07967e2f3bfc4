import DashboardProtocol
import LiveModels
import Providers
import Simulation
import TraceFormats
import WebServer

extension DashboardHub {
  /// Plays traces instead of what is loaded; a newer load ends this one.
  ///
  /// - Parameter ids: Their ids in the catalogue.
  /// - Returns: The state after it.
  /// - Throws: `TraceError` when none can be read, `PlaybackError`, or `CancellationError`.
  func load(_ ids: [String]) async throws -> PlaybackState {
    let parts = self.parts
    let timeline = try await loads.value { try await parts.timeline(of: ids) }
    return try await load(timeline: timeline)
  }

  /// Plays something, or nothing, instead of what is loaded, and tells which vehicles came and went.
  func load(timeline: Timeline?) async throws -> PlaybackState {
    hold(true)
    defer { hold(false) }
    let state = try await parts.playback.load(timeline)
    replaceVehicles(parts.provider.vehicles, generation: state.generation)
    publishState(state)
    return state
  }
}

extension ServeParts {
  /// Reads traces and lays them out in time.
  @concurrent
  func timeline(of ids: [String]) async throws -> Timeline {
    let load = try await library.load(ids)
    if load.loaded.isEmpty, let first = load.failed.first { throw first.error }
    var traces: [(id: String, name: String, trace: Trace)] = []
    for (id, trace) in load.loaded {
      traces.append((id, await library.entry(id)?.name ?? id, trace))
    }
    try Task.checkCancellation()
    return try Timeline(
      journeys: Journeys.make(of: traces, untimedSpeed: untimedSpeed), options: timelineOptions)
  }
}
