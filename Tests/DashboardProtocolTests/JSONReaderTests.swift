import DashboardProtocol
import Testing

struct JSONReaderTests {
  @Test(arguments: [
    ("null", JSONValue.null), (" true ", .boolean(true)), ("-0", .integer(0)), ("12", .integer(12)),
    ("1.5e2", .number(150)), ("9223372036854775808", .number(9_223_372_036_854_775_808)),
    (#""a\n\u00e9\ud83d\ude80\/""#, .text("a\né🚀/")), (#""\ud83d""#, .text("\u{FFFD}")),
    ("[1,[],{}]", .array([.integer(1), .array([]), .object([])])),
    (#"{"b":1,"a":2}"#, .object([JSONMember("b", .integer(1)), JSONMember("a", .integer(2))])),
  ])
  func reads(text: String, expected: JSONValue) throws {
    #expect(try JSONReader.read(Array(text.utf8)) == expected)
  }

  @Test(arguments: [
    "", " ", "nul", "01", "1.", "-", "1e", "1e999", "[1,]", "[1 2]", #"{"a"}"#, #"{"a":1,}"#,
    "{a:1}",
    #""abc"#, #""\x""#, #""\u12g4""#, "\"\u{1}\"", "1 2", "NaN", "Infinity", "'a'",
  ])
  func refuses(text: String) {
    #expect(throws: JSONReader.Failure.self) { try JSONReader.read(Array(text.utf8)) }
  }

  @Test func refusesTextThatIsNotUTF8() {
    #expect(throws: JSONReader.Failure.self) { try JSONReader.read([0x22, 0xC3, 0x28, 0x22]) }
  }

  @Test func limitsNesting() throws {
    let deep = Array(repeating: UInt8(ascii: "["), count: 100_000)
    #expect(throws: JSONReader.Failure.self) { try JSONReader.read(deep) }
    let allowed = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(throws: Never.self) { try JSONReader.read(Array(allowed.utf8)) }
  }
}
