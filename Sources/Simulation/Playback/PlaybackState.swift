public import Tracks

/// What a player is doing.
public enum PlaybackStatus: String, Hashable, Sendable {
  /// Nothing is loaded.
  case idle
  /// Something is loaded and stands at its start.
  case ready
  /// Source time advances.
  case playing
  /// Source time stands still.
  case paused
  /// The end was reached.
  case ended
}

/// How fast source time passes against elapsed time.
public enum PlaybackRate: Hashable, Sendable {
  /// Seconds of source time a second, 0.01...1000.
  case times(Double)
  /// As fast as it goes.
  case max
}

/// What happens at the end.
public enum LoopMode: Hashable, Sendable {
  /// Playback ends.
  case off
  /// So many rounds in all, then the end.
  case count(Int)
  /// Round after round.
  case forever
  /// There and back, for ever.
  case bounce
}

/// Where to seek to; places beyond either end are clamped.
public enum SeekTarget: Hashable, Sendable {
  /// An instant of source time.
  case time(SourceTime)
  /// Source time since the start.
  case offset(Duration)
  /// A fraction of the whole, 0...1.
  case fraction(Double)
  /// The fix with this index in the merged time order of all loaded fixes, from 0.
  case index(Int)
}

/// A snapshot of a player, as its controls show it.
public struct PlaybackState: Hashable, Sendable {
  /// What it is doing.
  public var status: PlaybackStatus
  /// The rate asked for.
  public var rate: PlaybackRate
  /// The rate that came of it over the last seconds, or nil before it is known.
  public var achievedRate: Double?
  /// What happens at the end.
  public var loop: LoopMode
  /// Raised by each seek and load.
  public var generation: UInt32
  /// The number of the newest emission.
  public var sequence: UInt64
  /// Rounds begun, counted from 1.
  public var lap: Int
  /// The playhead on the trace's clock, in `first...last` in every round, or nil when nothing is
  /// loaded.
  public var sourceTime: SourceTime?
  /// How much later than on the trace's clock the times of this round leave the player, so that they
  /// keep rising from round to round. On the way back of a bounce, where the trace runs backward,
  /// this changes with the playhead.
  public var roundShift: Duration
  /// Fixes dropped because they were not taken in time.
  public var skipped: Int
  /// Fixes lost to faults, also to those that are no longer in force.
  public var lost: Int
  /// Everything left to chance comes from it.
  public var seed: UInt64
  /// How badly the signal is received.
  public var noise: NoisePreset
  /// What goes wrong with the signal, each with its counter.
  public var faults: [FaultCount]
  /// Where the range that is played begins, or nil when the whole is played.
  public var rangeFirst: SourceTime?
  /// Where the range that is played ends, or nil when the whole is played.
  public var rangeLast: SourceTime?
  /// Source time at the start.
  public var first: SourceTime?
  /// Source time at the end.
  public var last: SourceTime?
  /// The playhead as a fraction of the whole, 0...1.
  public var fraction: Double
  /// The time that was played since the player was made, as it would be at rate 1; it only rises.
  public var played: Duration

  /// Makes the state of a player without anything loaded.
  public init() {
    status = .idle
    rate = .times(1)
    loop = .off
    generation = 0
    sequence = 0
    lap = 0
    fraction = 0
    played = .zero
    roundShift = .zero
    skipped = 0
    lost = 0
    seed = 0
    noise = .none
    faults = []
  }
}
