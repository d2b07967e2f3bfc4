import Tracks

/// Where the fields of one sentence are in its line.
///
/// Field 0 is the address (`GPRMC`); a field that the sentence does not have reads as empty.
struct NMEAFields {
  /// How many fields there are, at most `capacity`; what is beyond is not kept.
  private(set) var count = 1
  /// Whether the sentence ends in a checksum, and if so whether it is right.
  private(set) var checksum = Checksum.missing

  /// What a sentence says of itself at its end.
  enum Checksum {
    case missing
    case right
    case wrong
  }

  private static let capacity = 24
  // Field i lies between bounds[i] and the byte before bounds[i + 1].
  private var bounds = InlineArray<25, Int32>(repeating: 0)

  /// The index after the sentence: behind its checksum, at what begins another, or the line's end.
  private(set) var end: Int
  /// Whether another sentence begins where this one is cut.
  private(set) var isCutByAnother = false

  /// Finds the fields of the sentence that begins at a place of a line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - start: The index after the `$`.
  init(_ line: Span<UInt8>, from start: Int) {
    bounds[0] = Int32(start)
    end = start
    let (index, sum) = scan(line, from: start)
    bounds[count] = Int32(index + 1)
    end = index
    guard index < line.count, line[index] == UInt8(ascii: "*") else { return }
    guard index + 2 < line.count, let high = Self.hexadecimal(line[index + 1]),
      let low = Self.hexadecimal(line[index + 2])
    else {
      // A star with less than two digits behind it is a cut sentence.
      checksum = .wrong
      end = index + 1
      return
    }
    checksum = high << 4 | low == sum ? .right : .wrong
    end = index + 3
  }

