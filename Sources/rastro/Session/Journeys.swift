import LiveModels
import Simulation
import TraceFormats
import Tracks

/// Makes vehicles of traces.
enum Journeys {
  /// A journey for each track of some traces, in order; ids are unique among them.
  ///
  /// - Parameters:
  ///   - traces: The traces with their ids and names.
  ///   - untimedSpeed: Metres a second for what has no times.
  /// - Returns: The journeys.
  static func make(
    of traces: [(id: String, name: String, trace: Trace)],
    untimedSpeed: Double = Trace.defaultUntimedSpeed
  ) -> [Journey] {
    var taken: Set<String> = []
    var journeys: [Journey] = []
    for (id, name, trace) in traces {
      let tracks = trace.playableTracks(untimedSpeed: untimedSpeed)
      for (index, track) in tracks.enumerated() where track.fixCount > 0 {
        let wanted =
          recordedID(track, in: trace) ?? (tracks.count == 1 ? id : "\(id)-\(index + 1)")
        var vehicle = wanted
        var number = 2
        while !taken.insert(vehicle).inserted {
          vehicle = "\(wanted)-\(number)"
          number += 1
        }
        let title = track.name ?? (tracks.count == 1 ? trace.name : nil) ?? Self.stem(of: name)
        journeys.append(Journey(id: vehicle, name: title, trace: id, track: track))
      }
    }
    return journeys
  }

  /// The id that a recording says the vehicle had, so that it is called so again.
  private static func recordedID(_ track: Track, in trace: Trace) -> String? {
    guard trace.format == .ndjson, let name = track.name else { return nil }
    return TraceIdentifier.make(from: name) { _ in false }
  }

  private static func stem(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}
