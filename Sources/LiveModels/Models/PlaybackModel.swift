public import Observation
public import Providers
public import Simulation

/// What playback is doing, and the commands that change it.
///
/// A command's effect comes round the same way as any other change: the provider tells its new state,
/// and whoever observes the model sees it.
@ModelActor @Observable
public final class PlaybackModel {
  /// The newest state that is known.
  public private(set) var state: PlaybackState
  /// The vehicles that are loaded.
  public private(set) var vehicles: [Vehicle]
  @ObservationIgnored private let provider: SimulatedLocationProvider

  /// Makes the model of a provider.
  public init(_ provider: SimulatedLocationProvider) {
    self.provider = provider
    state = provider.state
    vehicles = provider.vehicles
  }

  /// Follows the provider until the task is cancelled or the provider goes.
  public func follow() async {
    for await state in provider.states { take(state) }
  }

  /// Takes over a state, unless it is of an older generation than the one that is known.
  func take(_ newer: PlaybackState) {
    ModelHold.measure {
      guard newer.generation >= state.generation else { return }
      state = newer
    }
  }

  /// Starts, or goes on.
  ///
  /// - Returns: The state after it, as all commands do.
  /// - Throws: `PlaybackError` when nothing is loaded.
  public func play() throws -> PlaybackState { took(try provider.play()) }

  /// Holds the playhead.
  public func pause() -> PlaybackState { took(provider.pause()) }

  /// Goes back to the start.
  public func stop() -> PlaybackState { took(provider.stop()) }

  /// Moves by some fixes.
  ///
  /// - Parameter count: How many; negative goes back.
  /// - Returns: The state after it.
  /// - Throws: `PlaybackError` when nothing is loaded.
  public func step(by count: Int) throws -> PlaybackState { took(try provider.step(by: count)) }

  /// Moves the playhead.
  ///
  /// - Parameter target: Where to.
  /// - Returns: The state after it.
  /// - Throws: `PlaybackError` when nothing is loaded.
  public func seek(to target: SeekTarget) throws -> PlaybackState {
    took(try provider.seek(to: target))
  }

  /// Changes the rate.
  ///
  /// - Parameter rate: The rate.
  /// - Returns: The state after it.
  /// - Throws: `PlaybackError` when it is out of range.
  public func setRate(_ rate: PlaybackRate) throws -> PlaybackState {
    took(try provider.setRate(rate))
  }

  /// Changes what happens at the end.
  ///
  /// - Parameter mode: What happens.
  /// - Returns: The state after it.
  /// - Throws: `PlaybackError` when the number of rounds is out of range.
  public func setLoop(_ mode: LoopMode) throws -> PlaybackState { took(try provider.setLoop(mode)) }

  /// Plays a part only.
  ///
  /// - Parameter range: The part, or nil for the whole.
  /// - Returns: The state after it.
  /// - Throws: `PlaybackError` when nothing is loaded or the part is empty.
  public func setRange(_ range: PlaybackRange?) throws -> PlaybackState {
    took(try provider.setRange(range))
  }

  /// Loads something else, or nothing.
  ///
  /// - Parameter timeline: What to play, or nil.
  /// - Returns: The state after it.
  /// - Throws: `PlaybackError` when it cannot be played.
  public func load(_ timeline: Timeline?) throws -> PlaybackState {
    let state = took(try provider.load(timeline))
    vehicles = provider.vehicles
    return state
  }

  private func took(_ state: PlaybackState) -> PlaybackState {
    take(state)
    return state
  }
}
