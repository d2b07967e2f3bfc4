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
    let (load, timeline) = try await loads.value {
      let load = try await parts.library.load(ids)
      return (load, load.loaded.isEmpty ? nil : try await parts.timeline(of: load))
    }
    notice(load.failed)
    if timeline == nil, let first = load.failed.first { throw first.error }
    return try await self.load(timeline: timeline)
  }

  /// Tells everybody which traces could not be read, and why.
  func notice(_ failed: [(id: String, error: TraceError)]) {
    for (id, error) in failed {
      publish(
        EventMessage(
          kind: SimulationEvent.Kind.notice.rawValue, sequence: parts.sequence.next(),
          generation: parts.provider.state.generation,
          details: [
            JSONMember("trace", .text(id)), JSONMember("message", .text(error.description)),
          ]))
    }
  }

  /// Plays something, or nothing, instead of what is loaded, and tells which vehicles came and went.
  func load(timeline: Timeline?) async throws -> PlaybackState {
    hold(true)
    defer { hold(false) }
    let state = try await parts.playback.load(timeline)
    parts.history.removeAll()
    replaceVehicles(parts.provider.vehicles, generation: state.generation)
    publishState()
    return state
  }
}

extension ServeParts {
  /// Lays traces out in time.
  @concurrent
  func timeline(of load: TraceLoad) async throws -> Timeline {
    let names = await library.names(of: load.loaded.map(\.id))
    try Task.checkCancellation()
    return try timeline(of: load, names: names)
  }

  private func timeline(of load: TraceLoad, names: [String]) throws(PlaybackError) -> Timeline {
    let traces = zip(load.loaded, names).map { loaded, name in
      (id: loaded.0, name: name, trace: loaded.1)
    }
    return try Timeline(
      journeys: Journeys.make(of: traces, untimedSpeed: untimedSpeed), options: timelineOptions)
  }
}
