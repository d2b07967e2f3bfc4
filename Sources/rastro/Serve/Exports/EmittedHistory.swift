import DashboardProtocol
import Providers
import Simulation
import Synchronization
import TraceFormats
import Tracks

/// The newest fixes that were emitted, kept for exports: a bounded number of all vehicles together.
final class EmittedHistory: Sendable {
  /// How many fixes are kept.
  static let limit = 200_000

  private struct State {
    var updates: [LocationUpdate] = []
    var start = 0
  }

  private let state = Mutex(State())

  /// Takes over an emission; called in the provider's loop.
  func append(_ emission: Emission) {
    guard case .location(let update) = emission else { return }
    state.withLock { state in
      if state.updates.count < Self.limit {
        state.updates.append(update)
      } else {
        state.updates[state.start] = update
        state.start = (state.start + 1) % Self.limit
      }
    }
  }

  /// Forgets everything: other vehicles have the numbers now.
  func removeAll() {
    state.withLock { $0 = State() }
  }

  /// What was emitted as a trace with a track a vehicle, a segment for each stretch without a seek.
  func trace(of vehicles: VehicleIndex) -> Trace {
    let updates = state.withLock { $0.updates[$0.start...] + $0.updates[..<$0.start] }
    var tracks = vehicles.entries.map { Track(name: $0.name) }
    var generations = [UInt32?](repeating: nil, count: tracks.count)
    for update in updates {
      let number = Int(update.vehicle)
      guard tracks.indices.contains(number) else { continue }
      if generations[number] != update.generation {
        tracks[number].segments.append(TrackSegment())
        generations[number] = update.generation
      }
      let last = tracks[number].segments.count - 1
      tracks[number].segments[last].fixes.append(update.fix)
    }
    var trace = Trace(format: .gpx, name: "Emitted by rastro")
    trace.tracks = tracks.filter { !$0.segments.isEmpty }
    return trace
  }
}