  /// Finds the commas up to what ends the sentence: its star, the beginning of another, the line's end.
  ///
  /// Eight bytes at a time, since this sees every byte of a file: all signs that mean something lie below
  /// the hyphen, and most words have one or none of them.
  ///
  /// - Returns: Where the sentence ends, and the exclusive or of its bytes.
  private mutating func scan(_ line: Span<UInt8>, from start: Int) -> (end: Int, sum: UInt8) {
    let hyphens: UInt64 = 0x2D2D_2D2D_2D2D_2D2D
    let highBits: UInt64 = 0x8080_8080_8080_8080
    var index = start
    var sums: UInt64 = 0
    while index + 8 <= line.count {
      // In bounds by the loop's condition.
      let word = unsafe UInt64(
        littleEndian: line.bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: index, as: UInt64.self))
      // The high bit of each byte below a hyphen, and of some above one that is; those are let pass.
      var signs = (word &- hyphens) & ~word & highBits
      while signs != 0 {
        let place = signs.trailingZeroBitCount >> 3
        if ends(at: index + place, in: line) {
          let before = place == 0 ? 0 : word & (UInt64.max >> UInt64(64 - place * 8))
          return (index + place, Self.folded(sums ^ before))
        }
        signs &= signs - 1
      }
      sums ^= word
      index += 8
    }
    var sum = Self.folded(sums)
    while index < line.count, !ends(at: index, in: line) {
      sum ^= line[index]
      index += 1
    }
    return (index, sum)
  }

  /// Takes a sign: notes a comma, and says whether it ends the sentence.
  private mutating func ends(at index: Int, in line: Span<UInt8>) -> Bool {
    switch line[index] {
    case UInt8(ascii: ","):
      if count < Self.capacity {
        bounds[count] = Int32(index + 1)
        count += 1
      }
      return false
    case UInt8(ascii: "*"): return true
    case UInt8(ascii: "$"), UInt8(ascii: "!"):
      isCutByAnother = true
      return true
    default: return false
    }
  }

  private static func folded(_ word: UInt64) -> UInt8 {
    var word = word
    word ^= word >> 32
    word ^= word >> 16
    word ^= word >> 8
    return UInt8(truncatingIfNeeded: word)
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  /// The place of a field in the line.
  func range(_ index: Int) -> Range<Int> {
    guard index < count else { return 0..<0 }
    let start = Int(bounds[index])
    return start..<max(start, Int(bounds[index + 1]) - 1)
  }

  /// The only byte of a field, or nil when it is empty or longer.
  func letter(_ index: Int, in line: Span<UInt8>) -> UInt8? {
    let range = range(index)
    return range.count == 1 ? line[range.lowerBound] : nil
  }

  /// The number in a field, or nil when it is empty or none.
  func number(_ index: Int, in line: Span<UInt8>) -> Double? {
    let range = range(index)
    guard !range.isEmpty,
      let (value, end) = DecimalNumber.prefix(
        of: line, from: range.lowerBound, to: range.upperBound),
      end == range.upperBound
    else { return nil }
    return value
  }

  /// The digits at some places of a field as a number, or nil when they are not all there.
  private static func digits(
    _ line: Span<UInt8>, _ range: Range<Int>, _ places: Range<Int>
  ) -> Int? {
    guard range.count >= places.upperBound else { return nil }
    var value = 0
    for place in places {
      let digit = line[range.lowerBound + place] &- 0x30
      guard digit <= 9 else { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }

  /// Degrees of a field `dddmm.mmmm` with its hemisphere in the next, or nil when either says nothing.
  func degrees(_ index: Int, in line: Span<UInt8>) -> Double? {
    let range = range(index)
    var point = range.lowerBound
    while point < range.upperBound, line[point] != UInt8(ascii: ".") { point += 1 }
    let minutesStart = max(range.lowerBound, point - 2)
    guard !range.isEmpty, point - range.lowerBound <= 6,
      let (minutes, end) = DecimalNumber.prefix(
        of: line, from: minutesStart, to: range.upperBound),
      end == range.upperBound, minutes >= 0, minutes < 60
    else { return nil }
    var degrees = 0
    for place in range.lowerBound..<minutesStart {
      let digit = line[place] &- 0x30
      guard digit <= 9 else { return nil }
      degrees = degrees * 10 + Int(digit)
    }
    let value = Double(degrees) + minutes / 60
    switch letter(index + 1, in: line) {
    case UInt8(ascii: "N"), UInt8(ascii: "E"), UInt8(ascii: "n"), UInt8(ascii: "e"): return value
    case UInt8(ascii: "S"), UInt8(ascii: "W"), UInt8(ascii: "s"), UInt8(ascii: "w"): return -value
    default: return nil
    }
  }

  /// Nanoseconds since midnight of a field `hhmmss` with any fraction, or nil when it says none; blanks
  /// around it are passed over.
  ///
  /// A leap second is the last nanosecond of its minute.
  func timeOfDay(_ index: Int, in line: Span<UInt8>) -> Int64? {
    var (start, end) = (range(index).lowerBound, range(index).upperBound)
    while start < end, line[start] == 0x20 { start += 1 }
    while end > start, line[end - 1] == 0x20 { end -= 1 }
    guard let hour = Self.digits(line, start..<end, 0..<2),
      let minute = Self.digits(line, start..<end, 2..<4),
      let second = Self.digits(line, start..<end, 4..<6), hour < 24, minute < 60, second <= 60
    else { return nil }
    var place = start + 6
    var nanoseconds: Int64 = 0
    if place < end {
      guard line[place] == UInt8(ascii: ".") else { return nil }
      place += 1
      var scale: Int64 = 100_000_000
      while place < end {
        let digit = line[place] &- 0x30
        guard digit <= 9 else { return nil }
        nanoseconds += Int64(digit) * scale
        scale /= 10
        place += 1
      }
    }
    if second == 60 { nanoseconds = 999_999_999 }
    let seconds = Int64(hour * 3600 + minute * 60 + min(second, 59))
    return seconds * 1_000_000_000 + nanoseconds
  }

  /// Days since 1970 of a field `ddmmyy`, or nil when it says none; 69 to 99 are of the last century.
  func day(_ index: Int, in line: Span<UInt8>) -> Int? {
    let range = range(index)
    guard range.count == 6, let day = Self.digits(line, range, 0..<2),
      let month = Self.digits(line, range, 2..<4), let year = Self.digits(line, range, 4..<6)
    else { return nil }
    return Self.day(year: year >= 69 ? 1900 + year : 2000 + year, month: month, day: day)
  }

  /// Days since 1970 of three fields day, month and year of four digits, or nil when they say none.
  func day(from index: Int, in line: Span<UInt8>) -> Int? {
    guard let day = number(index, in: line), let month = number(index + 1, in: line),
      let year = number(index + 2, in: line), (1...31).contains(day), (1...12).contains(month),
      (1970...2260).contains(year)
    else { return nil }
    return Self.day(year: Int(year), month: Int(month), day: Int(day))
  }

  private static func day(year: Int, month: Int, day: Int) -> Int? {
    guard (1...12).contains(month), day >= 1, day <= CivilTime.daysIn(month: month, year: year)
    else { return nil }
    return CivilTime.daysSince1970(year: year, month: month, day: day)
  }
}
