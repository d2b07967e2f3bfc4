/// Turns pieces of a document into UTF-8, which is all that libxml2 is given: its own converters end a
/// document at the first byte that they do not know.
struct XMLRecoding {
  /// The last piece recoded.
  private(set) var bytes: [UInt8] = []
  private let encoding: XMLHead.Encoding
  private var repair = UTF8Repair()
  /// Converts what is neither UTF-8 nor Windows-1252; nil where iconv does not know it or the declaration,
  /// which can be read as ASCII, could not stand in it.
  private let converter: EncodingConverter?

  init(_ encoding: XMLHead.Encoding) {
    self.encoding = encoding
    converter =
      switch encoding {
      case .utf8, .windows1252: nil
      case .utf16(let name): EncodingConverter(name, unit: 2)
      case .other(let name): EncodingConverter(extendingASCII: name)
      }
  }

  /// Recodes a piece into `bytes`, unless it can be taken as it is.
  ///
  /// - Returns: Whether it was recoded.
  mutating func recodes(_ piece: Span<UInt8>) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    if let converter {
      converter.append(piece, to: &bytes)
    } else if encoding == .windows1252 {
      Windows1252.transcode(piece, into: &bytes)
    } else if repair.passes(piece) {
      return false
    } else {
      repair.append(piece, to: &bytes)
    }
    return true
  }

  /// Puts into `bytes` what waited for the rest of a character when the document ended.
  mutating func finish() {
    bytes.removeAll(keepingCapacity: true)
    repair.finish(to: &bytes)
    converter?.finish(to: &bytes)
  }

  /// Notes what was wrong with the encoding.
  func noteFaults(in builder: inout TraceBuilder) {
    if case .other(let name) = encoding, converter == nil {
      builder.note(
        .encoding, line: 1,
        "the declared encoding \(name.prefix(40)) is unknown or not that of the bytes; read as UTF-8"
      )
    }
    if repair.hasRepaired {
      builder.note(.encoding, "bytes that are not UTF-8 were read as Windows-1252")
    }
    if converter?.hasReplaced == true {
      builder.note(.encoding, "bytes that are no characters of the file's encoding became \u{FFFD}")
    }
  }
}
