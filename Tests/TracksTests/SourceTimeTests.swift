import Testing
import Tracks

struct SourceTimeTests {
  private func nanoseconds(_ text: String) -> Int64? { ISO8601Time(text)?.time.nanoseconds }

  private static let tenOClock: Int64 = 1_714_557_600_000_000_000

  /// PITFALLS P1: any number of digits, point or comma, mixed in one file.
  @Test(arguments: [
    ("2024-05-01T10:00:00Z", 0), ("2024-05-01T10:00:00.5Z", 500_000_000),
    ("2024-05-01T10:00:01.25Z", 1_250_000_000),
    ("2024-05-01T10:00:02.123456789Z", 2_123_456_789),
    ("2024-05-01T10:00:02.1234567899Z", 2_123_456_789),
    ("2024-05-01T10:00:03,5Z", 3_500_000_000), ("2024-05-01T10:00:00.00397Z", 3_970_000),
  ])
  func p01_fractionsOfAnyLength(_ text: String, _ offset: Int64) {
    #expect(nanoseconds(text) == Self.tenOClock + offset)
  }

  /// PITFALLS P1: second 60 is accepted, and the order never falls.
  @Test func p01_leapSecondsKeepTheOrder() throws {
    let texts = [
      "2016-12-31T23:59:59.5Z", "2016-12-31T23:59:60Z", "2016-12-31T23:59:60.5Z",
      "2017-01-01T00:00:00Z",
    ]
    let times = try texts.map { try #require(nanoseconds($0)) }
    #expect(times == times.sorted())
    #expect(times[0] < times[1] && times[2] < times[3])
  }

  /// PITFALLS P2: offsets with and without a colon are applied, none is UTC and said.
  @Test func p02_offsets() throws {
    let expected: Int64 = Self.tenOClock + 7 * 3_600_000_000_000
    #expect(nanoseconds("2024-05-01T10:00:00-07:00") == expected)
    #expect(nanoseconds("2024-05-01T10:00:01-0700") == expected + 1_000_000_000)
    #expect(nanoseconds("2024-05-01T10:00:01-07") == expected + 1_000_000_000)
    #expect(nanoseconds("2024-05-01T17:00:02Z") == expected + 2_000_000_000)
    #expect(nanoseconds("2021-01-07T21:51:59.179+01:15") == nanoseconds("2021-01-07T20:36:59.179Z"))
    let naive = try #require(ISO8601Time("2024-05-01T10:00:00"))
    #expect(naive.time.nanoseconds == Self.tenOClock)
    #expect(!naive.hasOffset)
    #expect(ISO8601Time("2024-05-01T10:00:00Z")?.hasOffset == true)
  }

  @Test(arguments: [
    ("2024-05-01", "2024-05-01T00:00:00Z"), ("2024-05", "2024-05-01T00:00:00Z"),
    ("2024", "2024-01-01T00:00:00Z"), ("2024-05-01 10:00", "2024-05-01T10:00:00Z"),
    ("\n 2024-05-01t10:00:00z ", "2024-05-01T10:00:00Z"),
    ("2024-05-01T10:00+02:00", "2024-05-01T08:00:00Z"),
    ("1901-12-13T20:45:52.207343Z", "1901-12-13T20:45:52.207343Z"),
  ])
  func shortForms(_ text: String, _ expected: String) {
    #expect(ISO8601Time(text)?.time.iso8601Shortest == expected)
  }

  @Test(arguments: [
    "", " ", "P37S", "now", "2024-13-01T00:00:00Z", "2023-02-29T00:00:00Z", "2024-05-01T24:00:00Z",
    "2024-05-01T10:60:00Z", "2024-05-01T10:00:61Z", "2024-05-01T10:00:00.Z", "2024-05-01T10:00:00X",
    "2024-05-01T10:00:00Z!", "2024-05-01T10", "24-05-01T10:00:00Z", "0001-01-01T00:00:00Z",
    "2024-05-01T10:00:00+25:00", "9999-12-31T00:00:00Z",
  ])
  func whatIsNoTimeIsNone(_ text: String) {
    #expect(ISO8601Time(text) == nil)
  }

  @Test func textsOfATime() {
    let time = SourceTime(nanoseconds: Self.tenOClock + 999_999_999)
    #expect(time.iso8601Milliseconds == "2024-05-01T10:00:00.999Z")
    #expect(time.iso8601Shortest == "2024-05-01T10:00:00.999999999Z")
    #expect(SourceTime(nanoseconds: -1).iso8601Shortest == "1969-12-31T23:59:59.999999999Z")
    #expect(SourceTime(nanoseconds: Self.tenOClock).iso8601Shortest == "2024-05-01T10:00:00Z")
    #expect(
      SourceTime(nanoseconds: Self.tenOClock + 20_000_000).iso8601Shortest
        == "2024-05-01T10:00:00.02Z")
  }

  @Test func durationsBetweenTheEndsOfTimeDoNotOverflow() {
    let start = SourceTime(nanoseconds: .min + 1)
    let end = SourceTime(nanoseconds: .max)
    #expect(start.nanoseconds(to: end) == .max)
    #expect(end.nanoseconds(to: start) == .min)
    #expect(end.advanced(by: .seconds(1)) == end)
    #expect(start.advanced(by: .seconds(-1)) == start)
    #expect(end.advanced(by: .seconds(1_000_000_000_000)) == end)
    #expect(start.duration(to: SourceTime(nanoseconds: .min + 1_000_000_001)) == .seconds(1))
  }

  @Test func secondsRoundToNanoseconds() {
    #expect(SourceTime(secondsSince1970: 1.5)?.nanoseconds == 1_500_000_000)
    #expect(SourceTime(secondsSince1970: .nan) == nil)
    #expect(SourceTime(secondsSince1970: 1e11) == nil)
    #expect(SourceTime(nanoseconds: -1).microseconds == -1)
    #expect(SourceTime(nanoseconds: -1000).microseconds == -1)
    #expect(SourceTime(nanoseconds: 1999).microseconds == 1)
  }
}
