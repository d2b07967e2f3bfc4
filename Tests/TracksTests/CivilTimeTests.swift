import Testing
import Tracks

struct CivilTimeTests {
  /// Days since 1970 as `date -u -d DATE +%s` gives them, divided by 86 400.
  @Test(arguments: [
    (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (2000, 3, 1, 11_017),
    (1900, 3, 1, -25_508), (2024, 5, 1, 19_844), (2100, 3, 1, 47_541), (1677, 9, 22, -106_751),
    (2262, 4, 11, 106_751),
  ])
  func daysOfTheCalendar(_ year: Int, _ month: Int, _ day: Int, _ days: Int) {
    #expect(CivilTime.daysSince1970(year: year, month: month, day: day) == days)
    let time = CivilTime(SourceTime(nanoseconds: Int64(days) * 86_400_000_000_000))
    #expect(time == CivilTime(year: year, month: month, day: day))
  }

  @Test func everyDayOf800YearsFollowsTheOneBefore() {
    var days = CivilTime.daysSince1970(year: 1677, month: 1, day: 1)
    for year in 1677...2262 {
      for month in 1...12 {
        for day in 1...CivilTime.daysIn(month: month, year: year) {
          guard CivilTime.daysSince1970(year: year, month: month, day: day) == days else {
            Issue.record("\(year)-\(month)-\(day)")
            return
          }
          days += 1
        }
      }
    }
  }

  @Test func partsOutOfRangeAreNoInstant() {
    let sound = CivilTime(year: 2024, month: 2, day: 29, hour: 23, minute: 59, second: 60)
    #expect(sound.sourceTime() != nil)
    for change: (inout CivilTime) -> Void in [
      { $0.year = 2023 }, { $0.month = 0 }, { $0.month = 13 }, { $0.day = 30 }, { $0.day = 0 },
      { $0.hour = 24 }, { $0.minute = 60 }, { $0.second = 61 }, { $0.nanosecond = 1_000_000_000 },
      { $0.year = 1600 }, { $0.year = 2300 },
    ] {
      var time = sound
      change(&time)
      #expect(time.sourceTime() == nil)
    }
  }

  @Test func offsetsAreTakenOff() throws {
    let time = CivilTime(year: 2024, month: 1, day: 1, hour: 0, minute: 30)
    let instant = try #require(time.sourceTime(offsetSeconds: 3600))
    #expect(instant.iso8601Shortest == "2023-12-31T23:30:00Z")
  }
}
