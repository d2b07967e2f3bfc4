/// One round over what is played, from end to end or back.
///
/// *Run* is the time played since the player was made, over all rounds; it only rises.
struct Round: Hashable, Sendable {
  /// Counted from 1.
  var number = 1
  /// Whether the trace runs forward.
  var isForward = true
  /// The position where the range begins.
  var lower: Int64 = 0
  /// The position where the range ends.
  var upper: Int64 = 0
  /// The run at which the round starts.
  var startRun: Int64 = 0
  /// Source time, since the start of the whole and over all rounds, at which the round starts.
  var startOffset: Int64 = 0

  /// The run at which the round ends.
  var endRun: Int64 { startRun + (upper - lower) }

  /// The run at which a position is reached in this round.
  @inline(__always)
  func run(ofPosition position: Int64) -> Int64 {
    startRun + (isForward ? position - lower : upper - position)
  }

  /// The position at a run, at an end when it lies beyond.
  func position(ofRun run: Int64) -> Int64 {
    let passed = min(max(0, run - startRun), upper - lower)
    return isForward ? lower + passed : upper - passed
  }

  /// Source time over all rounds of an offset in this one.
  ///
  /// - Parameters:
  ///   - offset: Source time since the start of the whole.
  ///   - ends: The offsets at the range's two ends.
  /// - Returns: Source time that rises from round to round.
  @inline(__always)
  func output(ofOffset offset: Int64, ends: (lower: Int64, upper: Int64)) -> Int64 {
    startOffset + (isForward ? offset - ends.lower : ends.upper - offset)
  }

  /// The round after this.
  ///
  /// - Parameters:
  ///   - span: Source time from one end of the range to the other.
  ///   - seam: Time between the last fix of a round and the first of the next.
  ///   - bounces: Whether the direction changes; there is no seam then.
  /// - Returns: The round.
  func next(span: Int64, seam: Int64, bounces: Bool) -> Round {
    var round = self
    round.number += 1
    round.isForward = bounces ? !isForward : true
    round.startRun = endRun + (bounces ? 0 : seam)
    round.startOffset = startOffset + span + (bounces ? 0 : seam)
    return round
  }
}
