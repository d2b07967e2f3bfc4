import Tracks

extension Playback {
  /// Tells of commands.
  mutating func announce(into emissions: inout [Emission]) {
    for announcement in announcements {
      let run = min(announcement.run, round.endRun)
      emit(
        announcement.kind, run: run, time: outputTime(run: run), details: announcement.details,
        into: &emissions)
    }
    announcements.removeAll()
  }

  /// Tells the state of each vehicle at a new place.
  mutating func tellState(until end: Int, into emissions: inout [Emission]) {
    guard let timeline, let first = snapshotVehicle else { return }
    let run = min(pace.run(at: now), round.endRun)
    let position = round.position(ofRun: run)
    var vehicle = first
    while vehicle < timeline.vehicles.count, emissions.count < end {
      tellState(of: vehicle, position, run: run, into: &emissions)
      vehicle += 1
    }
    snapshotVehicle = vehicle < timeline.vehicles.count ? vehicle : nil
    if snapshotVehicle == nil { snapshotItem = nil }
  }

  private mutating func tellState(
    of vehicle: Int, _ position: Int64, run: Int64, into emissions: inout [Emission]
  ) {
    guard let timeline else { return }
    let lostAfter = eventOptions.lostAfter.wholeNanoseconds
    if let item = snapshotItem, let fix = timeline.fix(ofItem: item, lostAfter: lostAfter),
      fix.vehicle == vehicle
    {
      deliver(fix.fix, of: vehicle, offset: fix.offset, original: fix.original, run, &emissions)
    } else if var fix = timeline.fix(of: vehicle, at: position, lostAfter: lostAfter) {
      let offset = timeline.offset(ofPosition: position)
      let original = fix.marks.isDisjoint(with: [.derivedTime, .interpolated]) ? fix.time : nil
      fix.time = nil
      deliver(fix, of: vehicle, offset: offset, original: original, run, &emissions)
    }
  }

  /// Emits the fix at the cursor and moves on.
  mutating func takeItem(run: Int64, into emissions: inout [Emission]) {
    guard let timeline else { return }
    let lostAfter = eventOptions.lostAfter.wholeNanoseconds
    let item = timeline.fix(ofItem: cursor, lostAfter: lostAfter)
    cursor += round.isForward ? 1 : -1
    guard let item else { return }
    deliver(
      item.fix, of: item.vehicle, offset: item.offset, original: item.original, run, &emissions)
    if item.nextPosition == nil, round.isForward, run < round.endRun {
      emit(
        .ended, run: run, vehicle: UInt32(item.vehicle), time: outputTime(run: run),
        coordinate: item.fix.coordinate, into: &emissions)
    }
  }

  /// Emits what was held back.
  mutating func release(run: Int64, into emissions: inout [Emission]) {
    guard let (_, element) = held.removeFirst() else { return }
    switch element {
    case .fix(let vehicle, let fix, let original):
      emit(fix, of: vehicle, original: original, run: run, into: &emissions)
    }
  }

  /// Puts a fix on its way out, its time that of this round.
  private mutating func deliver(
    _ fix: Fix, of vehicle: Int, offset: Int64, original: SourceTime?, _ run: Int64,
    _ emissions: inout [Emission]
  ) {
    guard let timeline else { return }
    var fix = fix
    fix.time = SourceTime(
      nanoseconds: timeline.origin + round.output(ofOffset: offset, ends: outputEnds))
    if !round.isForward, let course = fix.course {
      fix.course = Degrees.wrappedCourse(course + 180)
    }
    emit(fix, of: UInt32(vehicle), original: original, run: run, into: &emissions)
  }

  private mutating func emit(
    _ fix: Fix, of vehicle: UInt32, original: SourceTime?, run: Int64,
    into emissions: inout [Emission]
  ) {
    newest[Int(vehicle)] = fix
    let stamps = stamps(run: run)
    emissions.append(
      .location(
        LocationUpdate(
          vehicle: vehicle, fix: fix, original: original, sequence: nextSequence(),
          generation: generation, due: stamps.due, emitted: stamps.emitted)))
  }

  /// Emits an event.
  mutating func emit(
    _ kind: SimulationEvent.Kind, run: Int64, vehicle: UInt32? = nil, time: SourceTime?,
    coordinate: Coordinate? = nil, details: [SimulationEvent.Detail] = [],
    into emissions: inout [Emission]
  ) {
    emissions.append(
      .event(
        SimulationEvent(
          kind: kind, sequence: nextSequence(), generation: generation, vehicle: vehicle,
          time: time, coordinate: coordinate, details: details,
          emitted: stamps(run: run).emitted)))
  }

  /// When something is due and when it leaves, on the injected clock.
  private func stamps(run: Int64) -> (due: Duration, emitted: Duration) {
    guard let deadline = pace.deadline(ofRun: run) else {
      return (.nanoseconds(run), .nanoseconds(run))
    }
    // What is told at a standstill is due when it is asked for.
    return (.nanoseconds(pace.isRunning ? min(deadline, now) : now), .nanoseconds(now))
  }

  /// Source time at a run as it leaves, through the seam of a loop too.
  func outputTime(run: Int64) -> SourceTime? {
    guard let timeline else { return nil }
    let position = round.position(ofRun: run)
    let output = round.output(ofOffset: timeline.offset(ofPosition: position), ends: outputEnds)
    let beyond = max(0, run - round.endRun)
    return SourceTime(nanoseconds: timeline.origin + output + beyond)
  }
}
