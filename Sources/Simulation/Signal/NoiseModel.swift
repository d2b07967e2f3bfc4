/// How a position errs: the sum of up to three independent parts, each alike to the north and to the
/// east.
///
/// The error is a function of the seed, the vehicle and source time alone. Its distribution at each
/// instant is known, and from it the accuracy that is reported: the radius that holds 68 % of the
/// errors.
public struct NoiseModel: Hashable, Sendable {
  /// Metres (one standard deviation on each axis) that change from instant to instant.
  public var white: Double
  /// Metres (one standard deviation on each axis) that wander: a Gauss–Markov process.
  public var wander: Double
  /// The time in which what wanders forgets where it was, by a factor of e.
  public var wanderTime: Duration
  /// Metres per square root of a second on each axis by which dead reckoning drifts.
  public var drift: Double
  /// The time after which the position is acquired anew, and the drift begins again.
  public var driftTime: Duration

  /// Makes a model; a part of 0 m is left out.
  public init(
    white: Double = 0, wander: Double = 0, wanderTime: Duration = .seconds(30),
    drift: Double = 0, driftTime: Duration = .seconds(120)
  ) {
    self.white = white
    self.wander = wander
    self.wanderTime = wanderTime
    self.drift = drift
    self.driftTime = driftTime
  }

  /// Makes the model of a preset, or nil for none.
  public init?(_ preset: NoisePreset) {
    switch preset {
    case .none: return nil
    case .openSky: self.init(white: 0.5, wander: 1.5, wanderTime: .seconds(60))
    case .urban: self.init(white: 2, wander: 8, wanderTime: .seconds(20))
    case .indoor: self.init(white: 5, wander: 15, wanderTime: .seconds(8))
    case .tunnel: self.init(white: 1, drift: 2, driftTime: .seconds(120))
    }
  }
}
