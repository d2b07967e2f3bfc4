/// What the process has used of the machine.
public struct ProcessFigures: Hashable, Sendable {
  /// Processor time in user and system mode since the process began.
  public var cpuTime: Duration
  /// Resident memory in bytes.
  public var residentBytes: UInt64
  /// The most resident memory there ever was, in bytes.
  public var peakResidentBytes: UInt64
  /// How many threads there are.
  public var threads: Int

  /// Makes figures.
  public init(cpuTime: Duration, residentBytes: UInt64, peakResidentBytes: UInt64, threads: Int) {
    self.cpuTime = cpuTime
    self.residentBytes = residentBytes
    self.peakResidentBytes = peakResidentBytes
    self.threads = threads
  }
}
