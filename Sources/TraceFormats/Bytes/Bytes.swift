extension Span where Element == UInt8 {
  /// Whether the bytes here begin with a text.
  func starts(with text: StaticString, at start: Int = 0) -> Bool {
    let length = text.utf8CodeUnitCount
    guard start >= 0, count - start >= length else { return false }
    return text.withUTF8Buffer { expected in
      for index in 0..<length where unsafe expected[index] != self[start + index] { return false }
      return true
    }
  }

  /// Whether the bytes are exactly a text.
  func equals(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && starts(with: text)
  }

  /// The first index of a text from a place on, or nil.
  func firstIndex(of text: StaticString, from start: Int = 0) -> Int? {
    guard text.utf8CodeUnitCount > 0 else { return start }
    var index = start
    while index + text.utf8CodeUnitCount <= count {
      if starts(with: text, at: index) { return index }
      index += 1
    }
    return nil
  }

  /// The first index of a byte from a place on, or nil.
  func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    var index = start
    while index < count {
      if self[index] == byte { return index }
      index += 1
    }
    return nil
  }

  /// The number that some places hold, or nil when there is anything but digits or more than nine.
  func digits(_ places: Range<Int>) -> Int? {
    guard places.upperBound <= count, places.count <= 9 else { return nil }
    var value = 0
    for place in places {
      let digit = self[place] &- 0x30
      guard digit <= 9 else { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }

  /// The bytes without white space at both ends.
  var trimmedRange: Range<Int> {
    var (start, end) = (0, count)
    while start < end, self[start] <= 0x20 { start += 1 }
    while end > start, self[end - 1] <= 0x20 { end -= 1 }
    return start..<end
  }

  /// The text of the bytes in UTF-8, read as Windows-1252 when they are not sound UTF-8.
  ///
  /// Windows-1252 is Latin-1 with signs in place of control characters, so that Latin-1 is read too.
  func text() -> String {
    let bytes = (0..<count).map { self[$0] }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(bytes.map(Windows1252.scalar)))
  }

  /// The text without white space at both ends, or nil when nothing is left.
  func trimmedText() -> String? {
    let range = trimmedRange
    return range.isEmpty ? nil : extracting(range).text()
  }
}

/// The single-byte encoding of old Western files, which contains Latin-1's printable characters.
enum Windows1252 {
  /// The character of a byte; the five bytes without one give U+FFFD.
  static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
    return Unicode.Scalar(high[Int(byte) - 0x80]) ?? "\u{FFFD}"
  }

  /// Appends bytes to a buffer of UTF-8.
  static func transcode(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
    for index in bytes.indices {
      let byte = bytes[index]
      if byte < 0x80 {
        output.append(byte)
      } else {
        output.append(contentsOf: String(scalar(byte)).utf8)
      }
    }
  }

  private static let high: [UInt16] = [
    0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
  ]
}
