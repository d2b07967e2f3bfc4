import Simulation
import TraceFormats
import Tracks

extension Trace {
  /// The tracks and timed waypoints in a part of the time that the tracks take; routes have no times and
  /// are left out.
  ///
  /// Offsets and fractions count from the first time in all tracks, fixes in the order of their times.
  ///
  /// - Throws: `Failure` when the tracks have no times or nothing is in the part.
  func part(_ range: PlaybackRange) throws(Failure) -> Trace {
    let times = tracks.flatMap { $0.segments.flatMap { $0.fixes.compactMap(\.time) } }.sorted()
    guard let first = times.first, let last = times.last else {
      throw Failure(.badData, "no fix has a time, which --range needs; leave --range out")
    }
    func time(of target: SeekTarget) -> SourceTime {
      switch target {
      case .time(let time): time
      case .offset(let offset): first.advanced(by: offset)
      case .fraction(let fraction): first.advanced(by: first.duration(to: last) * fraction)
      case .index(let index): times[min(index, times.count - 1)]
      }
    }
    let start = range.from.map(time)
    let end = range.to.map(time)
    var part = self
    part.tracks = tracks.map { $0.part(from: start, to: end) }.filter { $0.fixCount > 0 }
    part.routes = []
    part.waypoints = waypoints.filter { waypoint in
      guard let time = waypoint.fix.time else { return false }
      return start.map { $0 <= time } ?? true && end.map { time <= $0 } ?? true
    }
    guard !part.tracks.isEmpty else {
      throw Failure(
        .badData,
        "nothing lies in --range; the tracks last from \(first.iso8601Shortest) to "
          + last.iso8601Shortest)
    }
    return part
  }
}
