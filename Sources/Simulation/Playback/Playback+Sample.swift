public import Tracks

extension Playback {
  /// Fills in where every vehicle is at the playhead.
  ///
  /// Every position is that of this instant, worked out between the fixes as the timeline's
  /// interpolation says, and moved by the noise of this instant: at the time of a fix it is where the
  /// fix is. While a fault is in force that makes other movements arrive than were made (all but
  /// `duplicate` and `skew`), a vehicle is shown where its newest fix to arrive puts it, as a receiver
  /// would show it. A vehicle is left out before its first fix, where it is nowhere in a gap, and while
  /// its signal is lost. After its last fix it stands there without a speed.
  ///
  /// - Parameters:
  ///   - elapsed: The time on the injected clock.
  ///   - sample: What it holds is replaced; its storage is used again.
  public func sample(at elapsed: Duration, into sample: inout FleetSample) {
    sample.emitted = elapsed
    sample.generation = generation
    guard let timeline else { return sample.removeAll() }
    let run = playhead(at: elapsed)
    let time = outputTime(run: run) ?? timeline.first
    sample.sourceTime = time
    let position = round.position(ofRun: run)
    let sinceStart = time.nanoseconds - timeline.origin
    let standsStill = status == .ended || run > round.endRun
    let isHidden = signal.hidesMovement(at: sinceStart)
    if case .fleet(let fleet, _) = timeline.source, signal.isClean, !silence.isAnyLost {
      fleet.fill(&sample, at: position, isReversed: !round.isForward, isStanding: standsStill)
      return
    }
    sample.removeAll()
    for vehicle in timeline.vehicles.indices where !silence.isLost(vehicle) {
      var fix: Fix
      if isHidden {
        guard let arrived = newest[vehicle] else { continue }
        fix = arrived
      } else {
        guard let there = timeline.fix(of: vehicle, at: position, lostAfter: lostAfter) else {
          continue
        }
        fix = there
        signal.disturb(&fix, of: vehicle, at: sinceStart)
        if !round.isForward { fix.reverseCourse() }
      }
      if standsStill { fix.speed = nil }
      sample.append(fix, of: UInt32(vehicle))
    }
  }
}

extension Fix {
  /// Turns about, as what is played backward does.
  mutating func reverseCourse() {
    course = course.map { Degrees.wrappedCourse($0 + 180) }
  }
}

extension FleetSample {
  /// Removes all vehicles and keeps the storage.
  public mutating func removeAll() {
    vehicles.removeAll(keepingCapacity: true)
    latitudes.removeAll(keepingCapacity: true)
    longitudes.removeAll(keepingCapacity: true)
    speeds.removeAll(keepingCapacity: true)
    courses.removeAll(keepingCapacity: true)
  }

  /// Adds a vehicle's position.
  public mutating func append(_ fix: Fix, of vehicle: UInt32) {
    vehicles.append(vehicle)
    latitudes.append(Int32((fix.coordinate.latitude * 1e7).rounded()))
    longitudes.append(Int32((fix.coordinate.longitude * 1e7).rounded()))
    speeds.append(Self.packed(fix.speed, scale: 100))
    courses.append(fix.course.map { UInt16(($0 * 100).rounded()) % 36_000 } ?? .max)
  }

  /// A speed as it is on the wire; the fastest that fits stands for all that is faster.
  private static func packed(_ value: Double?, scale: Double) -> UInt16 {
    guard let value else { return .max }
    return UInt16(min((value * scale).rounded(), 65_534))
  }
}
