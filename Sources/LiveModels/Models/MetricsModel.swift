public import Observation
public import StreamMetrics

/// The figures of all stages and of the process, as they were last read.
@ModelActor @Observable
public final class MetricsModel {
  /// One for each stage, and for each policy of the consumers.
  public private(set) var stages: [StageFigures] = []
  /// The process, or nil before it was first read.
  public private(set) var process: ProcessFigures?
  /// From the start to the first useful part of the dashboard, once it was there.
  public private(set) var firstSection: Duration?
  /// From the start to all of the dashboard's parts, once they were there.
  public private(set) var allSections: Duration?

  /// Makes a model without figures.
  public init() {}

  /// Takes over what was read.
  public func take(stages: [StageFigures], process: ProcessFigures?) {
    ModelHold.measure {
      self.stages = stages
      self.process = process
    }
  }

  /// Notes that a part of the dashboard is there.
  ///
  /// - Parameters:
  ///   - elapsed: The time since the start.
  ///   - isLast: Whether it was the last.
  public func noteSection(at elapsed: Duration, isLast: Bool) {
    if firstSection == nil { firstSection = elapsed }
    if isLast { allSections = elapsed }
  }
}
