/// A zip archive in memory, read as far as a KMZ needs it: stored and deflated entries, no encryption,
/// no parts larger than 4 GiB (PKWARE APPNOTE 6.3, sections 4.3.7 and 4.3.12).
struct ZipArchive {
  private var bytes: [UInt8] = []
  private let limit: Int

  /// A file in the archive.
  struct Entry {
    var name: String
    /// 0 for stored, 8 for deflated.
    fileprivate var method: Int
    fileprivate var isEncrypted: Bool
    /// Bytes in the archive, or nil when only what follows the data says.
    fileprivate var compressedSize: Int?
    /// Where its local header begins.
    fileprivate var headerOffset: Int
  }

  init(limit: Int) {
    self.limit = limit
  }

  /// Adds the next bytes of the archive.
  mutating func append(_ piece: Span<UInt8>) throws(TraceError) {
    guard bytes.count + piece.count <= limit else {
      throw TraceError(.limit, "a zip archive of more than \(limit) bytes")
    }
    bytes.reserveCapacity(bytes.count + piece.count)
    for index in piece.indices { bytes.append(piece[index]) }
  }

  /// The first entry whose name is wanted.
  func entry(where isWanted: (String) -> Bool) -> Entry? {
    entries.first { isWanted($0.name) }
  }

  /// Decompresses an entry, piece by piece.
  ///
  /// - Parameters:
  ///   - entry: Which.
  ///   - body: Gets the pieces.
  /// - Returns: Whether the entry was whole.
  /// - Throws: `TraceError` for what is not supported or too large, and what `body` throws.
  func read(
    _ entry: Entry, _ body: (Span<UInt8>) throws(TraceError) -> Void
  ) throws(TraceError) -> Bool {
    guard !entry.isEncrypted else {
      throw TraceError(.unsupported, "\(entry.name) in the archive is encrypted; unpack it first")
    }
    let header = entry.headerOffset
    guard let nameLength = number(at: header + 26, bytes: 2),
      let extraLength = number(at: header + 28, bytes: 2)
    else { return false }
    var start = header + 30 + nameLength + extraLength
    guard start <= bytes.count else { return false }
    switch (entry.method, entry.compressedSize) {
    case (0, let size?):
      let end = min(start + size, bytes.count)
      try body(bytes.span.extracting(start..<end))
      return end == start + size
    case (8, let size):
      let inflater = Inflater(.raw, limit: limit)
      let input = bytes.span.extracting(0..<min(size.map { start + $0 } ?? .max, bytes.count))
      var hasMore = true
      while hasMore {
        hasMore = try inflater.inflate(input, from: &start)
        try body(inflater.output.span)
      }
      return inflater.state == .ended
    default:
      throw TraceError(
        .unsupported, "\(entry.name) is compressed by method \(entry.method); unpack it first")
    }
  }

  /// The entries by the central directory, or by their own headers when the archive is cut before it.
  private var entries: [Entry] {
    let central = centralEntries
    return central.isEmpty ? localEntries : central
  }

  private var centralEntries: [Entry] {
    // The end record is 22 bytes and a comment of up to 64 KiB.
    var end = bytes.count - 22
    while end >= 0, end > bytes.count - 22 - 65_536, number(at: end, bytes: 4) != 0x0605_4B50 {
      end -= 1
    }
    guard end >= 0, number(at: end, bytes: 4) == 0x0605_4B50,
      let count = number(at: end + 10, bytes: 2), var place = number(at: end + 16, bytes: 4)
    else { return [] }
    var entries: [Entry] = []
    while entries.count < count, number(at: place, bytes: 4) == 0x0201_4B50,
      let flags = number(at: place + 8, bytes: 2), let method = number(at: place + 10, bytes: 2),
      let size = number(at: place + 20, bytes: 4),
      let nameLength = number(at: place + 28, bytes: 2),
      let extraLength = number(at: place + 30, bytes: 2),
      let commentLength = number(at: place + 32, bytes: 2),
      let header = number(at: place + 42, bytes: 4),
      let name = name(at: place + 46, count: nameLength)
    {
      entries.append(
        Entry(
          name: name, method: method, isEncrypted: flags & 1 != 0, compressedSize: size,
          headerOffset: header))
      place += 46 + nameLength + extraLength + commentLength
    }
    return entries
  }

  /// The entries up to the first whose own header does not say how long it is.
  private var localEntries: [Entry] {
    var entries: [Entry] = []
    var place = 0
    while number(at: place, bytes: 4) == 0x0403_4B50, let flags = number(at: place + 6, bytes: 2),
      let method = number(at: place + 8, bytes: 2), let size = number(at: place + 18, bytes: 4),
      let nameLength = number(at: place + 26, bytes: 2),
      let extraLength = number(at: place + 28, bytes: 2),
      let name = name(at: place + 30, count: nameLength)
    {
      let isSizeLater = flags & 8 != 0 && size == 0
      entries.append(
        Entry(
          name: name, method: method, isEncrypted: flags & 1 != 0,
          compressedSize: isSizeLater ? nil : size, headerOffset: place))
      if isSizeLater { break }
      place += 30 + nameLength + extraLength + size
    }
    return entries
  }

  private func number(at index: Int, bytes width: Int) -> Int? {
    guard index >= 0, index + width <= bytes.count else { return nil }
    return (0..<width).reversed().reduce(0) { $0 << 8 | Int(bytes[index + $1]) }
  }

  private func name(at index: Int, count: Int) -> String? {
    guard index >= 0, index + count <= bytes.count else { return nil }
    return bytes.span.extracting(index..<index + count).text()
  }
}
