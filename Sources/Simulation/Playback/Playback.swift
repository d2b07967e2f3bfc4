public import Tracks

/// A player: takes commands and the elapsed time, gives the fixes and events that are due.
///
/// It is a value that touches no clock. Whoever drives it calls ``advance(to:limit:into:)`` when
/// ``nextDeadline`` has come and after each command. Every deadline is worked out from an anchor, as
/// `start + (source time − first) / rate`; play, rate change, seek and pause set a new anchor, without
/// a jump of position or time.
///
/// Within a generation the sequence rises by one with each emission, and times never run back, over
/// the seam of a loop too: the times of a later round are shifted by what the rounds before it took,
/// and by the usual interval of the fixes for the seam, in which nothing moves. A seek, stop, load or
/// restart raises the generation.
///
/// **Order.** What is due at the same time leaves in this order: what commands have to say; the
/// scenario's next step; a tick; what was held back, that which was held back first; the fixes as
/// ``Timeline`` says, on the way back of a bounce the other way round; the end of a round; the end. Right
/// before a fix leave the events that lie before it: a gap, the regained signal, then crossings of fences
/// by their times. Right after it leave those that the fix itself shows: stays in fences in the order in
/// which these were given, then a stop or a start and too great a speed, then the lost signal, and after
/// a journey's last fix its end.
public struct Playback: Sendable {
  var timeline: Timeline?
  var status = PlaybackStatus.idle
  var pace: Pace
  /// Whether a scenario set the rate last.
  var isRateOfScenario = false
  var loop: LoopMode
  /// The time that is played at most, over all rounds, in nanoseconds.
  let limit: Int64?
  var late: LatePolicy
  var range: PlaybackRange?
  var generation: UInt32 = 0
  var sequence: UInt64 = 0
  /// Fixes lost to faults so far, also to faults that are no longer there.
  var lost = 0
  var skipped = 0
  var round = Round()
  /// The item that comes next, by its place in the merged time order.
  var cursor = 0
  /// Where to stop when single fixes are asked for while paused, by place in the merged time order.
  var stepCursor: Int?
  /// The next vehicle whose state at a new place is to be told, or nil when all is told.
  var snapshotVehicle: Int?
  /// The item that a seek asked for by its index, which its vehicle tells instead of its state.
  var snapshotItem: Int?
  /// Whether the start of this playing has been told.
  var isStarted = false
  /// What is to be told of commands, before anything else.
  var announcements: [Announcement] = []
  var held = HeldQueue<Held>()
  var achieved = AchievedRate()
  var newest: [Fix?] = []
  /// The newest elapsed time heard of, in nanoseconds.
  var now: Int64 = 0
  var signal: Signal
  var motion: MotionWatcher
  var fences: GeofenceWatcher
  var silence: SilenceWatcher
  /// Whether the way to a vehicle's next fix is none that it travels.
  var isSevered: [Bool] = []
  var scenario: Scenario?
  var scenarioState: ScenarioState?
  /// The elapsed time at which a pause of the scenario's ends, in nanoseconds.
  var scenarioPauseEnd: Int64 = 0
  /// How long the scenario has paused under `max`, where time is only counted.
  var virtualPause: Int64 = 0
  /// Nanoseconds that are played between two ticks, or nil for none.
  let tickInterval: Int64?
  /// The run of the next tick, and which it is, from 1.
  var nextTick: (run: Int64, index: Int)?
  /// How many fixes are held back.
  var heldFixes = 0
  /// The run at which the last of what was held back left.
  var lastRelease = Int64.min
  let eventOptions: EventOptions
  /// Nanoseconds without a fix after which a signal counts as lost.
  let lostAfter: Int64

  /// Makes a player.
  ///
  /// - Parameters:
  ///   - timeline: What is loaded, or nil for nothing.
  ///   - options: How it is set.
  /// - Throws: `PlaybackError` when an option is out of range.
  public init(
    timeline: Timeline?, options: PlaybackOptions = PlaybackOptions()
  ) throws(PlaybackError) {
    pace = Pace(rate: try options.rate.checked())
    loop = try options.loop.checked()
    limit = options.limit?.wholeNanoseconds
    late = options.late
    signal = Signal(
      seed: options.seed, preset: options.noise, model: options.noiseModel,
      faults: options.faults)
    eventOptions = options.events
    if let interval = options.events.tickInterval, interval < .milliseconds(1) {
      throw PlaybackError(
        .numberOutOfRange, "ticks cannot come more often than 1000 times a second")
    }
    tickInterval = options.events.tickInterval?.wholeNanoseconds
    lostAfter = max(0, options.events.lostAfter.wholeNanoseconds)
    motion = MotionWatcher(options.events, vehicles: 0)
    fences = GeofenceWatcher(options.events, vehicles: 0)
    silence = SilenceWatcher(lostAfter: lostAfter, vehicles: 0)
    for fault in options.faults { try fault.check() }
    range = options.range
    if let timeline {
      if let start = options.start, timeline.ends(before: start) {
        throw PlaybackError(
          .emptyRange, "the start lies after the end; begin inside what is loaded")
      }
      try place(timeline, start: options.start)
    }
    try setScenario(options.scenario, at: .zero)
  }

  /// What is loaded.
  public var vehicles: [Vehicle] { timeline?.vehicles ?? [] }

  /// The newest fix of a vehicle that was emitted in this generation, or nil.
  public func newestFix(of vehicle: UInt32) -> Fix? {
    newest.indices.contains(Int(vehicle)) ? newest[Int(vehicle)] : nil
  }

  /// The next number of the sequence, for something else that leaves in the same order.
  public mutating func nextSequence() -> UInt64 {
    sequence += 1
    return sequence
  }

  /// What a command has to say.
  struct Announcement: Sendable {
    var kind: SimulationEvent.Kind
    /// How much had been played when it happened, however late it is told.
    var run: Int64
    var details: [SimulationEvent.Detail] = []
  }

  /// What comes at a later run than it was made.
  enum Held: Sendable {
    /// A fix that a fault keeps back.
    case fix(Outgoing)
    /// The end of a vehicle's journey, after its last fix.
    case end(vehicle: Int, Coordinate)
    /// The time to ask whether a vehicle's signal is lost.
    case silence(vehicle: Int)
  }

  /// A fix on its way out.
  struct Outgoing: Sendable {
    var vehicle: Int
    var fix: Fix
    var original: SourceTime?
    /// What was out of the ordinary since the vehicle's fix before.
    var arrival: Lane.Link?
    /// What is out of the ordinary until the vehicle's next fix.
    var departure: Lane.Link?
    /// Nanoseconds until the vehicle's next fix, or nil at its last.
    var untilNext: Int64?
  }
}

extension PlaybackRate {
  /// The rate, if it is in range.
  func checked() throws(PlaybackError) -> PlaybackRate {
    if case .times(let factor) = self, !(0.01...1000).contains(factor) {
      throw PlaybackError(.rateOutOfRange, "the rate must be 0.01 to 1000, or max")
    }
    return self
  }
}

extension LoopMode {
  /// The mode, if it is in range.
  func checked() throws(PlaybackError) -> LoopMode {
    if case .count(let rounds) = self, rounds < 1 {
      throw PlaybackError(.roundsOutOfRange, "the number of rounds must be 1 or more")
    }
    return self
  }
}
