import Tracks

extension Playback {
  /// Plays on from where the playhead stands; at the end, from the start.
  ///
  /// - Parameter elapsed: The time on the injected clock, as in all commands.
  /// - Throws: `PlaybackError` when nothing is loaded.
  public mutating func play(at elapsed: Duration) throws(PlaybackError) {
    try hear(elapsed)
    switch status {
    case .idle, .playing: return
    case .ready, .paused: break
    case .ended: rewind()
    }
    begin()
    status = .playing
    stepCursor = nil
    pace.start(at: now)
    achieved.reset()
  }

  /// Holds the playhead where it is.
  ///
  /// - Parameter elapsed: The time on the injected clock.
  public mutating func pause(at elapsed: Duration) {
    now = max(now, elapsed.wholeNanoseconds)
    guard status == .playing else { return }
    halt()
    status = .paused
  }

  /// Puts the playhead back to the start and leaves it there.
  ///
  /// - Parameter elapsed: The time on the injected clock.
  public mutating func stop(at elapsed: Duration) {
    now = max(now, elapsed.wholeNanoseconds)
    guard status != .idle, status != .ready else { return }
    halt()
    rewind()
    status = .ready
  }

  /// Pauses and goes some fixes on or back in the merged time order.
  ///
  /// One fix on emits that fix. Any other step goes there as a seek does.
  ///
  /// - Parameters:
  ///   - count: How many fixes; negative goes back. At either end it stops.
  ///   - elapsed: The time on the injected clock.
  /// - Throws: `PlaybackError` when nothing is loaded.
  public mutating func step(by count: Int, at elapsed: Duration) throws(PlaybackError) {
    try hear(elapsed)
    guard let timeline, count != 0 else { return }
    if status == .playing { halt() }
    let direction = round.isForward ? 1 : -1
    if count == 1, status != .ended {
      let next = timeline.item(from: stepCursor ?? cursor, by: direction, lostAfter)
      guard let next, round.holds(timeline.position(ofItem: next)) else { return }
      begin()
      status = .paused
      stepCursor = next + direction
      pace.anchor(run: round.run(ofPosition: timeline.position(ofItem: next)), at: now)
      return
    }
    let position = round.position(ofRun: pace.anchorRun)
    var target = (stepCursor ?? cursor) - direction + count * direction
    let isPast = timeline.fixCount > 0 && !isAtFix(before: stepCursor ?? cursor, position)
    if count < 0, isPast { target += direction }
    seek(toItem: min(max(0, target), timeline.fixCount - 1))
  }

  /// Goes to another place; beyond either end, to that end.
  ///
  /// The state of every vehicle there is emitted at once, playing or not, and nothing that lies
  /// between. A place in time takes times of the trace, or of the present round as they leave.
  ///
  /// - Parameters:
  ///   - target: Where to.
  ///   - elapsed: The time on the injected clock.
  /// - Throws: `PlaybackError` when nothing is loaded, or a number is not finite.
  public mutating func seek(to target: SeekTarget, at elapsed: Duration) throws(PlaybackError) {
    try hear(elapsed)
    guard let timeline else { return }
    if case .index(let index) = target {
      seek(toItem: min(max(0, index), max(0, timeline.fixCount - 1)))
    } else {
      seek(toPosition: try position(of: target))
    }
  }

  /// Changes the rate from here on, without a jump of position or time.
  ///
  /// - Parameters:
  ///   - rate: The rate.
  ///   - elapsed: The time on the injected clock.
  /// - Throws: `PlaybackError` when it is out of range.
  public mutating func setRate(
    _ rate: PlaybackRate, at elapsed: Duration
  ) throws(PlaybackError) {
    now = max(now, elapsed.wholeNanoseconds)
    pace.setRate(try rate.checked(), at: now, now: now)
    isRateOfScenario = false
    achieved.reset()
  }

  /// Changes what happens at the end.
  ///
  /// - Parameters:
  ///   - mode: What happens; rounds already begun count.
  ///   - elapsed: The time on the injected clock.
  /// - Throws: `PlaybackError` when the number of rounds is less than 1.
  public mutating func setLoop(_ mode: LoopMode, at elapsed: Duration) throws(PlaybackError) {
    now = max(now, elapsed.wholeNanoseconds)
    loop = try mode.checked()
  }

  /// Changes what is done about fixes that are not taken when they are due.
  public mutating func setLate(_ policy: LatePolicy) {
    late = policy
  }

  /// Plays a part only; a playhead outside it goes to its start.
  ///
  /// - Parameters:
  ///   - range: The part, or nil for the whole.
  ///   - elapsed: The time on the injected clock.
  /// - Throws: `PlaybackError` when nothing is loaded, or the part is empty.
  public mutating func setRange(
    _ range: PlaybackRange?, at elapsed: Duration
  ) throws(PlaybackError) {
    try hear(elapsed)
    let ends = try ends(of: range)
    let position = round.position(ofRun: pace.run(at: now))
    self.range = range
    if (ends.lower...ends.upper).contains(position) {
      setEnds(ends, keeping: position)
    } else {
      setEnds(ends, keeping: ends.lower)
      seek(toPosition: ends.lower)
    }
  }

  /// Loads something else, or nothing, and stands at its start.
  ///
  /// - Parameters:
  ///   - timeline: What to load, or nil for nothing. A range is given up.
  ///   - elapsed: The time on the injected clock.
  /// - Throws: `PlaybackError` when it cannot be played.
  public mutating func load(_ timeline: Timeline?, at elapsed: Duration) throws(PlaybackError) {
    now = max(now, elapsed.wholeNanoseconds)
    halt()
    range = nil
    self.timeline = nil
    status = .idle
    generation += 1
    clear()
    announcements.removeAll()
    isStarted = false
    watchAnew(vehicles: 0)
    if let timeline { try place(timeline, start: nil) }
  }

  /// Takes note of the time of a command that needs something loaded.
  private mutating func hear(_ elapsed: Duration) throws(PlaybackError) {
    now = max(now, elapsed.wholeNanoseconds)
    if timeline == nil {
      throw PlaybackError(.nothingToPlay, "nothing is loaded; load a trace first")
    }
  }

  /// Tells, once, that playing has started.
  private mutating func begin() {
    guard !isStarted else { return }
    isStarted = true
    announcements.append(Announcement(kind: .started, run: pace.run(at: now)))
  }

  /// Whether the fix before the cursor, in the direction of play, lies at a position.
  private func isAtFix(before cursor: Int, _ position: Int64) -> Bool {
    guard let timeline else { return false }
    let item = cursor - (round.isForward ? 1 : -1)
    return (0..<timeline.fixCount).contains(item) && timeline.position(ofItem: item) == position
  }
}
