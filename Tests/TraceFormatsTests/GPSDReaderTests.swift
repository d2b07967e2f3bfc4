import Testing
import TraceFormats
import Tracks

struct GPSDReaderTests {
  private static let log = """
    {"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}
    {"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/a","lat":1,"lon":1}]}
    {"class":"TPV","device":"/dev/a","mode":1,"time":"2024-05-01T09:59:59.000Z"}
    {"class":"TPV","device":"/dev/a","mode":2,"time":"2024-05-01T10:00:00.250Z","lat":47.5,"lon":-8.25,"speed":3.5,"eph":4.2}
    {"class":"SKY","device":"/dev/a","hdop":0.9,"uSat":8,"satellites":[{"PRN":5,"hdop":3,"used":true}]}
    {"class":"TPV","device":"/dev/a","mode":3,"time":"2024-05-01T10:00:00.250Z","lat":47.5000001,"lon":-8.25,"altHAE":470,"altMSL":421.5,"track":271.5,"epx":3,"epy":4,"epv":7.5}
    {"class":"TPV","device":"/dev/b","mode":3,"time":1714557601.5,"lat":-1,"lon":2,"alt":12}
    {"class":"TPV","device":"/dev/a","mode":3,"time":"2024-05-01T10:00:01.250Z","lat":47.6,"lon":-8.25,"altHAE":470}

    """

  @Test func reportsOfOneEpochAreOneFix() throws {
    let trace = try Reading.text(Self.log)
    #expect(trace.format == .gpsd)
    #expect(trace.tracks.map(\.name) == ["/dev/a", "/dev/b"])
    let fixes = trace.tracks[0].segments[0].fixes
    #expect(fixes.count == 2)
    let first = fixes[0]
    #expect(first.time?.nanoseconds == 1_714_557_600_250_000_000)
    #expect(first.coordinate.latitude == 47.5000001)
    #expect(first.coordinate.longitude == -8.25)
    // Above the sea, not the ellipsoid; what the second report does not say the first has said.
    #expect((first.altitude, first.speed, first.course) == (421.5, 3.5, 271.5))
    #expect((first.horizontalAccuracy, first.verticalAccuracy) == (5, 7.5))
    #expect((first.horizontalDilution, first.satellites) == (0.9, 8))
    #expect((fixes[1].altitude, fixes[1].speed, fixes[1].satellites) == (470, nil, 8))
  }

  @Test func devicesAreTracksAndOldTimesAreSeconds() throws {
    let fix = try Reading.text(Self.log).tracks[1].segments[0].fixes[0]
    #expect(fix.time?.nanoseconds == 1_714_557_601_500_000_000)
    #expect((fix.coordinate.latitude, fix.coordinate.longitude, fix.altitude) == (-1, 2, 12))
    #expect((fix.satellites, fix.horizontalDilution) == (nil, nil))
  }

  @Test func reportsWithoutAFixAreCounted() throws {
    let trace = try Reading.text(Self.log)
    #expect(trace.skipped == 1)
    #expect(trace.notes.map(\.code) == [.noPosition])
    #expect(trace.notes.first?.line == 3)
  }

  @Test func fixesWithoutTimesAreNotJoined() throws {
    let report = #"{"class":"TPV","mode":2,"lat":1,"lon":2}"#
    let trace = try Reading.text("\(report)\n\(report)\n")
    #expect(trace.tracks.map(\.fixCount) == [2])
    #expect(trace.tracks[0].name == nil)
  }

  @Test func aKilledWriterLosesItsLastLineOnly() throws {
    let trace = try Reading.text(String(Self.log.dropLast(20)))
    #expect(trace.tracks.map(\.fixCount) == [1, 1])
    #expect(trace.notes.last?.code == .truncated)
    let broken = try Reading.text("{\"class\":\"TPV\",\n" + Self.log)
    #expect(broken.tracks.map(\.fixCount) == [2, 1])
    #expect(broken.notes.first?.code == .malformed)
  }
}
