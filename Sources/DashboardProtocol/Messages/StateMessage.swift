public import Tracks

/// The player's state, as every control shows it: the notification `state` and most answers.
public struct StateMessage: Hashable, Sendable {
  /// What the player is doing.
  public var status: Status
  /// The rate asked for.
  public var rate: DashboardCommand.Rate
  /// The rate that came of it, or nil before it is known.
  public var achievedRate: Double?
  /// What happens at the end.
  public var loop: DashboardCommand.Loop
  /// Raised by each seek and load.
  public var generation: UInt32
  /// The newest number of the count over frames and events.
  public var sequence: UInt64
  /// Rounds begun, counted from 1, or nil when it is not told.
  public var lap: Int?
  /// The playhead.
  public var sourceTime: SourceTime?
  /// Source time at the start.
  public var first: SourceTime?
  /// Source time at the end.
  public var last: SourceTime?
  /// Where the range that is played begins, or nil when the whole is played.
  public var rangeFrom: SourceTime?
  /// Where the range that is played ends, or nil when the whole is played.
  public var rangeTo: SourceTime?
  /// The playhead as a fraction of the whole, 0...1.
  public var fraction: Double
  /// The buffering policies of the demonstration consumers, joined by commas.
  public var policy: String
  /// How long the demonstration consumers take for each update, in milliseconds, or nil when it is not told.
  public var consumerDelayMilliseconds: Double?
  /// The noise preset in force.
  public var noise: String
  /// The seed of all that is left to chance, or nil when it is not told.
  public var seed: UInt64?
  /// The faults in force.
  public var faults: [FaultMessage]

  /// Makes a state.
  public init(
    status: Status, rate: DashboardCommand.Rate, achievedRate: Double? = nil,
    loop: DashboardCommand.Loop, generation: UInt32, sequence: UInt64,
    sourceTime: SourceTime? = nil, first: SourceTime? = nil, last: SourceTime? = nil,
    fraction: Double, policy: String, noise: String, faults: [FaultMessage] = []
  ) {
    self.status = status
    self.rate = rate
    self.achievedRate = achievedRate
    self.loop = loop
    self.generation = generation
    self.sequence = sequence
    self.sourceTime = sourceTime
    self.first = first
    self.last = last
    self.fraction = fraction
    self.policy = policy
    self.noise = noise
    self.faults = faults
  }

  /// What the player is doing.
  public enum Status: String, CaseIterable, Hashable, Sendable {
    /// Nothing is loaded.
    case idle
    /// Something is loaded and stands at its start.
    case ready
    /// Source time advances.
    case playing
    /// Source time stands still.
    case paused
    /// The end was reached.
    case ended
  }
}

/// A fault in force.
public struct FaultMessage: Hashable, Sendable, JSONWritable {
  /// Its name, as `--fault` has it.
  public var kind: String
  /// The share of fixes that it hits, 0...1.
  public var rate: Double?
  /// How much, in milliseconds.
  public var amountMilliseconds: Double?
  /// How far, in metres.
  public var amountMeters: Double?
  /// How many fixes it hit so far.
  public var count: UInt64?

  /// Makes a fault.
  public init(
    kind: String, rate: Double? = nil, amountMilliseconds: Double? = nil,
    amountMeters: Double? = nil, count: UInt64? = nil
  ) {
    self.kind = kind
    self.rate = rate
    self.amountMilliseconds = amountMilliseconds
    self.amountMeters = amountMeters
    self.count = count
  }

  /// Writes `{kind, rate, amount_ms, amount_m, count}`.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("kind", kind)
      writer.field("rate", rate)
      writer.field("amount_ms", amountMilliseconds)
      writer.field("amount_m", amountMeters)
      writer.field("count", count)
    }
  }
}

extension StateMessage: JSONWritable {
  /// Writes the object `State`.
  public func write(to writer: inout JSONWriter) {
    writer.object { writeFields(to: &$0) }
  }

  /// Writes the fields of the object `State` into an object that has more of them.
  func writeFields(to writer: inout JSONWriter) {
    writer.field("status", status.rawValue)
    writer.field("rate", rate)
    writer.field("achievedRate", achievedRate.map(Self.rounded))
    writer.field("loop", loop)
    writer.field("generation", generation)
    writer.field("sequence", sequence)
    writer.field("sourceTime", sourceTime)
    writer.field("first", first)
    writer.field("last", last)
    writer.field("fraction", fraction)
    writer.field("policy", policy)
    writer.field("consumerDelay_ms", consumerDelayMilliseconds)
    writer.field("noise", noise)
    writer.field("faults", faults)
    writer.field("lap", lap)
    writer.field("seed", seed)
    guard rangeFrom != nil || rangeTo != nil else { return }
    writer.key("range")
    writer.object { writer in
      writer.field("from", rangeFrom)
      writer.field("to", rangeTo)
    }
  }

  private static func rounded(_ rate: Double) -> Double { (rate * 10_000).rounded() / 10_000 }
}

extension DashboardCommand.Rate: JSONWritable {
  /// Writes a number or `"max"`.
  public func write(to writer: inout JSONWriter) {
    switch self {
    case .times(let rate): rate.write(to: &writer)
    case .max: writer.text("max")
    }
  }
}

extension DashboardCommand.Loop: JSONWritable {
  /// Writes `"off"`, `"forever"`, `"bounce"` or the number of rounds.
  public func write(to writer: inout JSONWriter) {
    switch self {
    case .off: writer.text("off")
    case .forever: writer.text("forever")
    case .bounce: writer.text("bounce")
    case .count(let count): count.write(to: &writer)
    }
  }
}
