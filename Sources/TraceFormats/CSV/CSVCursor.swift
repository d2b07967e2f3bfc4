/// A place in a cell that holds a date or a time.
struct CSVCursor {
  private(set) var index = 0
  private let end: Int

  init(end: Int) {
    self.end = end
  }

  var isAtEnd: Bool { index >= end }

  mutating func skip(_ byte: UInt8, in cell: Span<UInt8>) -> Bool {
    guard index < end, cell[index] == byte else { return false }
    index += 1
    return true
  }

  mutating func skipBlanks(in cell: Span<UInt8>) {
    while index < end, cell[index] == 0x20 { index += 1 }
  }

  /// The whole number of up to four digits here, and how many digits it has.
  mutating func number(in cell: Span<UInt8>) -> (value: Int, width: Int)? {
    let start = index
    var value = 0
    while index < end, index - start < 4, cell[index] &- 0x30 <= 9 {
      value = value * 10 + Int(cell[index] &- 0x30)
      index += 1
    }
    return index > start ? (value, index - start) : nil
  }

  /// Nanoseconds of the fraction digits here, cut after the ninth.
  mutating func fraction(in cell: Span<UInt8>) -> Int64 {
    var (value, scale): (Int64, Int64) = (0, 100_000_000)
    while index < end, cell[index] &- 0x30 <= 9 {
      value += Int64(cell[index] &- 0x30) * scale
      scale /= 10
      index += 1
    }
    return value
  }

  /// Whether `PM` stands here; nil when neither that nor `AM` does.
  mutating func halfOfDay(in cell: Span<UInt8>) -> Bool? {
    guard index + 2 <= end, cell[index + 1] | 0x20 == UInt8(ascii: "m") else { return nil }
    let letter = cell[index] | 0x20
    guard letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p") else { return nil }
    index += 2
    return letter == UInt8(ascii: "p")
  }

  /// Seconds ahead of UTC of `Z`, `UTC`, `+02:00`, `-0700` or `+02` here, or nil.
  mutating func offset(in cell: Span<UInt8>) -> Int? {
    if skip(UInt8(ascii: "Z"), in: cell) { return 0 }
    if cell.starts(with: "UTC", at: index) || cell.starts(with: "GMT", at: index) {
      index += 3
      return isAtEnd ? 0 : offset(in: cell)
    }
    let isBehind = skip(UInt8(ascii: "-"), in: cell)
    guard isBehind || skip(UInt8(ascii: "+"), in: cell),
      let (value, width) = number(in: cell)
    else { return nil }
    var seconds = width <= 2 ? value * 3600 : value / 100 * 3600 + value % 100 * 60
    if width <= 2, skip(UInt8(ascii: ":"), in: cell), let (minutes, _) = number(in: cell) {
      seconds += minutes * 60
    }
    return isBehind ? -seconds : seconds
  }
}
