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
  }

  /// Lets time stand still.
  mutating func stop(at elapsed: Int64) {
    anchorRun = run(at: elapsed)
    isRunning = false
  }

  /// Changes the rate without a jump.
  mutating func setRate(_ rate: PlaybackRate, at elapsed: Int64) {
    anchorRun = run(at: elapsed)
    anchorElapsed = elapsed
    self.rate = rate
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
}
