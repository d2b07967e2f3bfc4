/// A timed list of what happens to a player.
///
/// Times count from the start of playing, in the time that is played, so that the rate changes nothing;
/// a pause of the scenario's own adds its length. A scenario is played once, over all rounds.
public struct Scenario: Hashable, Sendable {
  /// What happens, in the order of time.
  public private(set) var steps: [Step]

  /// Something that happens at a time.
  public struct Step: Hashable, Sendable {
    /// When.
    public var at: Duration
    /// What.
    public var action: Action

    /// Makes a step.
    public init(at: Duration, _ action: Action) {
      self.at = at
      self.action = action
    }
  }

  /// What can happen.
  public enum Action: Hashable, Sendable {
    /// The rate changes.
    case rate(PlaybackRate)
    /// The playhead goes elsewhere.
    case seek(SeekTarget)
    /// Playback stands still for a time on the injected clock.
    case pause(Duration)
    /// A fault is switched; a rate of 0 is off. Its window counts from the start.
    case fault(Fault)
    /// All faults are switched off, and an outage ends.
    case clearFaults
    /// The noise changes.
    case noise(NoisePreset)
    /// No fix comes through for a time.
    case outage(Duration)
  }

  /// Makes a scenario of steps in any order; steps at the same time keep theirs.
  public init(steps: [Step]) {
    self.steps = steps.enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }
    .map(\.element)
  }
}
