import Tracks

/// A fault in force: its stream of chance, its counter, and what it remembers of each vehicle.
struct FaultState: Sendable {
  let fault: Fault
  private(set) var count = 0
  let order: Int
  private let index: Int
  private var stream: RandomStream
  private let from: Int64
  private let to: Int64
  private let amount: Int64
  /// Since when and how each vehicle is frozen.
  private var frozen: [Int: (until: Int64, fix: Fix)] = [:]
  /// The run at which the newest fix of each vehicle that was put off arrives.
  private var newestArrival: [Int: Int64] = [:]

  /// Which fix it is that something may befall.
  struct Circumstances {
    var vehicle: Int
    /// Tells the vehicle's fixes of all rounds apart.
    var counter: Int64
    /// Source time since the start over all rounds, in nanoseconds.
    var time: Int64
    /// The run at which it was made.
    var run: Int64
    /// Nanoseconds until the vehicle's next fix, or nil at its last.
    var untilNext: Int64?
  }

  init(_ fault: Fault, seed: UInt64, index: Int) {
    self.fault = fault
    self.index = index
    order = Self.order(fault.kind)
    stream = Self.stream(fault.kind, seed: seed, index: index)
    from = fault.from?.wholeNanoseconds ?? .min
    to = fault.to?.wholeNanoseconds ?? .max
    amount = max(0, fault.amount.wholeNanoseconds)
  }

  /// The order in which faults strike: what alters a fix, what loses or doubles it, what delays it.
  static func order(_ kind: Fault.Kind) -> Int {
    switch kind {
    case .skew: 0
    case .jump: 1
    case .freeze: 2
    case .drop: 3
    case .duplicate: 4
    case .delay: 5
    case .jitter: 6
    case .reorder: 7
    }
  }

  private static func stream(_ kind: Fault.Kind, seed: UInt64, index: Int) -> RandomStream {
    switch kind {
    case .skew: RandomStream(seed: seed, name: "fault.skew", index: index)
    case .jump: RandomStream(seed: seed, name: "fault.jump", index: index)
    case .freeze: RandomStream(seed: seed, name: "fault.freeze", index: index)
    case .drop: RandomStream(seed: seed, name: "fault.drop", index: index)
    case .duplicate: RandomStream(seed: seed, name: "fault.duplicate", index: index)
    case .delay: RandomStream(seed: seed, name: "fault.delay", index: index)
    case .jitter: RandomStream(seed: seed, name: "fault.jitter", index: index)
    case .reorder: RandomStream(seed: seed, name: "fault.reorder", index: index)
    }
  }

  /// Takes another seed.
  mutating func reseed(_ seed: UInt64) {
    stream = Self.stream(fault.kind, seed: seed, index: index)
  }

  /// Forgets the fixes before.
  mutating func reset() {
    frozen.removeAll()
    newestArrival.removeAll()
  }

  /// Whether a time, since the start and in nanoseconds, lies in its window.
  func isInForce(at time: Int64) -> Bool { time >= from && time < to }

  /// Does to a fix what it does.
  mutating func strike(_ fate: inout Signal.Fate, _ fix: Circumstances) {
    if fault.kind == .freeze {
      freeze(&fate, fix)
      return
    }
    guard strikes(fix) else { return }
    count += 1
    switch fault.kind {
    case .freeze: break
    case .drop: fate.copies = 0
    case .duplicate: fate.copies = 2
    case .delay: fate.delay += amount
    case .jitter:
      // What is put off by chance still arrives in order.
      fate.delay += Int64(Double(amount) * stream.uniform(fix.vehicle, ~fix.counter))
      let arrival = max(fix.run + fate.delay, newestArrival[fix.vehicle] ?? .min)
      newestArrival[fix.vehicle] = arrival
      fate.delay = arrival - fix.run
    case .reorder: if let untilNext = fix.untilNext { fate.delay += untilNext + 1 }
    case .jump:
      let course = 360 * stream.uniform(fix.vehicle, ~fix.counter)
      fate.fix.coordinate = Geodesy.destination(
        from: fate.fix.coordinate, distance: fault.meters, course: course)
    case .skew:
      let drift = Int64(Double(fix.time) * fault.drift)
      fate.fix.time = fate.fix.time?.advanced(by: .nanoseconds(amount + drift))
    }
  }

  private func strikes(_ fix: Circumstances) -> Bool {
    fault.rate >= 1 || stream.uniform(fix.vehicle, fix.counter) < fault.rate
  }

  /// Repeats the position, speed and course at which the vehicle froze.
  private mutating func freeze(_ fate: inout Signal.Fate, _ fix: Circumstances) {
    if let state = frozen[fix.vehicle], fix.time < state.until {
      count += 1
      fate.fix.coordinate = state.fix.coordinate
      fate.fix.altitude = state.fix.altitude
      fate.fix.speed = state.fix.speed
      fate.fix.course = state.fix.course
    } else if strikes(fix) {
      frozen[fix.vehicle] = (fix.time + amount, fate.fix)
    } else {
      frozen[fix.vehicle] = nil
    }
  }
}

extension Fault.Kind {
  /// Whether what arrives shows another movement than what was made.
  var hidesMovement: Bool {
    switch self {
    case .drop, .delay, .jitter, .reorder, .freeze, .jump: true
    case .duplicate, .skew: false
    }
  }
}
