import Testing
import TraceFormats
import Tracks

struct SignalKReaderTests {
  private static let vessel = "vessels.urn:mrn:imo:mmsi:211000001"

  /// A delta of one value.
  private static func delta(
    _ path: String, _ value: String, at time: String, from source: String = "can0.3",
    of context: String = vessel
  ) -> String {
    #"{"context":"\#(context)","updates":[{"$source":"\#(source)","timestamp":"2024-05-01T\#(time)Z","#
      + #""values":[{"path":"\#(path)","value":\#(value)}]}]}"#
  }

  private static let log = [
    delta("navigation.speedOverGround", "3.5", at: "10:00:00.000"),
    delta("navigation.courseOverGroundTrue", "-1.5707963267948966", at: "10:00:00.100", from: "x"),
    delta(
      "navigation.position", #"{"longitude":-8.25,"latitude":47.5,"altitude":12}"#,
      at: "10:00:00.250"),
    delta(
      "navigation.position", #"{"longitude":9,"latitude":48}"#, at: "10:00:00.500", from: "ais"),
    delta(
      "navigation.position", #"{"longitude":1,"latitude":2}"#, at: "10:00:01.000", of: "vessels.b"),
    delta("navigation.position", #"{"longitude":-8.25,"latitude":47.6}"#, at: "10:00:10.250"),
  ]

  @Test func positionsCarryTheLastSpeedAndCourse() throws {
    let trace = try Reading.text(Self.log.map { $0 + "\n" }.joined())
    #expect(trace.format == .signalk)
    #expect(trace.tracks.map(\.name) == ["urn:mrn:imo:mmsi:211000001", "b"])
    let fixes = trace.tracks[0].segments[0].fixes
    #expect(fixes.map(\.coordinate.latitude) == [47.5, 47.6])
    #expect(fixes[0].coordinate.longitude == -8.25)
    #expect(fixes[0].time?.nanoseconds == 1_714_557_600_250_000_000)
    #expect((fixes[0].altitude, fixes[0].speed, fixes[0].course) == (12, 3.5, 270))
    // Ten seconds later they say nothing.
    #expect((fixes[1].altitude, fixes[1].speed, fixes[1].course) == (nil, nil, nil))
  }

  @Test func aFurtherReceiverIsPassedOverAndTold() throws {
    let trace = try Reading.text(Self.log.map { $0 + "\n" }.joined())
    #expect(trace.notes.map(\.code) == ["other-receiver"])
    #expect(trace.notes.first?.line == 4)
    #expect(trace.skipped == 0)
  }

  @Test func rawLogsHaveTimesOfArrivalAndSentences() throws {
    let lines = [
      #"1714557600000;can0;{"updates":[{"values":[{"value":{"latitude":1,"longitude":2},"path":"navigation.position"}]}]}"#,
      "1714557600500;gps;$GPRMC,100000.5,A,0100.0000,N,00200.0000,E,10.0,90.0,010524,,,A",
      "1714557601000;can0;2024-05-01T10:00:01.000Z,2,129025,3,255,8,00,00,00,00,00,00,00,00",
    ]
    let trace = try Reading.text(lines.map { $0 + "\n" }.joined())
    #expect(trace.format == .signalk)
    #expect(trace.tracks.map(\.name) == ["self", "NMEA 0183"])
    let times = trace.tracks.map { $0.segments[0].fixes[0].time?.nanoseconds }
    #expect(times == [1_714_557_600_000_000_000, 1_714_557_600_500_000_000])
    #expect(trace.notes.map(\.code) == ["other-messages"])
  }

  @Test func sentencesAloneAreNMEA() throws {
    let trace = try Reading.text(
      "1714557600500;N;$GPRMC,100000.5,A,0100.0000,N,00200.0000,E,10.0,90.0,010524,,,A\n")
    #expect(trace.format == .nmea)
    #expect(trace.tracks.map(\.fixCount) == [1])
  }

  @Test func brokenLinesAreSkippedAndTold() throws {
    let text = Self.log[2] + "\nnonsense\n" + Self.log[5].dropLast(9)
    let trace = try Reading.text(text)
    #expect(trace.tracks.map(\.fixCount) == [1])
    #expect(trace.skipped == 2)
    #expect(trace.notes.map(\.code) == [.malformed, .truncated])
  }

  @Test func valuesOutsideTheirPlaceMeanNothing() throws {
    let text =
      #"{"updates":[{"meta":[{"path":"navigation.position","value":{"latitude":1,"longitude":2}}],"#
      + #""values":[{"path":"a.b","value":{"latitude":3,"longitude":4}},"#
      + #"{"path":"navigation.position","value":null}]}]}"# + "\n"
    let trace = try Reading.text(text)
    #expect(trace.tracks.isEmpty)
    #expect(trace.notes.map(\.code) == [.noPositions])
  }
}
