import Testing
import TraceFormats
import Tracks

struct NMEAReaderTests {
  /// A sentence with its checksum.
  private func sentence(_ body: String) -> String {
    let sum = body.utf8.reduce(0) { $0 ^ $1 }
    let digits = String(sum, radix: 16, uppercase: true)
    return "$\(body)*\(digits.count < 2 ? "0" : "")\(digits)\r\n"
  }

  private func trace(_ bodies: [String]) throws -> Trace {
    try Reading.text(bodies.map { sentence($0) }.joined())
  }

  private func fixes(_ text: String) throws -> [Fix] {
    try Reading.text(text).tracks.flatMap(\.segments).flatMap(\.fixes)
  }

  private func times(_ fixes: [Fix]) -> [String?] { fixes.map { $0.time?.iso8601Shortest } }

  private func times(_ bodies: [String]) throws -> [String?] {
    try times(trace(bodies).tracks.flatMap(\.segments).flatMap(\.fixes))
  }

  private static let place = "3412.3000,N,04118.6000,W"

  @Test func p01_fractionsOfATime() throws {
    let fixes = try fixes(
      """
      $GPRMC,101500,A,3412.3000,N,04118.6000,W,6.1,045.0,140623,,,A*6E
      $GPRMC,101500.00397,A,3412.3000,N,04118.6000,W,6.1,045.0,140623,,,A*7D

      """)
    #expect(times(fixes) == ["2023-06-14T10:15:00Z", "2023-06-14T10:15:00.00397Z"])
    #expect(
      try times([
        "GPRMC,235959.5,A,\(Self.place),,,311216,,,A", "GPRMC,235960,A,\(Self.place),,,311216,,,A",
      ])
        == ["2016-12-31T23:59:59.5Z", "2016-12-31T23:59:59.999999999Z"])
  }

  @Test func p11_framing() throws {
    let trace = try Reading.text(
      "$GPRMC,101500.00,A,3412.3028,N,04118.6000,W,6.1,045.0,140623,,,A*4a\r\n"
        + "$GPRMC,101501.00,A,3412.3100,N,04118.5900,W,1.1,045.25,140623,,,A,V*00\n"
        + "\0$GPRMC,101504.00,A,3412.3100,N,04118.5900,W,6.1,045.0,140623,,,A*4F\r"
        + "$GPRMC,101505.00,A,3412.3200,N,0411$GPRMC,101506.00,A,3412.3300,N,04118.5700,W,6.1,045.0,"
        + "140623,,,A*41\n")
    #expect(
      times(trace.tracks[0].segments[0].fixes) == [
        "2023-06-14T10:15:00Z", "2023-06-14T10:15:01Z", "2023-06-14T10:15:04Z",
        "2023-06-14T10:15:06Z",
      ])
    #expect(trace.skipped == 1)
    #expect(trace.notes.map(\.line) == [4])
  }

  @Test func p11_wrongChecksumsAreSkippedAndMissingOnesAccepted() throws {
    let good = sentence("GPRMC,101500,A,\(Self.place),6.1,45,140623,,,A")
    let wrong = "$GPRMC,101501,A,\(Self.place),6.1,45,140623,,,A*00\n"
    let bare = "$GPRMC,101502,A,\(Self.place),6.1,45,140623,,,A\n"
    let trace = try Reading.text(good + wrong + bare)
    #expect(
      times(trace.tracks[0].segments[0].fixes) == ["2023-06-14T10:15:00Z", "2023-06-14T10:15:02Z"])
    #expect(trace.notes.map(\.code) == [.badChecksum] && trace.skipped == 1)
  }

  @Test func p07_aCutLastSentenceIsNotUsed() throws {
    let good = sentence("GPRMC,101500,A,\(Self.place),6.1,45,140623,,,A")
    let trace = try Reading.text(good + "$GPRMC,101503,A,\(Self.place),6.1")
    #expect(times(trace.tracks[0].segments[0].fixes) == ["2023-06-14T10:15:00Z"])
    #expect(trace.notes.map(\.code) == [.truncated] && trace.skipped == 1)
    // Where no sentence has a checksum, the last one is as good as the others.
    let bare = "$GPRMC,101500,A,\(Self.place),6.1,45,140623"
    #expect(try Reading.text(bare + "\n" + bare).tracks[0].fixCount == 1)
  }

  @Test func p11_twoWholeSentencesInALineAndPrefixesOfLoggers() throws {
    let first = sentence("GPRMC,101500,A,\(Self.place),6.1,45,140623,,,A").dropLast()
    let second = sentence("GNRMC,101501,A,\(Self.place),6.1,45,140623,,,A")
    let fixes = try fixes(
      "2023-06-14T10:15:00Z \\s:1,c:1*55\\" + first + second + "!AIVDM,1,1,,A,xx,0*00\n# remark\n")
    #expect(times(fixes) == ["2023-06-14T10:15:00Z", "2023-06-14T10:15:01Z"])
  }

  @Test func p12_emptyFieldsAndNoFix() throws {
    let none = try Reading.text(
      "$GPGGA,101502.00,,,,,0,00,99.99,,,,,,*61\n$GNRMC,,V,,,,,,,,,,N*4D\n$GNVTG,,,,,,,,,N*2E\n")
    #expect(none.tracks.isEmpty && none.skipped == 0)
    #expect(none.notes.map(\.code) == [.noPositions])
    let fixes = try fixes(
      "$GPGGA,101503.00,3412.3000,N,04118.6000,W,1,08,1.0,,M,45.0,M,,*53\n"
        + "$GPRMC,101503.00,A,3412.3000,N,04118.6000,W,,,140623,,,A*45\n")
    #expect(fixes.count == 1)
    #expect(fixes[0].altitude == nil && fixes[0].speed == nil && fixes[0].course == nil)
    #expect(fixes[0].satellites == 8 && fixes[0].horizontalDilution == 1)
  }

  @Test func p12_aRealFixAtZeroIsKept() throws {
    let trace = try trace(["GPRMC,101500,A,0000.0000,N,00000.0000,E,0.0,0.0,140623,,,A"])
    let fix = try #require(trace.tracks.first?.segments.first?.fixes.first)
    #expect(fix.coordinate == Coordinate(latitude: 0, longitude: 0))
    #expect(fix.speed == 0 && fix.course == 0)
  }

  @Test func p13_oneEpochIsOneFixWithItsDate() throws {
    let sentences = [
      "$GPGGA,101500.00,3412.3000,N,04118.6000,W,1,08,1.0,12.0,M,45.0,M,,*4D\n",
      "$GPRMC,101500.00,A,3412.3000,N,04118.6000,W,6.1,045.0,140623,,,A*40\n",
    ]
    for text in [sentences.joined(), sentences.reversed().joined()] {
      let fixes = try fixes(text)
      #expect(times(fixes) == ["2023-06-14T10:15:00Z"])
      #expect(fixes[0].altitude == 12 && fixes[0].course == 45)
      #expect(abs((fixes[0].speed ?? 0) - 3.138) < 0.001)
      #expect(abs(fixes[0].coordinate.latitude - 34.205) < 1e-12)
      #expect(abs(fixes[0].coordinate.longitude + 41.31) < 1e-12)
    }
  }

  @Test func p13_fixesBeforeTheFirstDateAreDatedFromIt() throws {
    #expect(
      try times([
        "GPGGA,235958,\(Self.place),1,8,1,12,M,,M,,", "GPGGA,235959,\(Self.place),1,8,1,12,M,,M,,",
        "GPGGA,000000,\(Self.place),1,8,1,12,M,,M,,", "GPRMC,000000,A,\(Self.place),,,150623,,,A",
        "GPGGA,000001,\(Self.place),1,8,1,12,M,,M,,",
      ]) == [
        "2023-06-14T23:59:58Z", "2023-06-14T23:59:59Z", "2023-06-15T00:00:00Z",
        "2023-06-15T00:00:01Z",
      ])
  }

  @Test func midnightWithoutANewDateIsTheNextDay() throws {
    #expect(
      try times([
        "GPRMC,235959,A,\(Self.place),,,140623,,,A", "GPGGA,000000,\(Self.place),1,8,1,12,M,,M,,",
        "GPGGA,235959.5,\(Self.place),1,8,1,12,M,,M,,",
        "GPGGA,000001,\(Self.place),1,8,1,12,M,,M,,",
      ]) == [
        "2023-06-14T23:59:59Z", "2023-06-15T00:00:00Z", "2023-06-14T23:59:59.5Z",
        "2023-06-15T00:00:01Z",
      ])
  }

  @Test func smallStepsBackStayOnTheirDay() throws {
    #expect(
      try times([
        "GPRMC,101505,A,\(Self.place),,,140623,,,A", "GPRMC,101502,A,\(Self.place),,,140623,,,A",
        "GPGGA,011502,\(Self.place),1,8,1,12,M,,M,,",
      ]) == ["2023-06-14T10:15:05Z", "2023-06-14T10:15:02Z", "2023-06-14T01:15:02Z"])
  }

  @Test func timesWithoutAnyDateAreCountedFrom1970AndSaid() throws {
    let trace = try trace([
      "GPGGA,235959,\(Self.place),1,8,1,12,M,,M,,", "GPGGA,000001,\(Self.place),1,8,1,12,M,,M,,",
    ])
    #expect(
      times(trace.tracks[0].segments[0].fixes) == ["1970-01-01T23:59:59Z", "1970-01-02T00:00:01Z"])
    #expect(trace.notes.map(\.code) == [.noDate])
  }

  @Test func p14_weekRolloverIsMovedOnlyWhenAsked() throws {
    let text = "$GPRMC,101500.00,A,3412.3000,N,04118.6000,W,6.1,045.0,150904,,,A*4B\n"
    #expect(try times(fixes(text)) == ["2004-09-15T10:15:00Z"])
    var options = ReadingOptions()
    options.weekRolloverReferenceDay = CivilTime.daysSince1970(year: 2024, month: 1, day: 1)
    let moved = try Reading.text(text, options: options)
    #expect(times(moved.tracks[0].segments[0].fixes) == ["2024-05-01T10:15:00Z"])
    #expect(moved.notes.map(\.code) == [.suspectDate])
  }

  @Test func p14_impossibleAndFarDatesAreNoted() throws {
    let early = try trace(["GPRMC,101500,A,\(Self.place),,,070898,,,A"])
    #expect(times(early.tracks[0].segments[0].fixes) == ["1998-08-07T10:15:00Z"])
    #expect(early.notes.map(\.code) == [.suspectDate])
    let far = try trace([
      "GPRMC,101500,A,\(Self.place),,,140623,,,A", "GPRMC,101501,A,\(Self.place),,,140603,,,A",
    ])
    #expect(far.notes.map(\.code) == [.suspectDate])
  }

  @Test func everySentenceAddsItsPart() throws {
    let trace = try trace([
      "GNGNS,101500,\(Self.place),AN,12,0.7,33.5,47.0,,", "GPVTG,12.5,T,,M,10.0,N,18.5,K,A",
      "GNGST,101500,1.0,,,,3.0,4.0,5.0", "GPZDA,101500,14,06,2023,00,00",
    ])
    let fix = try #require(trace.tracks.first?.segments.first?.fixes.first)
    #expect(fix.time?.iso8601Shortest == "2023-06-14T10:15:00Z")
    #expect(fix.altitude == 33.5 && fix.satellites == 12 && fix.horizontalDilution == 0.7)
    #expect(fix.course == 12.5 && abs((fix.speed ?? 0) - 5.14444) < 1e-4)
    #expect(fix.horizontalAccuracy == 5 && fix.verticalAccuracy == 5)
  }

  @Test func oldVTGWithoutLettersAndGSA() throws {
    let trace = try trace([
      "GPGLL,\(Self.place),101500,A", "GPVTG,054.7,034.4,005.5,010.2",
      "GPGSA,A,3,01,04,,,,,,,,,,,1.6,0.9,1.3",
    ])
    let fix = try #require(trace.tracks.first?.segments.first?.fixes.first)
    #expect(fix.course == 54.7 && abs((fix.speed ?? 0) - 5.5 * 1852 / 3600) < 1e-12)
    #expect(fix.horizontalDilution == 0.9)
  }

  @Test func positionsWithoutTimesAreFixesOfTheirOwn() throws {
    let trace = try trace(["ECGLL,\(Self.place)", "ECGLL,3412.4000,N,04118.6000,W,,A"])
    #expect(trace.tracks[0].segments[0].fixes.map(\.time) == [nil, nil])
    #expect(trace.notes.map(\.code) == [.untimed])
  }

  @Test func voidSentencesAreNoFixAndSimulatedOnesAreSaid() throws {
    let trace = try trace([
      "GPRMC,101500,V,\(Self.place),,,140623,,,N", "GPGLL,\(Self.place),101501,V",
      "GNGNS,101502,\(Self.place),NN,12,0.7,33.5,47.0,,",
      "GPGGA,101503,\(Self.place),8,8,1,12,M,,M,,",
    ])
    #expect(times(trace.tracks[0].segments[0].fixes) == ["2023-06-14T10:15:03Z"])
    #expect(trace.notes.map(\.code) == [.estimatedFix])
  }

  @Test(arguments: [
    "9912.3000,N,04118.6000,W", "3460.0000,N,04118.6000,W", "3412.3000,X,04118.6000,W",
    "abc,N,04118.6000,W", "3412.3000,N,19918.6000,,",
  ])
  func badPositionsAreSkippedAndCounted(_ place: String) throws {
    let trace = try trace(["GPRMC,101500,A,\(place),,,140623,,,A"])
    #expect(trace.tracks.isEmpty && trace.skipped == 1)
    #expect(trace.notes.first?.code == .badPosition)
  }

  @Test func aByteOrderMarkAndAnyPiecesAreRead() throws {
    let text =
      "\u{FEFF}"
      + (0..<5).map { sentence("GPRMC,10150\($0),A,\(Self.place),6.1,45,140623,,,A") }.joined()
    let whole = try Reading.text(text)
    #expect(whole.tracks[0].fixCount == 5)
    for size in [1, 2, 3, 64, 65, 1000] {
      #expect(try Reading.inPieces(Array(text.utf8), of: size) == whole)
    }
    for end in ["\r", "\n"] {
      #expect(try Reading.text(text.replacing("\r\n", with: end)) == whole)
    }
  }

  @Test func aFileCutAtEveryByteNeverLosesWhatWasWhole() throws {
    let text = (0..<4).map {
      sentence("GPGGA,10150\($0),\(Self.place),1,8,1,12,M,,M,,")
        + sentence("GPRMC,10150\($0),A,\(Self.place),6.1,45,140623,,,A")
    }.joined()
    let counts = try Reading.atEveryLength(Array(text.utf8))
    #expect(counts == counts.sorted() && counts.last == 4)
  }
}
