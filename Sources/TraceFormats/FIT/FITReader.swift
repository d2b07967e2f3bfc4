import Tracks

/// Reads Garmin FIT (protocol 1 and 2): activities, courses, and files chained after one another.
///
/// The rules where readers of FIT differ:
/// - A wrong checksum of the file or its header is noted and the points are kept; a header checksum of
///   0 means that there is none.
/// - A file that stops in the middle, or names a local message it never defined, gives the points up to
///   that byte and a note. A header whose data size is 0 was never completed by its recorder: its
///   records are read to the end of the file.
/// - Each chained file with positions is one track of one segment. The timer's stops and starts are
///   noted, and make no new segment: positions go on, and the pause is there to see in the times.
/// - The type's invalid value means absent, field by field; 0 is a value. A record without position
///   gives a sensor sample.
/// - A time below 0x10000000 counts from the device's start, not from the epoch: it is kept as if it
///   did, so that the pace is right, and noted as a suspect date.
struct FITReader: TraceReader {
  static let format = TraceFormat.fit

  static func recognizes(_ head: Span<UInt8>) -> Bool {
    head.count >= 12 && head[0] >= 12 && head.starts(with: ".FIT", at: 8)
  }

  private var state = State.header
  /// Bytes read and not yet decoded, from `start` on.
  private var pending: [UInt8] = []
  private var start = 0
  /// Offset in the file of `pending[start]`.
  private var offset = 0
  private var checksum = FITChecksum()
  private var decoder = FITDecoder()

  private enum State {
    case header
    /// Records, until this offset in the file; nil when the header does not say.
    case records(end: Int?)
    /// What follows a record that makes no sense, until this offset.
    case passingOver(end: Int?)
    case checksum
  }

  init(options: ReadingOptions) {}

  mutating func read(_ piece: Span<UInt8>, into builder: inout TraceBuilder) throws(TraceError) {
    pending.removeFirst(start)
    start = 0
    pending.reserveCapacity(pending.count + piece.count)
    for index in piece.indices { pending.append(piece[index]) }
    while try advance(into: &builder) {}
  }

  mutating func finish(into builder: inout TraceBuilder) throws(TraceError) {
    decoder.finishTrack(into: &builder)
    switch state {
    case .header:
      if offset == 0 { throw TraceError(.truncated, "the file stops in its header") }
      if start < pending.count {
        builder.note(
          .truncated, "\(pending.count - start) bytes after the last FIT file were ignored")
      }
    case .records(end: nil):
      builder.note(
        .truncated, "the recorder did not complete the file; what it had written is kept")
    case .records, .checksum:
      builder.note(
        .truncated,
        "the file stops at byte \(offset + pending.count - start); what was whole is kept")
    case .passingOver:
      break
    }
  }

  /// Takes the next whole part out of the pending bytes; false when it needs more of them.
  private mutating func advance(into builder: inout TraceBuilder) throws(TraceError) -> Bool {
    switch state {
    case .header:
      return try readHeader(into: &builder)
    case .records(let end):
      if let end, offset >= end {
        state = .checksum
        return true
      }
      return try readRecord(end: end, into: &builder)
    case .passingOver(let end):
      let count = min(pending.count - start, end.map { $0 - offset } ?? .max)
      consume(count)
      if offset == end { state = .checksum }
      return offset == end
    case .checksum:
      guard pending.count - start >= 2 else { return false }
      consume(2)
      // A checksum over its own bytes as well comes to 0.
      if checksum.value != 0 {
        builder.note(
          .badChecksum, "the checksum of the file is wrong; the points were kept")
      }
      decoder.finishTrack(into: &builder)
      state = .header
      return true
    }
  }

  private mutating func readHeader(into builder: inout TraceBuilder) throws(TraceError) -> Bool {
    guard start < pending.count else { return false }
    let size = Int(pending[start])
    guard pending.count - start >= max(size, 12) else { return false }
    guard Self.recognizes(pending.span.extracting(start...)) else {
      if offset == 0 { throw TraceError(.malformed, "the FIT header is damaged") }
      builder.note(.malformed, "what follows at byte \(offset) is no FIT file and was ignored")
      state = .passingOver(end: nil)
      return true
    }
    let dataSize = (4..<8).reversed().reduce(0) { $0 << 8 | Int(pending[start + $1]) }
    let stated = size >= 14 ? Int(pending[start + 12]) | Int(pending[start + 13]) << 8 : 0
    checksum = FITChecksum()
    consume(min(size, 12))
    if stated != 0, stated != Int(checksum.value) {
      builder.note(.badChecksum, "the checksum of the FIT header is wrong; the points were kept")
    }
    consume(size - min(size, 12))
    state = .records(end: dataSize == 0 ? nil : offset + dataSize)
    decoder.beginFile(into: &builder)
    return true
  }

  private mutating func readRecord(
    end: Int?, into builder: inout TraceBuilder
  ) throws(TraceError) -> Bool {
    let place = start
    switch decoder.recordSize(pending, at: place) {
    case .needsMore:
      return false
    case .undefinedMessage(let local):
      builder.note(
        .malformed,
        "byte \(offset) uses local message \(local), which is not defined; the rest was ignored")
      state = .passingOver(end: end)
      return true
    case .size(let size):
      guard pending.count - place >= size else { return false }
      if let end, offset + size > end {
        builder.note(.malformed, "the record at byte \(offset) is longer than the file says")
        state = .passingOver(end: end)
        return true
      }
      consume(size)
      try decoder.decode(pending, at: place, into: &builder)
      return true
    }
  }

  private mutating func consume(_ count: Int) {
    for index in start..<start + count { checksum.add(pending[index]) }
    start += count
    offset += count
  }
}
