/// How source time since the start stands to the time that is played, when gaps are shortened.
struct PositionMap: Hashable, Sendable {
  /// A stretch of source time that is played in less.
  struct Cut: Hashable, Sendable {
    var offsetStart: Int64
    var offsetEnd: Int64
    var positionStart: Int64
    var positionEnd: Int64
  }

  /// The shortened stretches, in order.
  private(set) var cuts: [Cut] = []

  /// Shortens a stretch that comes after all so far.
  mutating func cut(from start: Int64, to end: Int64, played: Int64) {
    let positionStart = position(ofOffset: start)
    cuts.append(
      Cut(
        offsetStart: start, offsetEnd: end, positionStart: positionStart,
        positionEnd: positionStart + played))
  }

  /// The position at which an offset is played.
  func position(ofOffset offset: Int64) -> Int64 {
    let next = cuts.partitionIndex { $0.offsetStart > offset }
    guard next > 0 else { return offset }
    let cut = cuts[next - 1]
    if offset >= cut.offsetEnd { return cut.positionEnd + (offset - cut.offsetEnd) }
    let fraction = Double(offset - cut.offsetStart) / Double(cut.offsetEnd - cut.offsetStart)
    return cut.positionStart + Int64(Double(cut.positionEnd - cut.positionStart) * fraction)
  }

  /// The offset that is played at a position; after a stretch that takes no time, its end.
  func offset(ofPosition position: Int64) -> Int64 {
    let next = cuts.partitionIndex { $0.positionStart > position }
    guard next > 0 else { return position }
    let cut = cuts[next - 1]
    if position >= cut.positionEnd { return cut.offsetEnd + (position - cut.positionEnd) }
    let fraction =
      Double(position - cut.positionStart) / Double(cut.positionEnd - cut.positionStart)
    return cut.offsetStart + Int64(Double(cut.offsetEnd - cut.offsetStart) * fraction)
  }
}
