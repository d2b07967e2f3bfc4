public import Tracks

/// How journeys are laid out in time.
public struct TimelineOptions: Hashable, Sendable {
  /// How several journeys stand on one clock, or nil for the default rule: as recorded where they
  /// overlap in time, else all from the start.
  public var alignment: Alignment?
  /// How fast a track without times is travelled.
  public var untimedPace = UntimedPace.speed(metersPerSecond: 50 / 3.6)
  /// What is done about a gap between two fixes of a journey.
  public var gapPolicy = GapPolicy.keep
  /// More time than this between two fixes is a gap.
  public var gapTime = Duration.seconds(60)
  /// More metres than this between two fixes are a gap.
  public var gapDistance = 1000.0
  /// Which times leave the player.
  public var timestamps = Timestamps.original
  /// The time between two fixes of a vehicle, which are then worked out rather than the recorded
  /// ones; nil keeps the recorded ones.
  public var fixInterval: Duration?
  /// How positions between two fixes are worked out.
  public var interpolation = Interpolation.linear

  /// Makes the default options.
  public init() {}
}

/// How several journeys stand on one clock.
public enum Alignment: String, CaseIterable, Hashable, Sendable {
  /// Each at the times at which it was recorded.
  case recorded
  /// All from the same instant: the start of the first.
  case starts
}

/// How fast a track without times is travelled.
public enum UntimedPace: Hashable, Sendable {
  /// At a constant speed in metres per second, more than 0.
  case speed(metersPerSecond: Double)
  /// One fix after another at a constant interval.
  case interval(Duration)
}

/// What is done about a gap between two fixes of a journey.
///
/// Between the segments of a track there is time, but no movement, unless it is interpolated. The
/// times of the fixes stay what they are under every policy.
public enum GapPolicy: Hashable, Sendable {
  /// The time passes as it was recorded. Over a gap in time the vehicle stays where it was until its
  /// signal counts as lost, and is then nowhere until the next fix.
  case keep
  /// The time passes as it was recorded, and the vehicle is taken to stand at its last fix.
  case hold
  /// Of the time in which no vehicle has a fix, no more than this is waited.
  case cap(Duration)
  /// Time in which no vehicle has a fix is not waited for at all.
  case jump
  /// The vehicle moves along the great circle, between segments too, and fixes fill the gap.
  case interpolate
  /// The signal is lost with the last fix before the gap, and regained with the first after it.
  case dropout
}

/// Which times leave the player; the recorded one is always carried beside them.
public enum Timestamps: Hashable, Sendable {
  /// The trace's own.
  case original
  /// Shifted so that the start is at this instant.
  case starting(SourceTime)
}

/// How positions between two fixes are worked out.
public enum Interpolation: String, CaseIterable, Hashable, Sendable {
  /// Not at all: a vehicle is where its last fix was.
  case off
  /// Along the great circle, the speed and the course by their short way.
  case linear
  /// On a curve that passes through the fixes without a kink.
  case smooth
}
