/// Something that goes wrong with the signal.
///
/// Times are source time, so that the rate changes nothing.
public struct Fault: Hashable, Sendable {
  /// What goes wrong.
  public var kind: Kind
  /// The share of fixes that it befalls, 0...1.
  public var rate: Double
  /// How long it takes: the delay, the longest jitter, the freeze, or the error of the clock.
  public var amount: Duration
  /// How far a jump goes, in metres.
  public var meters: Double
  /// How much faster the clock of a `skew` runs, as a share: 1e-6 is one part per million.
  public var drift: Double
  /// When it is in force, from the start; nil is always.
  public var from: Duration?
  /// Until when it is in force, from the start; nil is always.
  public var to: Duration?

  /// What goes wrong.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A fix is lost.
    case drop
    /// A fix comes later than it was made.
    case delay
    /// A fix comes later than it was made by a time that varies.
    case jitter
    /// A fix comes twice.
    case duplicate
    /// A fix comes after the one that follows it.
    case reorder
    /// The position stays the same for a while, though fixes keep coming.
    case freeze
    /// A fix lies elsewhere.
    case jump
    /// The receiver's clock is wrong.
    case skew
  }

  /// Makes a fault; amounts that are not given are its kind's usual ones.
  ///
  /// - Parameters:
  ///   - kind: What goes wrong.
  ///   - rate: The share of fixes that it befalls, 0...1.
  ///   - amount: How long it takes; nil is 1 s, and 5 s for a freeze.
  ///   - meters: How far a jump goes; nil is 100 m.
  ///   - drift: How much faster the clock of a `skew` runs, as a share.
  ///   - from: When it begins to be in force, from the start.
  ///   - to: When it ceases to be in force, from the start.
  public init(
    _ kind: Kind, rate: Double = 1, amount: Duration? = nil, meters: Double? = nil,
    drift: Double = 0, from: Duration? = nil, to: Duration? = nil
  ) {
    self.kind = kind
    self.rate = rate
    self.amount = amount ?? (kind == .freeze ? .seconds(5) : .seconds(1))
    self.meters = meters ?? 100
    self.drift = drift
    self.from = from
    self.to = to
  }
}

/// A fault and how often it struck.
public struct FaultCount: Hashable, Sendable {
  /// The fault.
  public var fault: Fault
  /// How many fixes it befell since it was switched on.
  public var count: Int

  /// Makes a count.
  public init(_ fault: Fault, count: Int = 0) {
    self.fault = fault
    self.count = count
  }
}
