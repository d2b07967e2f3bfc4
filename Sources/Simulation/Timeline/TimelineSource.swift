import Tracks

/// Where the fixes of a timeline come from.
enum TimelineSource: Sendable {
  /// Recorded journeys, their fixes as they are.
  case recorded(RecordedLanes)
  /// Recorded journeys, their fixes worked out at even steps.
  case resampled(RecordedLanes, FixGrid)
  /// A generated fleet, its fixes at even steps.
  case fleet(Fleet, FixGrid)

  /// The number of fixes.
  var count: Int {
    switch self {
    case .recorded(let lanes): lanes.count
    case .resampled(_, let grid), .fleet(_, let grid): grid.count
    }
  }

  /// The position of the end.
  var duration: Int64 {
    switch self {
    case .recorded(let lanes), .resampled(let lanes, _): lanes.duration
    case .fleet(let fleet, _): fleet.duration
    }
  }
}

/// A fix in the merged time order, before its signal goes wrong.
struct TimelineFix {
  /// The vehicle's number.
  var vehicle: Int
  /// Counts the vehicle's fixes from 0.
  var ordinal: Int
  /// The fix; its time is not yet that which leaves.
  var fix: Fix
  /// Source time since the start, in nanoseconds.
  var offset: Int64
  /// How much its time is ahead of the clock, in nanoseconds: 0 but in a recording of faults.
  var clockError: Int64 = 0
  /// The time that was recorded, or nil when none was.
  var original: SourceTime?
  /// What was out of the ordinary between the vehicle's fix before and this, or nil.
  var arrival: Lane.Link?
  /// What is out of the ordinary between this and the vehicle's next fix, or nil.
  var departure: Lane.Link?
  /// Nanoseconds that are played between the vehicle's fix before and this, or nil at the first.
  var sincePrevious: Int64?
  /// Nanoseconds that are played between this and the vehicle's next fix, or nil at the last.
  var untilNext: Int64?

  /// The fix as it is met when the trace runs backward.
  var reversed: TimelineFix {
    var fix = self
    (fix.arrival, fix.departure) = (departure, arrival)
    (fix.sincePrevious, fix.untilNext) = (untilNext, sincePrevious)
    fix.fix.reverseCourse()
    return fix
  }
}

extension Timeline {
  /// The position of a fix by its place in the merged time order.
  @inline(__always)
  func position(ofItem item: Int) -> Int64 {
    switch source {
    case .recorded(let lanes): lanes.position(ofItem: item)
    case .resampled(_, let grid), .fleet(_, let grid): grid.position(ofItem: item)
    }
  }

  /// The place in the merged time order of the first fix at or after a position, or after it.
  func firstItem(from position: Int64, after: Bool = false) -> Int {
    switch source {
    case .recorded(let lanes): lanes.firstItem(from: position, after: after)
    case .resampled(_, let grid), .fleet(_, let grid):
      grid.firstItem(from: position, after: after)
    }
  }

  /// Source time since the start at a position.
  func offset(ofPosition position: Int64) -> Int64 {
    switch source {
    case .recorded(let lanes), .resampled(let lanes, _): lanes.map.offset(ofPosition: position)
    case .fleet: position
    }
  }

  /// The position at source time since the start.
  func position(ofOffset offset: Int64) -> Int64 {
    switch source {
    case .recorded(let lanes), .resampled(let lanes, _): lanes.map.position(ofOffset: offset)
    case .fleet: offset
    }
  }

  /// The fix at a place in the merged time order, or nil where the vehicle has none at that step.
  func fix(ofItem item: Int, lostAfter: Int64) -> TimelineFix? {
    switch source {
    case .recorded(let lanes):
      let (lane, index) = lanes.entry(item)
      return lanes.fix(lane: lane, index: index)
    case .resampled(let lanes, let grid):
      return lanes.fix(ofItem: item, grid, interpolation: interpolation, lostAfter: lostAfter)
    case .fleet(let fleet, let grid): return fleet.fix(ofItem: item, grid)
    }
  }

