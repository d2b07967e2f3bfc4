/// Decimal numbers in bytes, without a String in between and without regard to any locale.
enum DecimalNumber {
  /// Reads a text that is one decimal number, white space around it passed over.
  ///
  /// A sign, digits with a point among them, and an exponent of ten: nothing else, so that `nan`,
  /// `inf` and `0x10` are no numbers. A number too large for a Double is none either. The result is
  /// the Double nearest to the text, always.
  static func value(of bytes: Span<UInt8>) -> Double? {
    var (start, end) = (0, bytes.count)
    while start < end, bytes[start] <= 0x20 { start += 1 }
    while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
    guard let (value, stop) = prefix(of: bytes, from: start, to: end), stop == end else {
      return nil
    }
    return value
  }

  /// Reads a whole number, white space around it passed over, or nil; fractions are rounded.
  static func integer(of bytes: Span<UInt8>) -> Int? {
    guard let value = value(of: bytes), abs(value) < 1e15 else { return nil }
    return Int(value.rounded())
  }

  /// Reads the decimal number that some bytes begin with.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - start: Where the number begins; no white space is passed over.
  ///   - end: Where the text ends, at most its count.
  /// - Returns: The number and the index after its last byte, or nil when there is none.
  static func prefix(
    of bytes: Span<UInt8>, from start: Int, to end: Int
  ) -> (value: Double, end: Int)? {
    precondition(start >= 0 && end <= bytes.count, "a number lies in its text")
    var index = start
    var isNegative = false
    if index < end, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
      isNegative = bytes[index] == UInt8(ascii: "-")
      index += 1
    }
    var mantissa: UInt64 = 0
    var scale = 0
    var digits = Self.digits(of: bytes, from: &index, to: end, into: &mantissa)
    if index < end, bytes[index] == UInt8(ascii: ".") {
      index += 1
      let fraction = Self.digits(of: bytes, from: &index, to: end, into: &mantissa)
      scale = -fraction
      digits += fraction
    }
    guard digits > 0 else { return nil }
    if index < end, let (exponent, afterExponent) = self.exponent(of: bytes, from: index, to: end) {
      scale += exponent
      index = afterExponent
    }
    // A mantissa below 2⁵³ and a power of ten up to 10²² are both exact, so that one operation on
    // them rounds once: the nearest Double. 19 digits always fit in the mantissa.
    if digits <= 19, mantissa <= 1 << 53, scale >= -22, scale <= 22 {
      let exact = Double(mantissa)
      let value = scale < 0 ? exact / powersOfTen[-scale] : exact * powersOfTen[scale]
      return (isNegative ? -value : value, index)
    }
    return slowValue(of: bytes, from: start, to: index).map { ($0, index) }
  }

  /// Passes over digits, appends them to a number and returns how many they are.
  @inline(__always)
  private static func digits(
    of bytes: Span<UInt8>, from index: inout Int, to end: Int, into number: inout UInt64
  ) -> Int {
    let start = index
    // Unchecked, since `prefix` asked for the bounds and these loops see every digit of a file.
    while index &+ 4 <= end {
      let text = unsafe bytes.bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: index, as: UInt32.self)
      // Four bytes at a time, the first the lowest; a digit is at most 9 and leaves its highest bit
      // clear when 0x76 is added.
      let digits = UInt32(littleEndian: text) ^ 0x3030_3030
      guard (digits &+ 0x7676_7676 | digits) & 0x8080_8080 == 0 else { break }
      let pairs = (digits &* 10 &+ digits >> 8) & 0x00FF_00FF
      let four = (pairs &* 100 &+ pairs >> 16) & 0xFFFF
      number = number &* 10_000 &+ UInt64(four)
      index &+= 4
    }
    while index < end {
      let digit = unsafe bytes[unchecked: index] &- 0x30
      if digit > 9 { break }
      number = number &* 10 &+ UInt64(digit)
      index &+= 1
    }
    return index &- start
  }

  /// The exponent at a place, and the index after it; nil when there is no whole one.
  private static func exponent(
    of bytes: Span<UInt8>, from start: Int, to end: Int
  ) -> (value: Int, end: Int)? {
    guard start < end, bytes[start] | 0x20 == UInt8(ascii: "e") else { return nil }
    var index = start + 1
    var isNegative = false
    if index < end, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
      isNegative = bytes[index] == UInt8(ascii: "-")
      index += 1
    }
    let digitsStart = index
    var value = 0
    while index < end, bytes[index] &- 0x30 <= 9 {
      value = min(value * 10 + Int(bytes[index] &- 0x30), 100_000)
      index += 1
    }
    guard index > digitsStart else { return nil }
    return (isNegative ? -value : value, index)
  }

  private static func slowValue(of bytes: Span<UInt8>, from start: Int, to end: Int) -> Double? {
    var text = ""
    for index in start..<end { text.unicodeScalars.append(Unicode.Scalar(bytes[index])) }
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
