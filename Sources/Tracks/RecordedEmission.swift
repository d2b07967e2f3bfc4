/// How a fix of a recording left the player that made the recording.
public struct RecordedEmission: Hashable, Sendable {
  /// Its place among all that the player emitted, of all vehicles.
  public var sequence: UInt64
  /// When it left, on the clock of what was played; faults may have put it off.
  public var time: SourceTime

  /// Makes a record of an emission.
  public init(sequence: UInt64, time: SourceTime) {
    self.sequence = sequence
    self.time = time
  }
}
