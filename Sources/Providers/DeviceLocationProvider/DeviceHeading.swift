public import Tracks

/// Where a device points, taken to be where it goes.
public struct DeviceHeading: Hashable, Sendable {
  /// Degrees clockwise from true north, 0..<360.
  public var degrees: Double
  /// When, on the trace's clock.
  public var time: SourceTime?

  /// Makes a heading.
  public init(degrees: Double, time: SourceTime? = nil) {
    self.degrees = degrees
    self.time = time
  }
}
