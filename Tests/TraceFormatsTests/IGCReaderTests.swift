import Testing
import TraceFormats
import Tracks

struct IGCReaderTests {
  private func fixes(_ text: String) throws -> [Fix] {
    try Reading.text(text).tracks.flatMap(\.segments).flatMap(\.fixes)
  }

  private static let head = "AXXXABC\r\n"

  @Test(arguments: ["", "HFDTEDATE:150623,01\r\n", "HFDTE140623\r\n"])
  func p15_midnightAddsADayOnce(secondDate: String) throws {
    let text =
      Self.head + """
        HFDTE140623\r
        B2359584612584N01249706EA0098801046\r
        B2359554612584N01249706EA0098801046\r
        \(secondDate)B0000024612584N01249706EA0098801046\r\n
        """
    #expect(
      try fixes(text).map { $0.time?.iso8601Milliseconds } == [
        "2023-06-14T23:59:58.000Z", "2023-06-14T23:59:55.000Z", "2023-06-15T00:00:02.000Z",
      ])
  }

  @Test(arguments: [
    "HFDTE140623", "HFDTEDATE:140623,01", "HFDTEDATE: 140623, 01", "HFDTE 140623", "HPDTE140623",
  ])
  func p15_everyFormOfTheDateIsRead(record: String) throws {
    let text = Self.head + record + "\nB1200004612584N01249706EA0098801046\n"
    #expect(try fixes(text).map { $0.time?.iso8601Milliseconds } == ["2023-06-14T12:00:00.000Z"])
  }

  @Test func fixHasNoAltitudeWhenItIsTwoDimensional() throws {
    let text =
      Self.head + """
        HFDTE140623
        B1200004612584N01249706EA00988-0012
        B1200014612584S01249706WV0098801046
        B1200020000000N00000000EV0000000000
        B1200030000000N00000000EA0000000000

        """
    let trace = try Reading.text(text)
    let fixes = trace.tracks.flatMap(\.segments).flatMap(\.fixes)
    #expect(fixes.map(\.altitude) == [-12, nil, 0])
    #expect(
      fixes[1].coordinate
        == Coordinate(latitude: -(46 + 12.584 / 60), longitude: -(12 + 49.706 / 60)))
    #expect(trace.notes.map(\.code) == [.noPosition])
  }

  @Test func iRecordPlacesFurtherColumns() throws {
    let text =
      Self.head + """
        HFDTE140623
        I073638FXA3940SIU4143GSP4446TRT4747LAD4848LOD4950TDS
        B1200004612584N01249706EA0098801046012090361805525

        """
    let fix = try #require(try fixes(text).first)
    #expect(fix.horizontalAccuracy == 12)
    #expect(fix.satellites == 9)
    #expect(fix.speed == 10)
    #expect(fix.course == 180)
    #expect(abs(fix.coordinate.latitude - (46 + 12.5845 / 60)) < 1e-12)
    #expect(abs(fix.coordinate.longitude - (12 + 49.7065 / 60)) < 1e-12)
    #expect(fix.time?.iso8601Milliseconds == "2023-06-14T12:00:00.250Z")
  }

  @Test func withoutADateTimesOfDayAreKeptAndSaid() throws {
    let trace = try Reading.text(Self.head + "HFPLTPILOT:X\nB1200004612584N01249706EA0098801046\n")
    #expect(trace.notes.map(\.code) == [.suspectDate])
    #expect(trace.tracks[0].segments[0].fixes[0].time?.secondsSince1970 == 43_200)
    #expect(!trace.notes.map(\.message).joined().contains("PILOT"))
  }

  @Test func brokenRecordsAreSkippedAndCounted() throws {
    let trace = try Reading.text(
      Self.head + """
        HFDTE140623
        B1200004612584N01249706EA0098801046
        B12000146125x4N01249706EA0098801046
        B1200029912584N01249706EA0098801046
        B120003

        """)
    #expect(trace.tracks.map(\.fixCount) == [1])
    #expect(trace.skipped == 3)
    #expect(trace.notes.map(\.line) == [4, 5])
  }

  @Test func halfALastRecordIsDropped() throws {
    let text =
      Self.head
      + "HFDTE140623\nB1200004612584N01249706EA0098801046\nB1200014612584N01249706EA00988010"
    let trace = try Reading.text(text)
    #expect(trace.tracks.map(\.fixCount) == [1])
    #expect(trace.notes.map(\.code) == [.truncated])
    _ = try Reading.atEveryLength(Array(text.utf8))
  }

  @Test func byteOrderMarkAndLineEndsDoNotMatter() throws {
    let lines = ["AXXXABC", "HFDTE140623", "B1200004612584N01249706EA0098801046"]
    for end in ["\n", "\r\n", "\r"] {
      let text = "\u{FEFF}" + lines.joined(separator: end) + end
      #expect(try fixes(text).count == 1)
    }
  }
}
