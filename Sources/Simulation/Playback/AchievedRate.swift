/// The rate that came of a player over the last seconds.
struct AchievedRate: Sendable {
  private struct Mark {
    var elapsed: Int64
    var run: Int64
  }

  /// Marks at least half a second apart; the oldest is about five seconds old.
  private var marks: [Mark] = []
  private var newest: Mark?

  /// Takes note of how far playback has come.
  mutating func update(run: Int64, at elapsed: Int64) {
    let mark = Mark(elapsed: elapsed, run: run)
    newest = mark
    guard let last = marks.last else {
      marks = [mark]
      return
    }
    guard elapsed - last.elapsed >= 500_000_000 else { return }
    marks.append(mark)
    if marks.count > 11 { marks.removeFirst() }
  }

  /// Forgets what was, since the rate or the place has changed.
  mutating func reset() {
    marks.removeAll(keepingCapacity: true)
    newest = nil
  }

  /// Seconds played a second, or nil before a tenth of a second has passed.
  var value: Double? {
    guard let first = marks.first, let newest, newest.elapsed - first.elapsed >= 100_000_000 else {
      return nil
    }
    return Double(newest.run - first.run) / Double(newest.elapsed - first.elapsed)
  }
}
