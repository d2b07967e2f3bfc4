public import Tracks

/// What is watched for in the fixes as they leave.
public struct EventOptions: Hashable, Sendable {
  /// Slower than this in metres per second, a vehicle may have stopped.
  public var stopSpeed = 0.5
  /// Faster than this in metres per second, a stopped vehicle moves again.
  public var moveSpeed = 1.0
  /// How long a vehicle is slow before it counts as stopped.
  public var stopTime = Duration.seconds(5)
  /// A vehicle without a fix for longer than this has lost its signal.
  public var lostAfter = Duration.seconds(60)
  /// Faster than this in metres per second is too fast; nil is never.
  public var speedLimit: Double?
  /// The time between two ticks, as it would be at rate 1, from 1 ms; nil is none.
  public var tickInterval: Duration?
  /// The fences that are watched.
  public var geofences: [Geofence] = []
  /// How many metres beyond a fence's border a vehicle is outside.
  public var geofenceHysteresis = 5.0
  /// How long a vehicle stays in a fence before that is told, where the fence does not say.
  public var dwellTime = Duration.seconds(300)

  /// Makes the default options.
  public init() {}
}
