/// How a player is set when it is made.
public struct PlaybackOptions: Hashable, Sendable {
  /// The rate.
  public var rate = PlaybackRate.times(1)
  /// What happens at the end.
  public var loop = LoopMode.off
  /// The part that is played, or nil for the whole.
  public var range: PlaybackRange?
  /// Where playback begins, or nil for the start.
  public var start: SeekTarget?
  /// The time that is played at most, at rate 1 and over all rounds, or nil for no limit.
  public var limit: Duration?
  /// What is done about fixes that are not taken when they are due.
  public var late = LatePolicy.catchUp(limit: .seconds(10))
  /// Decides everything that is left to chance.
  public var seed: UInt64 = 0
  /// How badly the signal is received.
  public var noise = NoisePreset.none
  /// How positions err, instead of as the preset says; nil leaves it to the preset.
  public var noiseModel: NoiseModel?
  /// What goes wrong with the signal.
  public var faults: [Fault] = []
  /// What happens at which time, or nil for nothing.
  public var scenario: Scenario?
  /// What is watched for.
  public var events = EventOptions()

  /// Makes the default options.
  public init() {}
}

/// A part of what is loaded; an absent end is the whole's.
public struct PlaybackRange: Hashable, Sendable {
  /// Where it begins, or nil for the start.
  public var from: SeekTarget?
  /// Where it ends, or nil for the end.
  public var to: SeekTarget?

  /// Makes a range.
  public init(from: SeekTarget? = nil, to: SeekTarget? = nil) {
    self.from = from
    self.to = to
  }
}
