public import Tracks

/// Fixes that come from outside, as emissions: numbered, and watched for what they show.
///
/// What a ``Playback`` is to journeys, this is to a receiver or another program: a value that touches no
/// clock. Here nobody knows what comes next, so that a silence is judged by elapsed time. Every event that
/// fixes bring about is told: fences, stops, speeds, lost and regained signals.
public struct Reception: Sendable {
  private let eventOptions: EventOptions
  private var sequence: UInt64 = 0
  private var motion: MotionWatcher
  private var fences: GeofenceWatcher
  private var silence: SilenceWatcher
  /// When to ask whether a vehicle's signal is lost.
  private var calls = HeldQueue<Int>()
  private var newest: [Fix?]
  private var now: Int64 = 0

  /// Makes a reception of nothing so far.
  ///
  /// - Parameters:
  ///   - vehicles: How many vehicles there are.
  ///   - events: What is watched for. A signal is lost after so much elapsed time without a fix.
  public init(vehicles: Int, events: EventOptions = EventOptions()) {
    eventOptions = events
    motion = MotionWatcher(events, vehicles: vehicles)
    fences = GeofenceWatcher(events, vehicles: vehicles)
    silence = SilenceWatcher(
      lostAfter: max(0, events.lostAfter.wholeNanoseconds), vehicles: vehicles)
    newest = Array(repeating: nil, count: vehicles)
  }

  /// The newest fix of a vehicle, or nil before the first.
  public func newestFix(of vehicle: UInt32) -> Fix? {
    newest.indices.contains(Int(vehicle)) ? newest[Int(vehicle)] : nil
  }

  /// When ``advance(to:into:)`` is due on the injected clock, or nil when nothing is to be expected.
  public var nextDeadline: Duration? { calls.firstRun.map { .nanoseconds(max(now, $0)) } }

  /// Takes a fix, which leaves as it is.
  ///
  /// - Parameters:
  ///   - fix: The fix.
  ///   - vehicle: Whose it is; of a vehicle that there is not, nothing is told.
  ///   - elapsed: The time on the injected clock; it never runs back.
  ///   - emissions: The fix and what it shows are appended.
  public mutating func receive(
    _ fix: Fix, of vehicle: UInt32, at elapsed: Duration, into emissions: inout [Emission]
  ) {
    advance(to: elapsed, into: &emissions)
    let number = Int(vehicle)
    guard newest.indices.contains(number) else { return }
    var before: [Sighting] = []
    var after: [Sighting] = []
    if silence.hear(number, run: now) {
      before.append(
        Sighting(kind: .signalRegained, time: fix.time, coordinate: fix.coordinate))
    }
    let observation = Observation(
      vehicle: number, fix: fix, isContinuous: follows(fix, newest[number]))
    fences.observe(observation, before: &before, after: &after)
    motion.observe(observation, into: &after)
    newest[number] = fix
    for sighting in before { emit(sighting, of: vehicle, into: &emissions) }
    sequence += 1
    emissions.append(
      .location(
        LocationUpdate(
          vehicle: vehicle, fix: fix, original: fix.time, sequence: sequence, generation: 0,
          due: .nanoseconds(now), emitted: .nanoseconds(now))))
    for sighting in after { emit(sighting, of: vehicle, into: &emissions) }
    if let call = silence.expectSilence(number) { calls.insert(number, run: call) }
  }

  /// Takes note that nothing comes of a vehicle any more, until its next fix.
  ///
  /// - Parameters:
  ///   - vehicle: Which.
  ///   - elapsed: The time on the injected clock.
  ///   - emissions: The lost signal is appended, if it was there.
  public mutating func lose(
    _ vehicle: UInt32, at elapsed: Duration, into emissions: inout [Emission]
  ) {
    advance(to: elapsed, into: &emissions)
    let number = Int(vehicle)
    guard newestFix(of: vehicle) != nil, silence.lose(number) else { return }
    emitLost(number, into: &emissions)
  }

  /// Tells of the silences that have become too long.
  ///
  /// - Parameters:
  ///   - elapsed: The time on the injected clock.
  ///   - emissions: The lost signals are appended.
  public mutating func advance(to elapsed: Duration, into emissions: inout [Emission]) {
    now = max(now, elapsed.wholeNanoseconds)
    while let run = calls.firstRun, run <= now, let call = calls.removeFirst() {
      switch silence.called(call.element, run: call.run) {
      case .nothing: break
      case .callAgain(let later): calls.insert(call.element, run: later)
      case .lost: emitLost(call.element, into: &emissions)
      }
    }
  }

  /// Whether a vehicle has come straight to a fix: times do not run back, and nothing is missing.
  private func follows(_ fix: Fix, _ previous: Fix?) -> Bool {
    guard let start = previous?.time, let end = fix.time else { return false }
    let passed = start.duration(to: end)
    return passed >= .zero && passed <= eventOptions.lostAfter
  }

  private mutating func emitLost(_ vehicle: Int, into emissions: inout [Emission]) {
    let last = newest[vehicle]
    emit(
      Sighting(kind: .signalLost, time: last?.time, coordinate: last?.coordinate),
      of: UInt32(vehicle), into: &emissions)
  }

  private mutating func emit(
    _ sighting: Sighting, of vehicle: UInt32, into emissions: inout [Emission]
  ) {
    sequence += 1
    emissions.append(
      .event(
        SimulationEvent(
          kind: sighting.kind, sequence: sequence, generation: 0, vehicle: vehicle,
          time: sighting.time, coordinate: sighting.coordinate, details: sighting.details,
          emitted: .nanoseconds(now))))
  }
}
