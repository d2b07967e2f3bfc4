/// A reader of one trace format: bytes go in by pieces, fixes and notes come out in a builder.
///
/// A reader never touches a file, so it can be fed from memory, a decompressor or a fuzzer. Pieces are
/// cut anywhere, in the middle of a number too. After `finish` or an error a reader is spent. A reader
/// belongs to one task; it checks no cancellation, its caller does between pieces.
public protocol TraceReader: SendableMetatype {
  /// The format that this reader reads.
  static var format: TraceFormat { get }

  /// Whether a file that begins with these bytes (some kilobytes, decompressed) is of this format.
  ///
  /// Only the content is asked, never the name. Formats are asked in the order of their readers in
  /// `TraceFormats.readers`, the most distinct first.
  static func recognizes(_ head: Span<UInt8>) -> Bool

  /// Makes a reader at the start of a file.
  init(options: ReadingOptions)

  /// Reads the next bytes of the file.
  mutating func read(_ piece: Span<UInt8>, into builder: inout TraceBuilder) throws(TraceError)

  /// Reads what is left at the end of the file, and notes what the end cut off.
  mutating func finish(into builder: inout TraceBuilder) throws(TraceError)
}
