/// How a trace is to be read.
public struct ReadingOptions: Hashable, Sendable {
  /// The limits beyond which a file is refused.
  public var limits = ReadingLimits()
  /// Whether the first thing that would be skipped and counted is an error instead.
  public var isStrict = false
  /// Whether dates that a receiver's week counter rolled back are moved by whole rollovers
  /// (7168 days) to the nearest this day, in days since 1970; nil leaves dates as they are.
  public var weekRolloverReferenceDay: Int?
  /// Which columns of a CSV file mean what, beyond what its header says: `lat=3,lon=4` counted from 1
  /// or by header name.
  public var csvColumns: [String: String] = [:]

  /// Makes the default options.
  public init() {}
}

/// Limits on what one trace may ask of the machine, each a clear error when it is passed.
public struct ReadingLimits: Hashable, Sendable {
  /// Bytes after decompression.
  public var decompressedBytes = 4 << 30
  /// Points of all kinds.
  public var points = 50_000_000
  /// Nested elements of XML, or nested values of JSON.
  public var depth = 128
  /// Bytes of one line of a text format, or of one attribute or text of XML.
  public var lineBytes = 4 << 20

  /// Makes the default limits.
  public init() {}
}
