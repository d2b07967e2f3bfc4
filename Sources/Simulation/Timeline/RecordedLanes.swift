import Tracks

/// Recorded journeys on one clock, ready to be played.
struct RecordedLanes: Sendable {
  /// One lane a journey, in order.
  private(set) var lanes: [Lane]
  /// The fixes of all lanes in the order of their times.
  private(set) var order: MergedOrder
  /// How gaps were shortened.
  private(set) var map = PositionMap()
  /// Source time at offset 0.
  let origin: Int64
  /// The position of the last fix.
  private(set) var duration: Int64 = 0

  /// Lays journeys out; returns nil when there is no fix in any of them.
  init?(_ journeys: [Journey], options: TimelineOptions) {
    let builders = journeys.map { LaneBuilder($0, options: options) }
    let alignment = options.alignment ?? Self.usualAlignment(builders)
    let timed = builders.filter(\.isTimed)
    let common = timed.compactMap(\.times.first).min() ?? 0
    lanes = builders.map { builder in
      builder.lane(
        reference: alignment == .recorded && builder.isTimed ? common : builder.times.first ?? 0)
    }
    // A start offset may be negative: the earliest fix is the start of all.
    guard let earliest = lanes.compactMap(\.offsets.first).min() else { return nil }
    let shift = timed.isEmpty || earliest < 0 ? min(earliest, 0) : 0
    if shift != 0 {
      for lane in lanes.indices { lanes[lane].shift(by: -shift) }
    }
    origin = (alignment == .recorded ? common : timed.first?.times.first ?? 0) + shift
    order = MergedOrder(lanes)
    shortenGaps(options)
    duration = lanes.compactMap(\.positions.last).max() ?? 0
  }

  /// As recorded where the journeys overlap in time, each with those before it; else from the start.
  private static func usualAlignment(_ builders: [LaneBuilder]) -> Alignment {
    let spans = builders.filter(\.isTimed).compactMap { builder -> (first: Int64, last: Int64)? in
      guard let first = builder.times.first, let last = builder.times.last else { return nil }
      return (first, last)
    }.sorted { $0.first < $1.first }
    var end = spans.first?.last ?? 0
    for span in spans.dropFirst() {
      if span.first > end { return .starts }
      end = max(end, span.last)
    }
    return .recorded
  }

  /// The number of fixes in all lanes.
  var count: Int { lanes.count == 1 ? lanes[0].fixes.count : order.lanes.count }

  /// The lane and the index in it of a fix, by its place in the merged order.
  @inline(__always)
  func entry(_ item: Int) -> (lane: Int, index: Int) {
    lanes.count == 1 ? (0, item) : (Int(order.lanes[item]), Int(order.indexes[item]))
  }

  /// The position of a fix by its place in the merged order.
  @inline(__always)
  func position(ofItem item: Int) -> Int64 {
    let (lane, index) = entry(item)
    return lanes[lane].positions[index]
  }

  /// The place in the merged order of the first fix at or after a position, or after it.
  func firstItem(from position: Int64, after: Bool) -> Int {
    (0..<count).partitionIndex {
      after ? self.position(ofItem: $0) > position : self.position(ofItem: $0) >= position
    }
  }
}

extension RecordedLanes {
  /// Shortens the time in which no vehicle has a fix, as the policy says.
  private mutating func shortenGaps(_ options: TimelineOptions) {
    let wait: Int64
    switch options.gapPolicy {
    case .cap(let cap): wait = max(0, cap.wholeNanoseconds)
    case .jump: wait = 0
    case .keep, .hold, .interpolate, .dropout: return
    }
    for item in 0..<max(0, count - 1) {
      let (lane, index) = entry(item)
      let (nextLane, nextIndex) = entry(item + 1)
      let (start, end) = (lanes[lane].offsets[index], lanes[nextLane].offsets[nextIndex])
      guard end - start > wait, isSilent(from: start, to: end, options) else { continue }
      map.cut(from: start, to: end, played: wait)
    }
    guard !map.cuts.isEmpty else { return }
    for lane in lanes.indices {
      lanes[lane].shorten(by: map)
    }
  }

  /// Whether the time between two neighbours of the merged order is a gap for every vehicle that is
  /// under way, or longer than a gap may be where none is.
  private func isSilent(from start: Int64, to end: Int64, _ options: TimelineOptions) -> Bool {
    var isUnderWay = false
    for lane in lanes {
      let index = lane.offsets.partitionIndex { $0 > start } - 1
      guard index >= 0, index < lane.fixes.count - 1 else { continue }
      isUnderWay = true
      guard lane.link(after: index)?.isGap == true else { return false }
    }
    return isUnderWay || end - start > options.gapTime.wholeNanoseconds
  }
}

extension RecordedLanes {
  /// The median time between two fixes of the first vehicle that has two, or a second.
  var usualInterval: Int64 {
    for lane in lanes {
      let steps = zip(lane.positions, lane.positions.dropFirst()).map { $1 - $0 }
      let intervals = steps.filter { $0 > 0 }.sorted()
      if !intervals.isEmpty { return intervals[(intervals.count - 1) / 2] }
    }
    return 1_000_000_000
  }
}

extension Lane {
  /// Plays less of the source time where the map says so.
  fileprivate mutating func shorten(by map: PositionMap) {
    positions = offsets.map(map.position(ofOffset:))
    for place in links.indices {
      let index = links[place].index
      links[place].wait = positions[index + 1] - positions[index]
    }
  }

  /// Moves all fixes to later offsets.
  fileprivate mutating func shift(by nanoseconds: Int64) {
    offsets = offsets.map { $0 + nanoseconds }
    positions = offsets
    origin = origin.map { $0 - nanoseconds }
  }
}
