import Tracks

/// One vehicle's fixes on the common clock.
///
/// Offsets are nanoseconds of source time since the start of the whole; positions are nanoseconds of
/// what is played, where gaps may have been shortened. Both never fall from fix to fix.
struct Lane: Sendable {
  /// The fixes as they were recorded, and those put between them.
  var fixes: [Fix] = []
  /// Source time of each fix.
  var offsets: [Int64] = []
  /// Place of each fix in what is played.
  var positions: [Int64] = []
  /// Where the movement from one fix to the next is out of the ordinary, in order.
  var links: [Link] = []
  /// Of a recording, each fix's place among all that was emitted; else empty.
  var sequences: [UInt64] = []
  /// The recorded time at offset 0, or nil for a track without times.
  var origin: Int64?

  /// What lies between a fix and the next.
  struct Link: Hashable, Sendable {
    /// The index of the fix before.
    var index: Int
    /// Whether a segment ends here.
    var isBreak: Bool
    /// Whether it is a gap by its length.
    var isGap: Bool
    /// How the vehicle gets over it.
    var passage: Passage
    /// Metres from the fix before to the fix after.
    var distance: Double
    /// Nanoseconds of source time from the fix before to the fix after.
    var duration: Int64
    /// Nanoseconds of it that are played.
    var wait: Int64
  }

  /// How a vehicle gets from a fix to the next.
  enum Passage: Hashable, Sendable {
    /// It moves.
    case moves
    /// It stands at the fix before.
    case stays
    /// It stands at the fix before until its signal counts as lost, and is then nowhere.
    case staysUntilLost
    /// It is nowhere.
    case absent
  }

  /// Where a vehicle is at a position.
  enum Place: Hashable, Sendable {
    /// Its journey has not begun.
    case before
    /// At a fix.
    case fix(Int)
    /// Under way from a fix to the next.
    case between(Int, fraction: Double)
    /// Standing at a fix.
    case held(Int)
    /// Nowhere, since the fix.
    case absent(Int)
    /// At its last fix, its journey over.
    case ended(Int)
  }

  /// The index of the last fix at or before a position, or −1.
  func lastIndex(atOrBefore position: Int64) -> Int {
    positions.partitionIndex { $0 > position } - 1
  }

  /// What is out of the ordinary between a fix and the next, or nil.
  func link(after index: Int) -> Link? {
    guard !links.isEmpty else { return nil }
    let place = links.partitionIndex { $0.index >= index }
    return place < links.count && links[place].index == index ? links[place] : nil
  }

  /// Where the vehicle is at a position.
  ///
  /// - Parameters:
  ///   - position: Nanoseconds of what is played.
  ///   - offset: Source time at that position.
  ///   - lostAfter: Nanoseconds without a fix after which a signal counts as lost.
  /// - Returns: The place.
  func place(at position: Int64, offset: Int64, lostAfter: Int64) -> Place {
    let index = lastIndex(atOrBefore: position)
    guard index >= 0 else { return .before }
    guard positions[index] < position else { return .fix(index) }
    guard index < fixes.count - 1 else { return .ended(index) }
    switch link(after: index)?.passage ?? .moves {
    case .moves:
      let whole = positions[index + 1] - positions[index]
      return .between(index, fraction: Double(position - positions[index]) / Double(whole))
    case .stays: return .held(index)
    case .staysUntilLost:
      return offset - offsets[index] <= lostAfter ? .held(index) : .absent(index)
    case .absent: return .absent(index)
    }
  }

  /// When a fix was recorded, or nil when its time was worked out.
  func recordedTime(of index: Int) -> SourceTime? {
    fixes[index].marks.contains(.derivedTime) ? nil : fixes[index].time
  }

  /// Whether it is a recording, whose fixes leave with the times that they had.
  var isRecording: Bool { !sequences.isEmpty }

  /// How much the time of a fix is ahead of the clock when it leaves, in nanoseconds: 0 but in a
  /// recording, whose fixes had been put off, or had the wrong time.
  func clockError(of index: Int) -> Int64 {
    guard isRecording, let time = fixes[index].time, let origin else { return 0 }
    return time.nanoseconds.clampedDifference(origin).clampedDifference(offsets[index])
  }

  /// A fix with the marks that its time has earned, its time still the recorded one.
  func markedFix(_ index: Int) -> Fix {
    var fix = fixes[index]
    guard !isRecording || fix.time == nil, !fix.marks.contains(.interpolated) else { return fix }
    // A time that was raised to that of the fix before it, or never recorded, was worked out.
    if let time = fix.time, let origin, time.nanoseconds &- origin == offsets[index] { return fix }
    fix.marks.insert(.derivedTime)
    return fix
  }
}

extension RandomAccessCollection where Index == Int {
  /// The index of the first element of which a condition holds that, once true, stays true.
  func partitionIndex(_ isSecondPart: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
