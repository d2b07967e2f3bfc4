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
      if let outgoing = state(of: vehicle, timeline, position, run: run) {
        emit(outgoing, run: run, into: &emissions)
      }
      vehicle += 1
    }
    snapshotVehicle = vehicle < timeline.vehicles.count ? vehicle : nil
    if snapshotVehicle == nil { snapshotItem = nil }
  }

  /// The fix that tells where a vehicle is at a new place, or nil where it has none or none comes
  /// through.
  private func state(
    of vehicle: Int, _ timeline: Timeline, _ position: Int64, run: Int64
  ) -> Outgoing? {
    var fix: Fix
    var offset = timeline.offset(ofPosition: position)
    var clockError: Int64 = 0
    var original: SourceTime?
    if let item = snapshotItem, let asked = timeline.fix(ofItem: item, lostAfter: lostAfter),
      asked.vehicle == vehicle
    {
      (fix, offset, original) = (asked.fix, asked.offset, asked.original)
      clockError = asked.clockError
    } else if let there = timeline.fix(of: vehicle, at: position, lostAfter: lostAfter) {
      fix = there
      if fix.marks.isDisjoint(with: [.derivedTime, .interpolated]) { original = fix.time }
    } else {
      return nil
    }
    let time = round.output(ofOffset: offset, ends: outputEnds)
    guard !signal.isOut(at: time) else { return nil }
    fix.time = timeline.time(ofOutput: time + clockError)
    if !round.isForward { fix.reverseCourse() }
    signal.disturb(&fix, of: vehicle, at: time)
    return Outgoing(vehicle: vehicle, fix: fix, original: original, untilNext: .max)
  }

  /// Counts ticks from the playhead on.
  mutating func restartTicks() {
    nextTick = tickInterval.map { (pace.anchorRun + $0, 1) }
  }

  /// Tells that so much more has been played.
  mutating func takeTick(run: Int64, into emissions: inout [Emission]) {
    guard let tickInterval, let index = nextTick?.index else { return }
    nextTick = (run + tickInterval, index + 1)
    emit(
      .tick, run: run, time: outputTime(run: run), details: [.init("index", .integer(index))],
      into: &emissions)
  }

  /// Sends the fix at the cursor on its way, and moves on.
  mutating func takeItem(run: Int64, into emissions: inout [Emission]) {
    guard let timeline else { return }
    let found = timeline.fix(ofItem: cursor, lostAfter: lostAfter)
    cursor += round.isForward ? 1 : -1
    guard let found else { return }
    let item = round.isForward ? found : found.reversed
    let time = round.output(ofOffset: item.offset, ends: outputEnds)
    var outgoing = Outgoing(
      vehicle: item.vehicle, fix: item.fix, original: item.original, arrival: item.arrival,
      departure: item.departure, untilNext: item.untilNext)
    outgoing.fix.time = timeline.time(ofOutput: time + item.clockError)
    signal.disturb(&outgoing.fix, of: item.vehicle, at: time)
    var arrival = run
    if signal.faults.isEmpty {
      emit(outgoing, run: run, into: &emissions)
    } else {
      arrival = send(outgoing, ordinal: item.ordinal, time: time, run: run, into: &emissions)
    }
    if item.untilNext == nil, round.isForward, run < round.endRun {
      hold(.end(vehicle: item.vehicle, item.fix.coordinate), until: arrival, from: run, &emissions)
    }
  }

  /// Sends a fix through the faults; returns the run at which it arrives.
  private mutating func send(
    _ outgoing: Outgoing, ordinal: Int, time: Int64, run: Int64, into emissions: inout [Emission]
  ) -> Int64 {
    let fate = signal.fate(
      of: outgoing.fix,
      FaultState.Circumstances(
        vehicle: outgoing.vehicle,
        counter: Int64(ordinal) | Int64(round.number) << 40, time: time, run: run,
        untilNext: outgoing.untilNext))
    var outgoing = outgoing
    outgoing.fix = fate.fix
    for _ in 0..<fate.copies {
      hold(.fix(outgoing), until: run + fate.delay, from: run, &emissions)
    }
    if fate.copies == 0 {
      lost += 1
      // The next fix to arrive has not come straight from the one before.
      if outgoing.arrival?.passage ?? .moves != .moves { isSevered[outgoing.vehicle] = true }
      expectSilence(of: outgoing.vehicle)
    }
    return run + fate.delay
  }

  /// Holds something back, or lets it go at once when it need not wait.
  private mutating func hold(
    _ element: Held, until later: Int64, from run: Int64, _ emissions: inout [Emission]
  ) {
    guard later > run else { return release(element, run: run, into: &emissions) }
    if case .fix = element { heldFixes += 1 }
    held.insert(element, run: later)
  }

  /// Lets go what was held back the longest.
  mutating func releaseFirst(run: Int64, into emissions: inout [Emission]) {
    guard let (_, element) = held.removeFirst() else { return }
    if case .fix = element { heldFixes -= 1 }
    lastRelease = run
    release(element, run: run, into: &emissions)
  }

  private mutating func release(
    _ element: Held, run: Int64, into emissions: inout [Emission]
  ) {
    switch element {
    case .fix(let outgoing): emit(outgoing, run: run, into: &emissions)
    case .end(let vehicle, let coordinate):
      silence.excuse(vehicle, true)
      emit(
        .ended, run: run, vehicle: vehicle, time: outputTime(run: run), coordinate: coordinate,
        into: &emissions)
    case .silence(let vehicle):
      switch silence.called(vehicle, run: run) {
      case .nothing: break
      case .callAgain(let later): held.insert(.silence(vehicle: vehicle), run: later)
      case .lost:
        emit(
          .signalLost, run: run, vehicle: vehicle, time: outputTime(run: run),
          coordinate: newest[vehicle]?.coordinate, into: &emissions)
      }
    }
  }

  /// Emits a fix and what the watchers see in it.
  private mutating func emit(
    _ outgoing: Outgoing, run: Int64, into emissions: inout [Emission]
  ) {
    let vehicle = outgoing.vehicle
    var before: [Sighting] = []
    var after: [Sighting] = []
    watch(outgoing, run: run, before: &before, after: &after)
    for sighting in before { emit(sighting, of: vehicle, run: run, into: &emissions) }
    newest[vehicle] = outgoing.fix
    let stamps = stamps(run: run)
    emissions.append(
      .location(
        LocationUpdate(
          vehicle: UInt32(vehicle), fix: outgoing.fix, original: outgoing.original,
          sequence: nextSequence(), generation: generation, due: stamps.due,
          emitted: stamps.emitted)))
    for sighting in after { emit(sighting, of: vehicle, run: run, into: &emissions) }
  }

  private mutating func emit(
    _ sighting: Sighting, of vehicle: Int, run: Int64, into emissions: inout [Emission]
  ) {
    emit(
      sighting.kind, run: run, vehicle: vehicle, time: sighting.time,
      coordinate: sighting.coordinate, details: sighting.details, into: &emissions)
  }

  /// Emits an event.
  mutating func emit(
    _ kind: SimulationEvent.Kind, run: Int64, vehicle: Int? = nil, time: SourceTime?,
    coordinate: Coordinate? = nil, details: [SimulationEvent.Detail] = [],
    into emissions: inout [Emission]
  ) {
    emissions.append(
      .event(
        SimulationEvent(
          kind: kind, sequence: nextSequence(), generation: generation,
          vehicle: vehicle.map { UInt32($0) }, time: time, coordinate: coordinate,
          details: details, emitted: stamps(run: run).emitted)))
  }

  /// When something is due and when it leaves, on the injected clock.
  private func stamps(run: Int64) -> (due: Duration, emitted: Duration) {
    guard let deadline = pace.deadline(ofRun: run) else {
      return (.nanoseconds(run + virtualPause), .nanoseconds(run + virtualPause))
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
    return timeline.time(ofOutput: output + beyond)
  }
}
