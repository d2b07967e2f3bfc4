/// How the time that is played stands to elapsed time: a line through an anchor.
///
/// Everything is worked out from the anchor, never from the step before, so that nothing adds up. A
/// change of rate sets a new anchor where the line is, and so makes no jump.
struct Pace: Sendable {
  /// The rate asked for.
  private(set) var rate: PlaybackRate
  /// Elapsed nanoseconds at the anchor.
  private var anchorElapsed: Int64 = 0
  /// The nanoseconds that had been played at the anchor.
  private(set) var anchorRun: Int64 = 0
  /// Whether time passes.
  private(set) var isRunning = false
  /// What came of the parts before this one.
  private var past = PlaybackPacing()
  /// Where this part began: time at one rate, without a standstill.
  private var partRun: Int64 = 0
  private var partElapsed: Int64 = 0

  init(rate: PlaybackRate) {
    self.rate = rate
  }

  /// The nanoseconds that have been played at an elapsed time.
  func run(at elapsed: Int64) -> Int64 {
    guard isRunning, case .times(let factor) = rate else { return anchorRun }
    let passed = max(0, elapsed - anchorElapsed)
    return anchorRun + (factor == 1 ? passed : Int64(Double(passed) * factor))
  }

  /// The elapsed time at which so much is to have been played, or nil under `max`, where all is due.
  func deadline(ofRun run: Int64) -> Int64? {
    guard case .times(let factor) = rate else { return nil }
    let ahead = run - anchorRun
    return anchorElapsed + (factor == 1 ? ahead : Int64((Double(ahead) / factor).rounded(.up)))
  }

  /// Lets time pass from an elapsed time on.
  mutating func start(at elapsed: Int64) {
    anchorElapsed = elapsed
    isRunning = true
    beginPart(run: anchorRun, at: elapsed)
  }

  /// Lets time stand still.
  ///
  /// - Parameters:
  ///   - elapsed: When.
  ///   - limit: More than this has not been played.
  ///   - told: The run up to which something left, should that lie beyond.
  mutating func stop(at elapsed: Int64, limit: Int64, told: Int64 = .min) {
    anchorRun = min(run(at: elapsed), limit)
    past = pacing(run: max(anchorRun, told), at: elapsed)
    isRunning = false
  }

  /// Changes the rate without a jump, and without cutting a wait short.
  ///
  /// - Parameters:
  ///   - rate: The rate.
  ///   - elapsed: When it was to change.
  ///   - now: When it does.
  mutating func setRate(_ rate: PlaybackRate, at elapsed: Int64, now: Int64) {
    anchorRun = run(at: elapsed)
    anchorElapsed = max(anchorElapsed, elapsed)
    past = pacing(run: anchorRun, at: now)
    beginPart(run: anchorRun, at: now)
    self.rate = rate
  }

  /// Waits for so long at a run.
  mutating func wait(at run: Int64, from elapsed: Int64, for nanoseconds: Int64) {
    anchor(run: run, at: elapsed + nanoseconds)
    past.addPause(nanoseconds)
  }

  /// Does not wait for the rest of a wait.
  mutating func endWait(_ nanoseconds: Int64) {
    past.asked -= nanoseconds
  }

  /// Sets the anchor.
  mutating func anchor(run: Int64, at elapsed: Int64) {
    anchorRun = run
    anchorElapsed = elapsed
  }

  /// Moves the schedule to later.
  mutating func slip(by nanoseconds: Int64) {
    anchorElapsed += nanoseconds
  }

  /// What was asked for and what came of it, when so much has been done of what is to be played.
  func pacing(run: Int64, at elapsed: Int64) -> PlaybackPacing {
    var pacing = past
    guard isRunning, case .times(let factor) = rate else { return pacing }
    pacing.add(run - partRun, at: factor, in: elapsed - partElapsed)
    return pacing
  }

  private mutating func beginPart(run: Int64, at elapsed: Int64) {
    partRun = run
    partElapsed = elapsed
  }
}
