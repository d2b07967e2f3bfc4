import Testing

@testable import TraceFormats

struct TextOutputTests {
  private func text(_ append: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    append(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      (0.0, "0"), (1, "1"), (-1.5, "-1.5"), (46.2, "46.2"), (1e-5, "0.00001"),
      (-1.25e-7, "-0.000000125"), (1e16, "10000000000000000"),
      (1.5e17, "150000000000000000"),
      (1.2345e20, "123450000000000000000"), (2.2250738585072014e-308, nil),
      (1.7976931348623157e308, nil),
      (179.99999999999997, "179.99999999999997"), (100, "100"),
    ] as [(Double, String?)])
  func shortestHasNoExponentAndReadsBack(_ value: Double, _ expected: String?) {
    let text = text { $0.append(shortest: value) }
    if let expected { #expect(text == expected) }
    #expect(Double(text) == value)
    #expect(!text.contains("e"))
  }

  @Test(arguments: [
    (1.005, 2, "1.00"), (0.125, 2, "0.13"), (-0.125, 2, "-0.13"), (-0.001, 2, "0.00"), (7, 0, "7"),
    (59.999996, 5, "60.00000"), (12.5, 3, "12.500"),
  ])
  func fixedDigits(_ value: Double, _ digits: Int, _ expected: String) {
    #expect(text { $0.append(fixed: value, digits: digits) } == expected)
  }

  @Test func widthsAreFilled() {
    #expect(text { $0.append(fixed: 5.25, digits: 1, width: 3) } == "005.3")
    #expect(text { $0.append(integer: 7, width: 2) } == "07")
    #expect(text { $0.append(integer: -7, width: 3) } == "-007")
  }

  @Test func xmlIsEscapedAndForbiddenSignsAreLeftOut() {
    #expect(text { $0.append(xml: "a<b>&\"c\u{1}\u{FFFE}\t é") } == "a&lt;b&gt;&amp;&quot;c\t é")
  }

  @Test func jsonIsEscaped() {
    #expect(text { $0.append(json: "a\"\\\n\u{1}é") } == "\"a\\\"\\\\\\n\\u0001é\"")
  }
}