  /// A vehicle's fixes in order.
  func fixes(of vehicle: Int) -> [TimelineFix] {
    switch source {
    case .recorded(let lanes):
      lanes.lanes[vehicle].fixes.indices.map { lanes.fix(lane: vehicle, index: $0) }
    case .resampled(_, let grid), .fleet(_, let grid):
      (0..<grid.steps).compactMap { fix(ofItem: $0 * grid.vehicles + vehicle, lostAfter: .max) }
    }
  }

  /// A vehicle's fix at a position: a recorded one, or one that is worked out; nil where it has none.
  func fix(of vehicle: Int, at position: Int64, lostAfter: Int64) -> Fix? {
    switch source {
    case .recorded(let lanes), .resampled(let lanes, _):
      let lane = lanes.lanes[vehicle]
      let place = lane.place(
        at: position, offset: lanes.map.offset(ofPosition: position), lostAfter: lostAfter)
      return lane.fix(at: place, interpolation: interpolation)
    case .fleet(let fleet, _): return fleet.fix(of: vehicle, at: position)
    }
  }
}

extension Fleet {
  fileprivate func fix(ofItem item: Int, _ grid: FixGrid) -> TimelineFix {
    let (step, vehicle) = item.quotientAndRemainder(dividingBy: grid.vehicles)
    let position = grid.position(ofItem: item)
    var result = TimelineFix(
      vehicle: vehicle, ordinal: step, fix: fix(of: vehicle, at: position), offset: position)
    if step > 0 { result.sincePrevious = position - grid.position(ofItem: item - grid.vehicles) }
    if step + 1 < grid.steps {
      result.untilNext = grid.position(ofItem: item + grid.vehicles) - position
    }
    return result
  }
}

extension RecordedLanes {
  @inline(__always)
  fileprivate func fix(lane number: Int, index: Int) -> TimelineFix {
    let lane = lanes[number]
    let position = lane.positions[index]
    return TimelineFix(
      vehicle: number, ordinal: index, fix: lane.markedFix(index), offset: lane.offsets[index],
      clockError: lane.clockError(of: index), original: lane.recordedTime(of: index),
      arrival: lane.link(after: index - 1),
      departure: lane.link(after: index),
      sincePrevious: index > 0 ? position - lane.positions[index - 1] : nil,
      untilNext: index + 1 < lane.positions.count ? lane.positions[index + 1] - position : nil)
  }

  fileprivate func fix(
    ofItem item: Int, _ grid: FixGrid, interpolation: Interpolation, lostAfter: Int64
  ) -> TimelineFix? {
    let (step, number) = item.quotientAndRemainder(dividingBy: grid.vehicles)
    let lane = lanes[number]
    let position = grid.position(ofItem: item)
    let offset = map.offset(ofPosition: position)
    let place = lane.place(at: position, offset: offset, lostAfter: lostAfter)
    let index: Int
    switch place {
    case .before, .held, .absent, .ended: return nil
    case .fix(let fix): index = fix
    case .between(let fix, _): index = fix
    }
    guard let fix = lane.fix(at: place, interpolation: interpolation) else { return nil }
    let isRecorded = lane.positions[index] == position
    var result = TimelineFix(vehicle: number, ordinal: step, fix: fix, offset: offset)
    if isRecorded { result.original = lane.recordedTime(of: index) }
    if step > 0 {
      let previous = grid.position(ofItem: item - grid.vehicles)
      if previous >= lane.positions[0] { result.sincePrevious = position - previous }
      result.arrival = lane.firstLink(from: previous, until: position)
    }
    if step + 1 < grid.steps, let last = lane.positions.last {
      let next = grid.position(ofItem: item + grid.vehicles)
      if next <= last { result.untilNext = next - position }
      result.departure = lane.firstLink(from: position, until: next)
    }
    return result
  }
}

extension Lane {
  /// The first thing out of the ordinary between the fix at or before a position and another position.
  fileprivate func firstLink(from start: Int64, until end: Int64) -> Link? {
    guard !links.isEmpty else { return nil }
    let index = lastIndex(atOrBefore: start)
    let place = links.partitionIndex { $0.index >= index }
    guard place < links.count, positions[links[place].index] < end else { return nil }
    return links[place]
  }
}
