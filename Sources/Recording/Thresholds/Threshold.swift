public import StreamMetrics

/// What must hold at the end of a run: `METRIC[STAGE:POLICY]OP VALUE`.
///
/// For example `dropped<0.1%`, `latency.p95[consumer:newest:1]<20ms`, `rate_error<1%`. Without a stage
/// the worst of all stages that have the metric counts. A metric that the run did not measure fails.
public struct Threshold: Hashable, Sendable {
  /// The text as it was given.
  public let expression: String
  /// What is measured.
  public let metric: Metric
  /// Where it is measured, or nil for the worst of all.
  public let stage: StageFigures.Stage?
  /// Which policy's consumers it is measured at, or nil for the worst of all.
  public let policy: BufferingPolicy?
  /// How the measured value must stand to the limit.
  public let comparison: Comparison
  /// The limit, in `unit`.
  public let limit: Double
  /// The unit of the limit and of the measured value.
  public let unit: Unit

  /// What can be measured.
  public enum Metric: Hashable, Sendable {
    /// How many elements a stage counted.
    case count(Counter)
    /// Elements a second out of a stage.
    case rate
    /// How far the achieved rate is from the asked one.
    case rateError
    /// How long after it was due an element was delivered, or after it was made a frame received.
    case latency(LatencyFigure)
    /// How long after it was made a frame was written to a socket.
    case written(LatencyFigure)
    /// How long after it was due an element was emitted.
    case lateness(LatencyFigure)
    /// The largest resident memory of the process.
    case memoryPeak
    /// Seconds of processor time that the process used.
    case processorTime
  }

  /// What a stage counts.
  public enum Counter: String, CaseIterable, Hashable, Sendable {
    /// Elements that came in.
    case offered
    /// Elements that went out.
    case delivered
    /// Elements that were thrown away.
    case dropped
    /// Elements still inside.
    case pending
  }

  /// A figure of a distribution.
  public enum LatencyFigure: String, CaseIterable, Hashable, Sendable {
    /// The median.
    case p50
    /// The 75th percentile.
    case p75
    /// The 90th percentile.
    case p90
    /// The 95th percentile.
    case p95
    /// The 99th percentile.
    case p99
    /// The 99.9th percentile.
    case p999
    /// The largest.
    case max
  }

  /// How a value must stand to the limit.
  public enum Comparison: String, CaseIterable, Hashable, Sendable {
    /// At most the limit.
    case atMost = "<="
    /// At least the limit.
    case atLeast = ">="
    /// Just the limit.
    case equal = "=="
    /// Less than the limit.
    case less = "<"
    /// More than the limit.
    case more = ">"

    /// Whether a value stands so to a limit.
    public func holds(_ value: Double, _ limit: Double) -> Bool {
      switch self {
      case .atMost: value <= limit
      case .atLeast: value >= limit
      case .equal: value == limit
      case .less: value < limit
      case .more: value > limit
      }
    }

    /// Whether large values are the worse ones.
    public var isUpperBound: Bool { self == .less || self == .atMost }
  }

  /// A unit of a limit.
  public enum Unit: String, CaseIterable, Hashable, Sendable {
    /// A number of elements, or of elements a second.
    case one = ""
    /// Hundredths of the whole.
    case percent = "%"
    /// Microseconds.
    case microseconds = "us"
    /// Milliseconds.
    case milliseconds = "ms"
    /// Seconds.
    case seconds = "s"
    /// Bytes.
    case bytes = "B"
    /// Thousand bytes.
    case kilobytes = "kB"
    /// Million bytes.
    case megabytes = "MB"
    /// Thousand million bytes.
    case gigabytes = "GB"
    /// Elements a second.
    case hertz = "Hz"

    /// How many base units (one, percent, nanosecond, byte) it is.
    public var factor: Double {
      switch self {
      case .one, .percent, .bytes, .hertz: 1
      case .microseconds, .kilobytes: 1e3
      case .milliseconds, .megabytes: 1e6
      case .seconds, .gigabytes: 1e9
      }
    }
  }
}
