import Tracks

extension Trace {
  /// The trace with notes on what it lacks.
  ///
  /// - Returns: The trace.
  /// - Throws: `TraceError` when the file stops or breaks before its first point.
  func judged() throws(TraceError) -> Trace {
    let fixes = tracks.lazy.flatMap(\.segments).flatMap(\.fixes)
    let points = tracks.reduce(0) { $0 + $1.fixCount }
    let others = routes.reduce(0) { $0 + $1.points.count } + waypoints.count
    if points + others + positionless.count + skipped == 0,
      let note = notes.first(where: { $0.code == .truncated || $0.code == .malformed })
    {
      throw note.code == .truncated
        ? TraceError(.truncated, line: note.line, "the file stops before its first point")
        : TraceError(.malformed, line: note.line, note.message)
    }
    var judged = self
    if points + others == 0 {
      judged.notes.append(TraceNote(code: .noPositions, message: "the file has no positions"))
    }
    guard points > 0 else { return judged }
    let timed = fixes.reduce(0) { $1.time == nil ? $0 : $0 + 1 }
    if timed == 0 {
      judged.notes.append(
        TraceNote(code: .untimed, message: "no point has a time; played at a stated speed"))
    } else if timed < points {
      let message =
        "\(points - timed) of \(points) points have no time; filled by distance when played"
      judged.notes.append(
        TraceNote(code: .halfTimed, message: message, count: points - timed))
    }
    return judged
  }
}
