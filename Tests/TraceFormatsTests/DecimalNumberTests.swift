import Testing

@testable import TraceFormats

struct DecimalNumberTests {
  private func value(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    return DecimalNumber.value(of: bytes.span)
  }

  /// Always the Double nearest to the text: what Swift's own reading says.
  @Test(arguments: [
    "0", "0.0", "-0", "1", "-1.5", "+2.25", "46.2", "14.4000001", "179.99999999999997", ".5", "5.",
    "1e3", "1E-7", "2.5e+10", "123456789012345678901234567890", "0.000000000000000000000000000123",
    "9007199254740993", "40.1963049732148647308349609375", "-105.1780349202454090118408203125",
    "4.35", "1e22", "1e23", "8.5e-22", "2.2250738585072014e-308", "1.7976931348623157e308",
  ])
  func isTheNearestDouble(_ text: String) throws {
    let expected = try #require(Double(text.hasSuffix(".") ? text + "0" : text))
    #expect(value(text) == expected)
    #expect(value(" \t\(text)\r\n") == expected)
  }

  @Test func everySevenDigitFractionIsExact() {
    for index in stride(from: 0, to: 1_800_000_000, by: 9_999_991) {
      let digits = String(index)
      let padded = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
      let text = padded.dropLast(7) + "." + padded.suffix(7)
      #expect(value(String(text)) == Double(text))
    }
  }

  /// PITFALLS P6: what Swift's own reading takes and a trace must not.
  @Test(arguments: [
    "", " ", "nan", "inf", "-inf", "0x10", "1e999", "1e", "1e+", ".", "-", "+-1", "1,5", "1.5.2",
    "1 2", "1_000", "--1", "1e5x", "\u{FF11}", "infinity", "1e400",
  ])
  func p06_whatIsNoNumberIsNone(_ text: String) {
    #expect(value(text) == nil)
  }

  /// The number a text begins with, and how many bytes it takes.
  private func prefix(_ text: String) -> (value: Double, end: Int)? {
    let bytes = Array(text.utf8)
    return DecimalNumber.prefix(of: bytes.span, from: 0, to: bytes.count)
  }

  @Test func prefixesStopAtTheFirstOtherByte() throws {
    let metres = try #require(prefix("374.812 m"))
    #expect(metres.value == 374.812 && metres.end == 7)
    let eggs = try #require(prefix("12eggs"))
    #expect(eggs.value == 12 && eggs.end == 2)
  }

  /// Digits are read four at a time: any other byte among them ends the number where it stands.
  @Test(arguments: 0..<9) func anyOtherByteEndsTheDigits(place: Int) throws {
    let digits = Array("987654321".utf8)
    for byte in UInt8.min...UInt8.max where byte &- 0x30 > 9 {
      var bytes = digits
      bytes[place] = byte
      bytes += Array("0000".utf8)
      // A point and an exponent go on.
      if "+-.eE".utf8.contains(byte) { continue }
      let found = DecimalNumber.prefix(of: bytes.span, from: 0, to: bytes.count)
      #expect(found?.end == (place > 0 ? place : nil))
      let expected = digits[..<place].reduce(0) { $0 * 10 + Double($1 - 0x30) }
      #expect(found?.value == (place > 0 ? expected : nil))
    }
  }
}
