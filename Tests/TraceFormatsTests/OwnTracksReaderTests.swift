import Testing
import TraceFormats
import Tracks

struct OwnTracksReaderTests {
  private static let log = [
    "2024-05-01T10:00:03Z\t*                 \t"
      + #"{"_type":"location","tid":"ab","tst":1714557600,"lat":47.5,"lon":-8.25,"acc":12,"alt":421,"vac":3,"vel":36,"cog":270,"batt":80}"#,
    "2024-05-01T10:00:04Z\tlwt               \t" + #"{"_type":"lwt","tst":1714557601}"#,
    "2024-05-01T10:00:05Z\t*                 \tRESTART",
    "2024-05-01T10:00:06Z\t*                 \t"
      + #"{"lat":-1,"_type":"location","lon":2,"topic":"owntracks/jo/phone"}"#,
    "2024-05-01T10:00:07Z\t*                 \t"
      + #"{"_type":"location","tid":"ab","tst":1714557590,"lat":47.6,"lon":-8.25}"#,
  ].map { $0 + "\n" }.joined()

  @Test func messagesAreFixesInTheOrderOfArrival() throws {
    let trace = try Reading.text(Self.log)
    #expect(trace.format == .owntracks)
    #expect(trace.tracks.map(\.name) == ["ab", "owntracks/jo/phone"])
    let fixes = trace.tracks[0].segments[0].fixes
    #expect(
      fixes.map { $0.time?.nanoseconds } == [1_714_557_600_000_000_000, 1_714_557_590_000_000_000])
    let first = fixes[0]
    #expect((first.coordinate.latitude, first.coordinate.longitude) == (47.5, -8.25))
    // 36 km/h.
    #expect((first.altitude, first.speed, first.course) == (421, 10, 270))
    #expect((first.horizontalAccuracy, first.verticalAccuracy) == (12, 3))
    #expect((fixes[1].altitude, fixes[1].speed, fixes[1].course) == (nil, nil, nil))
  }

  @Test func withoutATimeOfItsOwnAMessageHasThatOfItsArrival() throws {
    let fix = try Reading.text(Self.log).tracks[1].segments[0].fixes[0]
    #expect(fix.time?.nanoseconds == 1_714_557_606_000_000_000)
  }

  @Test func otherMessagesAreToldOnce() throws {
    let trace = try Reading.text(Self.log)
    #expect(trace.notes.map(\.code) == ["other-messages"])
    #expect(trace.notes.first?.count == 2)
    #expect(trace.skipped == 0)
  }

  @Test func messagesAloneAreReadToo() throws {
    let message = #"{"_type":"location","lat":1,"lon":2,"tst":1714557600}"#
    let trace = try Reading.text("\(message)\n\(message)\n")
    #expect(trace.format == .owntracks)
    #expect(trace.tracks.map(\.fixCount) == [2])
  }

  @Test func brokenLinesAreSkippedAndTold() throws {
    let trace = try Reading.text(
      Self.log + "what is this\n2024-05-01T10:00:08Z\t*\t{\"_type\":\"loc")
    #expect(trace.tracks.map(\.fixCount) == [2, 1])
    #expect(trace.skipped == 2)
    #expect(trace.notes.map(\.code) == ["other-messages", .malformed, .truncated])
  }
}
