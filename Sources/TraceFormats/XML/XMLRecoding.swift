/// Turns pieces of a document into what libxml2 is given: UTF-8, or what it converts itself.
struct XMLRecoding {
  /// The last piece recoded.
  private(set) var bytes: [UInt8] = []
  private let encoding: XMLHead.Encoding
  private var repair = UTF8Repair()

  init(_ encoding: XMLHead.Encoding) {
    self.encoding = encoding
  }

  /// Whether bytes that are not UTF-8 were read as Windows-1252.
  var hasRepaired: Bool { repair.hasRepaired }

  /// Recodes a piece into `bytes`, unless it can be taken as it is.
  ///
  /// - Returns: Whether it was recoded.
  mutating func recodes(_ piece: Span<UInt8>) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    switch encoding {
    case .utf8 where !repair.passes(piece): repair.append(piece, to: &bytes)
    case .windows1252: Windows1252.transcode(piece, into: &bytes)
    case .utf8, .utf16, .other: return false
    }
    return true
  }

  /// Puts into `bytes` what waited for the rest of a character when the document ended.
  mutating func finish() {
    bytes.removeAll(keepingCapacity: true)
    repair.finish(to: &bytes)
  }
}
