/// What became of the elements that a stage was offered.
///
/// `offered = delivered + dropped + pending` holds after every call: each element is offered once
/// and waits until it is either delivered or dropped.
///
/// | stage | offered | delivered | dropped | pending |
/// | --- | --- | --- | --- | --- |
/// | `source` | due | emitted | lost to faults, or skipped when late | – |
/// | `broadcast` | emitted | handed to every subscriber | void, since a seek came first | in hand |
/// | `consumer` | put into its buffer | taken by it | displaced, or left when it went | waiting |
/// | `socket` | queued | written | replaced by a newer one | queued |
public struct StageCounters: Hashable, Sendable {
  /// Elements that came to the stage.
  public private(set) var offered: UInt64 = 0
  /// Elements that went on from it.
  public private(set) var delivered: UInt64 = 0
  /// Elements that were lost in it.
  public private(set) var dropped: UInt64 = 0
  /// Elements that wait in it.
  public private(set) var pending: UInt64 = 0

  /// Makes counters at zero.
  public init() {}

  /// Makes counters from what became of the elements; as many were offered.
  public init(delivered: UInt64, dropped: UInt64, pending: UInt64) {
    offered = delivered + dropped + pending
    self.delivered = delivered
    self.dropped = dropped
    self.pending = pending
  }

  /// Counts elements that came and now wait.
  public mutating func offer(_ count: UInt64 = 1) {
    offered += count
    pending += count
  }

  /// Counts elements that waited and went on.
  ///
  /// - Parameter count: At most as many as are pending; more is a defect of the caller and traps.
  public mutating func deliver(_ count: UInt64 = 1) {
    precondition(count <= pending, "More elements are delivered than wait")
    pending -= count
    delivered += count
  }

  /// Counts elements that waited and are lost.
  ///
  /// - Parameter count: At most as many as are pending; more is a defect of the caller and traps.
  public mutating func drop(_ count: UInt64 = 1) {
    precondition(count <= pending, "More elements are dropped than wait")
    pending -= count
    dropped += count
  }

  /// Whether every element offered is accounted for.
  public var isConserved: Bool { offered == delivered + dropped + pending }

  /// The share of the offered elements that was dropped, 0...1, or nil when none was offered.
  public var dropRatio: Double? {
    offered == 0 ? nil : Double(dropped) / Double(offered)
  }

  /// Adds the counts of another stage, or of the same stage for another subscriber.
  public static func + (left: StageCounters, right: StageCounters) -> StageCounters {
    var sum = left
    sum += right
    return sum
  }

  /// Adds the counts of another stage, or of the same stage for another subscriber.
  public static func += (left: inout StageCounters, right: StageCounters) {
    left.offered += right.offered
    left.delivered += right.delivered
    left.dropped += right.dropped
    left.pending += right.pending
  }
}
