import StreamMetrics
import Testing

@Suite struct RateWindowTests {
  @Test func isUnknownUntilAWindowIsWhole() {
    var window = RateWindow()
    #expect(window.rate(at: .zero) == nil)
    window.record(at: .milliseconds(100))
    #expect(window.rate(at: .milliseconds(999)) == nil)
    #expect(window.rate(at: .seconds(1)) == 1)
  }

  @Test func givesTheCountOfTheLastWholeSecond() {
    var window = RateWindow()
    for tenth in 0..<35 { window.record(2, at: .milliseconds(tenth * 100)) }
    #expect(window.rate(at: .milliseconds(3500)) == 20)
    #expect(window.rate(at: .seconds(4)) == 10)
    #expect(window.rate(at: .milliseconds(5500)) == 0)
  }

  @Test func doesNotTakeAPartOfASecondForAWhole() {
    var window = RateWindow()
    window.record(at: .milliseconds(900))
    #expect(window.rate(at: .seconds(1)) == nil)
    window.record(7, at: .milliseconds(1500))
    #expect(window.rate(at: .seconds(2)) == 7)
  }

  @Test func countsLateElementsInTheNewestWindow() {
    var window = RateWindow()
    window.record(at: .zero)
    window.record(at: .seconds(1))
    window.record(at: .milliseconds(500))
    #expect(window.rate(at: .seconds(2)) == 2)
  }
}
