import Testing

@testable import rastro

struct RunSummaryTests {
  @Test func numbersHaveTheirDigits() {
    #expect(RunSummary.fixed(12.6, digits: 0) == "13")
    #expect(RunSummary.fixed(0, digits: 0) == "0")
    #expect(RunSummary.fixed(0.05, digits: 1) == "0.1")
    #expect(RunSummary.fixed(3.014, digits: 2) == "3.01")
    #expect(RunSummary.fixed(-1.5, digits: 3) == "-1.500")
  }
}
