public import Simulation
import Synchronization

extension SimulatedLocationProvider {
  /// Plays on from where the playhead stands; at the end, from the start. It then goes on without
  /// subscribers too, until it is stopped.
  ///
  /// - Returns: The state after it, as of all commands.
  /// - Throws: `PlaybackError` when nothing is loaded.
  @discardableResult
  public func play() throws(PlaybackError) -> PlaybackState {
    try command { state, now throws(PlaybackError) in
      try state.playback.play(at: now)
      state.lifecycle.hold()
    }
  }

  /// Holds the playhead where it is.
  ///
  /// - Returns: The state after it.
  @discardableResult
  public func pause() -> PlaybackState {
    command { state, now in state.playback.pause(at: now) }
  }

  /// Puts the playhead back to the start and leaves it there; streams stay open.
  ///
  /// - Returns: The state after it.
  @discardableResult
  public func stop() -> PlaybackState {
    command { state, now in
      state.playback.stop(at: now)
      state.lifecycle.release()
    }
  }

  /// Pauses and goes some fixes on or back in the merged time order.
  ///
  /// - Parameter count: How many fixes; negative goes back.
  /// - Returns: The state after it.
  /// - Throws: `PlaybackError` when nothing is loaded.
  @discardableResult
  public func step(by count: Int) throws(PlaybackError) -> PlaybackState {
    try perform { playback, now throws(PlaybackError) in try playback.step(by: count, at: now) }
  }

  /// Goes to another place, and makes everything void that was emitted before.
  ///
  /// - Parameter target: Where to; beyond either end, to that end.
  /// - Returns: The state after it.
  /// - Throws: `PlaybackError` when nothing is loaded, or a number is not finite.
  @discardableResult
  public func seek(to target: SeekTarget) throws(PlaybackError) -> PlaybackState {
    try perform { playback, now throws(PlaybackError) in try playback.seek(to: target, at: now) }
  }

  /// Changes the rate without a jump of position or time.
  ///
  /// - Parameter rate: The rate.
  /// - Returns: The state after it.
  /// - Throws: `PlaybackError` when it is out of range.
  @discardableResult
  public func setRate(_ rate: PlaybackRate) throws(PlaybackError) -> PlaybackState {
    try perform { playback, now throws(PlaybackError) in try playback.setRate(rate, at: now) }
  }

  /// Changes what happens at the end.
  ///
  /// - Parameter mode: What happens.
  /// - Returns: The state after it.
  /// - Throws: `PlaybackError` when the number of rounds is less than 1.
  @discardableResult
  public func setLoop(_ mode: LoopMode) throws(PlaybackError) -> PlaybackState {
    try perform { playback, now throws(PlaybackError) in try playback.setLoop(mode, at: now) }
  }

  /// Plays a part only.
  ///
  /// - Parameter range: The part, or nil for the whole.
  /// - Returns: The state after it.
  /// - Throws: `PlaybackError` when nothing is loaded, or the part is empty.
  @discardableResult
  public func setRange(_ range: PlaybackRange?) throws(PlaybackError) -> PlaybackState {
    try perform { playback, now throws(PlaybackError) in try playback.setRange(range, at: now) }
  }

  /// Puts something else, or nothing, in the place of what is loaded, while subscribers stay.
  ///
  /// It stands at its start; where subscribers start playback and some are there, it plays.
  ///
  /// - Parameter timeline: What to load, or nil for nothing.
  /// - Returns: The state after it.
  /// - Throws: `PlaybackError` when it cannot be played.
  @discardableResult
  public func load(_ timeline: Timeline?) throws(PlaybackError) -> PlaybackState {
    try command { state, now throws(PlaybackError) in
      try state.playback.load(timeline, at: now)
      if timeline != nil, state.lifecycle.startsAfterLoading { state.restart(at: now) }
    }
  }

  /// Does to playback what no other command stands for, in their order.
  ///
  /// - Parameter change: Gets the playback and the time on the clock. It is called with a lock held
  ///   and must not call the provider.
  /// - Returns: The state after it.
  /// - Throws: What `change` throws.
  @discardableResult
  public func perform(
    _ change: (inout Playback, Duration) throws(PlaybackError) -> Void
  ) throws(PlaybackError) -> PlaybackState {
    try command { state, now throws(PlaybackError) in try change(&state.playback, now) }
  }

  private func command<Failure>(
    _ change: (inout State, Duration) throws(Failure) -> Void
  ) throws(Failure) -> PlaybackState {
    let now = clock.now
    defer { signal.raise() }
    return try storage.withLock { state throws(Failure) in
      // Also after a command that failed half way.
      defer {
        state.isStateNew = true
        startLoop(&state)
      }
      let generation = state.playback.state(at: now).generation
      try change(&state, now)
      let after = state.playback.state(at: now)
      if after.generation != generation { gate.raise(to: after.generation) }
      return after
    }
  }
}
