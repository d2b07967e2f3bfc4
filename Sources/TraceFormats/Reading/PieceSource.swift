/// The bytes of a file for a reader that fetches them, piece by piece.
final class PieceSource {
  /// Gets the next bytes into the beginning of a buffer, and returns how many; 0 at the end.
  typealias Fetch = (inout [UInt8], inout TraceBuilder) throws -> Int

  /// The piece in hand is the beginning of this.
  private(set) var bytes: [UInt8]
  /// How many bytes the piece in hand has.
  private(set) var count: Int
  private let fetch: Fetch

  /// Makes a source whose first piece is in hand.
  init(first bytes: [UInt8], count: Int, fetch: @escaping Fetch) {
    self.bytes = bytes
    self.count = count
    self.fetch = fetch
  }

  /// Takes the next piece in hand.
  ///
  /// - Parameter builder: Where the trace is put together so far.
  /// - Returns: False at the end.
  /// - Throws: What the fetching throws.
  func next(_ builder: inout TraceBuilder) throws -> Bool {
    count = try fetch(&bytes, &builder)
    return count > 0
  }
}

/// A reader that can also fetch its bytes itself, which its parser does faster than being fed.
protocol FetchingReader: TraceReader {
  /// Reads a file from its first piece, which is in hand, to its end, in place of `read` and `finish`.
  ///
  /// - Throws: `TraceError`, or what the source throws.
  mutating func readAll(from source: PieceSource, into builder: inout TraceBuilder) throws
}
