import Tracks

extension Playback {
  /// Lets the watchers look at a fix that is about to leave.
  mutating func watch(
    _ outgoing: Outgoing, run: Int64, before: inout [Sighting], after: inout [Sighting]
  ) {
    let (vehicle, fix) = (outgoing.vehicle, outgoing.fix)
    if let gap = outgoing.arrival, gap.isGap, !isSevered[vehicle] {
      before.append(sighting(of: gap, fix))
    }
    if silence.hear(vehicle, run: run) {
      before.append(
        Sighting(kind: .signalRegained, time: fix.time, coordinate: fix.coordinate))
    }
    let isContinuous = !isSevered[vehicle] && outgoing.arrival?.passage ?? .moves == .moves
    isSevered[vehicle] = false
    let observation = Observation(vehicle: vehicle, fix: fix, isContinuous: isContinuous)
    fences.observe(observation, before: &before, after: &after)
    motion.observe(observation, into: &after)
    watchForSilence(outgoing, &after)
  }

  private func sighting(of gap: Lane.Link, _ fix: Fix) -> Sighting {
    var details: [SimulationEvent.Detail] = [
      .init("duration_s", .number(Double(gap.duration) * 1e-9)),
      .init("length_m", .number((gap.distance * 10).rounded() / 10)),
    ]
    if gap.wait != gap.duration {
      details.append(.init("waited_s", .number(Double(gap.wait) * 1e-9)))
    }
    return Sighting(kind: .gap, time: fix.time, coordinate: fix.coordinate, details: details)
  }

  /// Prepares for a silence after a fix.
  private mutating func watchForSilence(_ outgoing: Outgoing, _ after: inout [Sighting]) {
    let vehicle = outgoing.vehicle
    let passage = outgoing.departure?.passage ?? .moves
    silence.excuse(vehicle, outgoing.untilNext == nil || passage == .stays)
    if passage == .absent, silence.lose(vehicle) {
      after.append(
        Sighting(
          kind: .signalLost, time: outgoing.fix.time, coordinate: outgoing.fix.coordinate))
    } else if !signal.faults.isEmpty || outgoing.untilNext ?? 0 > lostAfter {
      expectSilence(of: vehicle)
    }
  }

  /// Sees to it that a long silence of a vehicle is noticed.
  mutating func expectSilence(of vehicle: Int) {
    if let run = silence.expectSilence(vehicle) {
      held.insert(.silence(vehicle: vehicle), run: run)
    }
  }
}
