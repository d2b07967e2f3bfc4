/// The fields of one record of separated values, their quotes taken off (RFC 4180).
///
/// All fields lie in one buffer that the next record uses again.
struct CSVFields {
  /// The contents of the fields behind one another.
  private(set) var text: [UInt8] = []
  private var ends: [Int] = []

  /// The number of fields.
  var count: Int { ends.count }

  /// Where a field stands in the text, white space and NULs at both ends left out; empty for a field
  /// that the record does not have.
  func range(of field: Int) -> Range<Int> {
    guard field < ends.count else { return 0..<0 }
    let start = field == 0 ? 0 : ends[field - 1]
    let trimmed = text.span.extracting(start..<ends[field]).trimmedRange
    return start + trimmed.lowerBound..<start + trimmed.upperBound
  }

  /// The text of a field without white space at both ends.
  func string(of field: Int) -> String {
    text.span.extracting(range(of: field)).text()
  }

  /// Turns the one comma of a field without a point into a point.
  mutating func replaceDecimalComma(in field: Int) {
    var comma: Int?
    for index in range(of: field) {
      switch text[index] {
      case UInt8(ascii: "."): return
      case UInt8(ascii: ","):
        if comma != nil { return }
        comma = index
      default: break
      }
    }
    if let comma { text[comma] = UInt8(ascii: ".") }
  }

  /// Splits a record.
  ///
  /// - Parameters:
  ///   - record: One line, or several where quotes hold line ends.
  ///   - delimiter: What stands between fields.
  ///   - quotes: Whether quotes around a field count; else they are part of it.
  /// - Returns: Whether the last quote was closed.
  mutating func split(_ record: Span<UInt8>, at delimiter: UInt8, quotes: Bool = true) -> Bool {
    text.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    let quote = UInt8(ascii: "\"")
    var isQuoted = false
    var isAtStart = true
    var index = 0
    while index < record.count {
      let byte = record[index]
      index += 1
      if isQuoted {
        guard byte == quote else {
          text.append(byte)
          continue
        }
        if index < record.count, record[index] == quote {
          text.append(quote)
          index += 1
        } else {
          isQuoted = false
        }
      } else if byte == delimiter {
        ends.append(text.count)
        isAtStart = true
      } else if quotes, isAtStart, byte == quote {
        isQuoted = true
        isAtStart = false
      } else {
        text.append(byte)
        // Blanks before a quote are no content of the field.
        if byte != 0x20 { isAtStart = false }
      }
    }
    ends.append(text.count)
    return !isQuoted
  }
}
