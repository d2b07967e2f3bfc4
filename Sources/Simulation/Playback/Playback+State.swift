public import Tracks

extension Playback {
  /// What the player is doing.
  ///
  /// - Parameter elapsed: The time on the injected clock.
  /// - Returns: A snapshot.
  public func state(at elapsed: Duration) -> PlaybackState {
    var state = PlaybackState()
    state.status = status
    state.rate = pace.rate
    state.achievedRate = status == .playing ? achieved.value : nil
    state.loop = loop
    state.generation = generation
    state.sequence = sequence
    state.skipped = skipped
    state.seed = seed
    guard let timeline else { return state }
    let run = playhead(at: elapsed)
    let position = round.position(ofRun: run)
    let time = timeline.origin + timeline.offset(ofPosition: position)
    state.lap = round.number
    state.played = .nanoseconds(run)
    state.sourceTime = SourceTime(nanoseconds: time)
    state.roundShift = SourceTime(nanoseconds: time).duration(
      to: outputTime(run: run) ?? timeline.first)
    state.first = timeline.first
    state.last = timeline.last
    state.fraction =
      timeline.end > 0 ? Double(position) / Double(timeline.end) : status == .ended ? 1 : 0
    return state
  }

  /// The run that the playhead stands at; it does not pass the end of a round before that is told.
  func playhead(at elapsed: Duration) -> Int64 {
    min(
      pace.run(at: max(now, elapsed.wholeNanoseconds)),
      round.endRun + (hasNextRound ? seam : 0))
  }

  /// Fills in where every vehicle is at the playhead.
  ///
  /// Every position is that of this instant, worked out between the fixes as the timeline's
  /// interpolation says. A vehicle has none before its first fix and where it is nowhere in a gap; after
  /// its last fix it stands there without a speed.
  ///
  /// - Parameters:
  ///   - elapsed: The time on the injected clock.
  ///   - sample: What it holds is replaced; its storage is used again.
  public func sample(at elapsed: Duration, into sample: inout FleetSample) {
    sample.removeAll()
    sample.emitted = elapsed
    sample.generation = generation
    guard let timeline else { return }
    let run = playhead(at: elapsed)
    sample.sourceTime = outputTime(run: run) ?? timeline.first
    let position = round.position(ofRun: run)
    let standsStill = status == .ended || run > round.endRun
    for vehicle in timeline.vehicles.indices {
      guard
        var fix = timeline.fix(
          of: vehicle, at: position, lostAfter: eventOptions.lostAfter.wholeNanoseconds)
      else { continue }
      if standsStill { fix.speed = nil }
      if !round.isForward { fix.course = fix.course.map { Degrees.wrappedCourse($0 + 180) } }
      sample.append(fix, of: UInt32(vehicle))
    }
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
