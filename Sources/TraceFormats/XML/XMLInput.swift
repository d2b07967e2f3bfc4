/// What libxml2 fetches a document from: a source of pieces, recoded where they need it.
final class XMLInput {
  /// Whether the document has come to its end.
  private(set) var hasEnded = false
  /// What stopped the fetching.
  private(set) var error: (any Error)?
  private let source: PieceSource
  private var recoding: XMLRecoding
  private var isRecoded: Bool
  /// How much of the piece in hand libxml2 has.
  private var offset: Int

  /// Makes the input of a document that begins in the piece in hand.
  init(_ source: PieceSource, skipping skipped: Int, encoding: XMLHead.Encoding) {
    self.source = source
    recoding = XMLRecoding(encoding)
    let piece = source.bytes
    isRecoded = recoding.recodes(piece.span.extracting(skipped..<source.count))
    offset = isRecoded ? 0 : skipped
  }

  /// Notes what was wrong with the document's encoding.
  func noteFaults(in builder: inout TraceBuilder) { recoding.noteFaults(in: &builder) }

  /// Copies the next bytes of the document into a buffer: as many as it holds, since libxml2 takes fewer
  /// for all that there are within a tag.
  ///
  /// - Returns: How many; less than the buffer holds at the end and after an error.
  func read(into buffer: UnsafeMutableRawBufferPointer, _ builder: inout TraceBuilder) -> Int {
    var filled = 0
    while filled < buffer.count {
      let end = isRecoded ? recoding.bytes.count : source.count
      if offset < end {
        let count = min(end - offset, buffer.count - filled)
        let piece = isRecoded ? recoding.bytes : source.bytes
        unsafe piece.withUnsafeBytes { bytes in
          unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            .copyMemory(from: .init(rebasing: bytes[offset..<offset + count]))
        }
        offset += count
        filled += count
      } else if hasEnded || error != nil {
        break
      } else {
        takeNext(&builder)
      }
    }
    return filled
  }

  private func takeNext(_ builder: inout TraceBuilder) {
    offset = 0
    do {
      if try source.next(&builder) {
        let piece = source.bytes
        isRecoded = recoding.recodes(piece.span.extracting(0..<source.count))
        return
      }
    } catch {
      self.error = error
    }
    hasEnded = error == nil
    recoding.finish()
    isRecoded = true
  }
}
