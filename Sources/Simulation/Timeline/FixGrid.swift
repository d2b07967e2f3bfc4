/// Even steps of what is played, at each of which every vehicle has a fix.
struct FixGrid: Hashable, Sendable {
  /// Nanoseconds from step to step.
  let interval: Int64
  /// The position of the end.
  let duration: Int64
  /// The number of vehicles.
  let vehicles: Int

  /// Makes a grid from the start to the end; the end has a step of its own unless one is near it.
  init(interval: Int64, duration: Int64, vehicles: Int) {
    self.interval = interval
    self.duration = duration
    self.vehicles = vehicles
    let whole = Int(duration / interval)
    steps = duration % interval > interval / 10 ? whole + 2 : whole + 1
  }

  /// The number of steps.
  let steps: Int

  /// The number of fixes.
  var count: Int { steps * vehicles }

  /// The position of a fix.
  @inline(__always)
  func position(ofItem item: Int) -> Int64 { min(Int64(item / vehicles) * interval, duration) }

  /// The first fix at or after a position, or after it.
  func firstItem(from position: Int64, after: Bool) -> Int {
    (0..<steps).partitionIndex {
      let step = min(Int64($0) * interval, duration)
      return after ? step > position : step >= position
    } * vehicles
  }
}
