import Tracks

extension Trace {
  /// The trace with notes on what it lacks and what is played of it.
  ///
  /// - Returns: The trace.
  /// - Throws: `TraceError` when the file stops or breaks before its first point.
  func judged() throws(TraceError) -> Trace {
    let trackPoints = tracks.reduce(0) { $0 + $1.fixCount }
    let routePoints = routes.reduce(0) { $0 + $1.points.count }
    let points = trackPoints + routePoints + waypoints.count
    if points + positionless.count + skipped == 0,
      let note = notes.first(where: { $0.code == .truncated || $0.code == .malformed })
    {
      if note.code == .truncated {
        throw TraceError(.truncated, line: note.line, "the file stops before its first point")
      }
      var message = note.message
      if message.hasSuffix(TraceNote.keepsStart) {
        message.removeLast(TraceNote.keepsStart.count)
        message += "; no point stands before it"
      }
      throw TraceError(.malformed, line: note.line, message)
    }
    var judged = self
    if points == 0 {
      judged.notes.append(TraceNote(code: .noPositions, message: "the file has no positions"))
    } else if trackPoints == 0 {
      let what =
        routePoints > 0
        ? "its routes are played (\(routePoints) points)"
        : "its waypoints are played in order (\(waypoints.count) points)"
      judged.notes.append(TraceNote(code: .noTrack, message: "the file has no track; \(what)"))
    }
    if let note = judged.timingNote() { judged.notes.append(note) }
    return judged
  }

  private func timingNote() -> TraceNote? {
    let fixes =
      if tracks.contains(where: { $0.fixCount > 0 }) {
        tracks.flatMap(\.segments).map(\.fixes)
      } else if routes.contains(where: { !$0.points.isEmpty }) {
        routes.map(\.points)
      } else {
        [waypoints.map(\.fix)]
      }
    let count = fixes.reduce(0) { $0 + $1.count }
    let untimed = fixes.reduce(0) { $1.reduce($0) { $1.time == nil ? $0 + 1 : $0 } }
    if untimed == 0 { return nil }
    if untimed == count {
      return TraceNote(
        code: .untimed, message: "no point has a time; they are played at a stated speed",
        count: untimed)
    }
    return TraceNote(
      code: .halfTimed,
      message: "\(untimed) of \(count) points have no time; it is filled by distance",
      count: untimed)
  }
}
