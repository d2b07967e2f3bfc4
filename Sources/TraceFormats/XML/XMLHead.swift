/// What the first bytes of an XML document say: how it is encoded, and what its root is.
struct XMLHead {
  /// How the bytes are turned into characters.
  enum Encoding: Equatable {
    /// UTF-8, or plain ASCII.
    case utf8
    /// UTF-16 in one of its byte orders, by the name iconv knows it.
    case utf16(name: String)
    /// Windows-1252 or Latin-1.
    case windows1252
    /// Another encoding, by the name the declaration gives it.
    case other(name: String)
  }

  /// The encoding: a byte order mark wins over the declaration, and the bytes over a declared UTF-16
  /// that they are not.
  private(set) var encoding = Encoding.utf8
  /// How many bytes stand before the first `<`: a byte order mark, blank lines, text that is no XML.
  private(set) var skipped = 0
  /// How many line ends are in what is skipped.
  private(set) var skippedLines = 0
  /// Whether more than white space is skipped.
  private(set) var skipsText = false

  /// Looks at the first bytes of a document.
  init(_ bytes: Span<UInt8>) {
    if bytes.count >= 2, bytes[0] == 0xFF, bytes[1] == 0xFE {
      encoding = .utf16(name: "UTF-16LE")
      skipped = 2
      return
    }
    if bytes.count >= 2, bytes[0] == 0xFE, bytes[1] == 0xFF {
      encoding = .utf16(name: "UTF-16BE")
      skipped = 2
      return
    }
    if bytes.count >= 4, bytes[0] == UInt8(ascii: "<"), bytes[1] == 0, bytes[3] == 0 {
      encoding = .utf16(name: "UTF-16LE")
      return
    }
    if bytes.count >= 4, bytes[0] == 0, bytes[1] == UInt8(ascii: "<"), bytes[2] == 0 {
      encoding = .utf16(name: "UTF-16BE")
      return
    }
    let hasMark = bytes.starts(with: "\u{FEFF}")
    var start = hasMark ? 3 : 0
    while start < bytes.count, bytes[start] != UInt8(ascii: "<") {
      if bytes[start] == UInt8(ascii: "\n") { skippedLines += 1 }
      if bytes[start] > 0x20 { skipsText = true }
      start += 1
    }
    skipped = start
    if !hasMark, let name = Self.declaredEncoding(bytes, from: start) {
      encoding = Self.encoding(named: name)
    }
  }

  private static func encoding(named name: String) -> Encoding {
    switch name.lowercased() {
    case "windows-1252", "cp1252", "iso-8859-1", "iso8859-1", "latin1", "latin-1": .windows1252
    case "utf-8", "utf8", "us-ascii", "ascii": .utf8
    // The declaration could be read byte by byte, so it is not in the encoding it names.
    case let name where name.hasPrefix("utf-16") || name.hasPrefix("ucs-2"): .utf8
    default: .other(name: name)
    }
  }

  private static func declaredEncoding(_ bytes: Span<UInt8>, from start: Int) -> String? {
    guard bytes.starts(with: "<?xml", at: start),
      let end = bytes.firstIndex(of: "?>", from: start)
    else { return nil }
    let declaration = bytes.extracting(start..<end)
    guard let key = declaration.firstIndex(of: "encoding"),
      let equals = declaration.firstIndex(of: UInt8(ascii: "="), from: key)
    else { return nil }
    var index = equals + 1
    while index < declaration.count, declaration[index] <= 0x20 { index += 1 }
    guard index < declaration.count,
      declaration[index] == UInt8(ascii: "\"") || declaration[index] == UInt8(ascii: "'"),
      let close = declaration.firstIndex(of: declaration[index], from: index + 1)
    else { return nil }
    return declaration.extracting(index + 1..<close).text()
  }

  /// The local name of the root element of the document that begins with some bytes, or nil when it
  /// has no such or they end before it.
  static func rootName(in bytes: Span<UInt8>) -> String? {
    let head = XMLHead(bytes)
    guard case .utf16(let name) = head.encoding else {
      return rootName(in: bytes, from: head.skipped)
    }
    // Names and signs of the prolog are ASCII: every other byte of UTF-16 says them.
    var narrow: [UInt8] = []
    var index = head.skipped + (name == "UTF-16BE" ? 1 : 0)
    while index < bytes.count {
      narrow.append(bytes[index])
      index += 2
    }
    return rootName(in: narrow.span, from: 0)
  }

  private static func rootName(in bytes: Span<UInt8>, from start: Int) -> String? {
    var index = start
    while let open = bytes.firstIndex(of: UInt8(ascii: "<"), from: index) {
      if bytes.starts(with: "<?", at: open) {
        guard let end = bytes.firstIndex(of: "?>", from: open) else { return nil }
        index = end + 2
      } else if bytes.starts(with: "<!--", at: open) {
        guard let end = bytes.firstIndex(of: "-->", from: open) else { return nil }
        index = end + 3
      } else if bytes.starts(with: "<!", at: open) {
        // A document type may hold declarations in brackets.
        guard var end = bytes.firstIndex(of: UInt8(ascii: ">"), from: open) else { return nil }
        if let bracket = bytes.firstIndex(of: UInt8(ascii: "["), from: open), bracket < end {
          guard let close = bytes.firstIndex(of: "]>", from: bracket) else { return nil }
          end = close + 1
        }
        index = end + 1
      } else {
        return name(in: bytes, from: open + 1)
      }
    }
    return nil
  }

  private static func name(in bytes: Span<UInt8>, from start: Int) -> String? {
    var localStart = start
    var end = start
    while end < bytes.count, bytes[end] > 0x20, bytes[end] != UInt8(ascii: ">"),
      bytes[end] != UInt8(ascii: "/")
    {
      if bytes[end] == UInt8(ascii: ":") { localStart = end + 1 }
      end += 1
    }
    guard end > localStart, end < bytes.count else { return nil }
    return bytes.extracting(localStart..<end).text()
  }
}
