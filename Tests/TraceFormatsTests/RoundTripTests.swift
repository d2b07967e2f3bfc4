import Foundation
import TestSupport
import Testing
import TraceFormats
import Tracks

/// What one format holds comes back out of another.
struct RoundTripTests {
  private func written(_ trace: Trace, as format: TraceFormat) throws -> [UInt8] {
    let writer = try #require(TraceFormats.writers.first { $0.format == format })
    return writer.bytes(of: trace)
  }

  private func fixes(_ trace: Trace) -> [Fix] {
    trace.tracks.flatMap(\.segments).flatMap(\.fixes)
  }

  /// A journey over the antimeridian and the equator, with everything a fix can have.
  private var journey: Trace {
    var trace = Trace(format: .gpx, name: "A & <B>")
    trace.waypoints = [
      Waypoint(name: "W", fix: Fix(Coordinate(wrappingLatitude: -1, longitude: 179.5)))
    ]
    trace.routes = [
      Route(
        name: "R", points: [Fix(Coordinate(wrappingLatitude: 0.1, longitude: -0.000001))])
    ]
    var segments: [TrackSegment] = []
    for part in 0..<2 {
      var fixes: [Fix] = []
      for index in 0..<50 {
        let step = Double(part * 60 + index)
        var fix = Fix(
          Coordinate(
            wrappingLatitude: -0.00123456 + step * 0.0000987, longitude: 179.998 + step * 0.0000456),
          time: SourceTime(nanoseconds: 1_714_557_600_123_000_000 + Int64(step) * 1_000_000_000))
        fix.altitude = step / 4 - 3
        fix.speed = 5.25 + step / 8
        fix.course = Degrees.wrappedCourse(350 + step)
        fix.horizontalAccuracy = 4.5
        fix.verticalAccuracy = 7
        fix.horizontalDilution = 0.9
        fix.satellites = 9
        fix.heartRate = 120 + index
        fix.cadence = 80
        fix.power = 200 + index
        fix.temperature = -1.5
        fixes.append(fix)
      }
      segments.append(TrackSegment(fixes: fixes))
    }
    trace.tracks = [Track(name: "T \"1\"", segments: segments)]
    return trace
  }

  /// The journey without what other formats hold as tracks.
  private var tracksOfJourney: Trace {
    var trace = journey
    trace.waypoints = []
    trace.routes = []
    return trace
  }

  @Test func gpxHoldsEverything() throws {
    let trace = journey
    let read = try TraceFile.read(bytes: try written(trace, as: .gpx))
    #expect(read.name == trace.name)
    #expect(read.tracks == trace.tracks)
    #expect(read.routes == trace.routes)
    #expect(read.waypoints == trace.waypoints)
    #expect(read.notes.isEmpty)
  }

  /// NMEA's resolution: 10⁻⁵ minutes, a millisecond, a hundredth of a knot.
  @Test func gpxToNMEAAndBack() throws {
    let trace = journey
    let nmea = try TraceFile.read(bytes: try written(trace, as: .nmea))
    #expect(nmea.format == .nmea && nmea.notes.isEmpty)
    let back = try TraceFile.read(bytes: try written(nmea, as: .gpx))
    let before = fixes(trace)
    let after = fixes(back)
    try #require(before.count == after.count)
    for (old, new) in zip(before, after) {
      #expect(old.time == new.time)
      #expect(abs(old.coordinate.latitude - new.coordinate.latitude) < 0.51e-5 / 60)
      #expect(
        abs(Degrees.shortestTurn(from: old.coordinate.longitude, to: new.coordinate.longitude))
          < 0.51e-5 / 60)
      #expect(abs((old.altitude ?? 0) - (new.altitude ?? 99)) < 0.0051)
      #expect(abs((old.speed ?? 0) - (new.speed ?? 99)) < 0.0051 * 1852 / 3600)
      #expect(old.course == new.course && old.satellites == new.satellites)
      #expect(old.horizontalDilution == new.horizontalDilution)
    }
  }

  @Test func gpxToGeoJSONAndBack() throws {
    let trace = tracksOfJourney
    let back = try TraceFile.read(
      bytes: try written(try TraceFile.read(bytes: try written(trace, as: .geojson)), as: .gpx))
    let before = fixes(trace)
    let after = fixes(back)
    try #require(before.count == after.count)
    for (old, new) in zip(before, after) {
      #expect(old.time == new.time && old.coordinate == new.coordinate)
      #expect(old.altitude == new.altitude)
    }
  }

  @Test func everyWriterIsReadByItsReader() throws {
    for writer in TraceFormats.writers {
      let read = try TraceFile.read(bytes: writer.bytes(of: tracksOfJourney))
      #expect(read.format == writer.format)
      #expect(fixes(read).count == 100, "\(writer.format)")
      #expect(fixes(read).map(\.time) == fixes(journey).map(\.time), "\(writer.format)")
    }
  }

  @Test func derivedValuesAreLeftOutUnlessAskedFor() throws {
    var trace = journey
    trace.tracks = trace.tracks.map { track in
      var track = track
      for segment in track.segments.indices {
        for fix in track.segments[segment].fixes.indices {
          track.segments[segment].fixes[fix].speed = nil
          track.segments[segment].fixes[fix].course = nil
        }
      }
      return track.derivingMotion()
    }
    for format in [TraceFormat.gpx, .nmea] {
      let writer = try #require(TraceFormats.writers.first { $0.format == format })
      let plain = fixes(try TraceFile.read(bytes: writer.bytes(of: trace)))
      #expect(plain.allSatisfy { $0.speed == nil && $0.course == nil })
      var options = WritingOptions()
      options.includesDerived = true
      let full = fixes(try TraceFile.read(bytes: writer.bytes(of: trace, options: options)))
      #expect(full.allSatisfy { $0.speed != nil && $0.course != nil })
    }
  }

  @Test func whatNMEACannotHoldIsCounted() {
    var trace = journey
    trace.tracks[0].segments[0].fixes[0].time = nil
    trace.tracks[0].segments[0].fixes[1].time = SourceTime(nanoseconds: -2_000_000_000_000_000_000)
    var writer = NMEAWriter(options: WritingOptions())
    writer.write(trace) { $0.removeAll() }
    #expect(writer.omitted == 4)
  }

  @Test func nmeaRoundsUpToWholeDegreesAndNorth() throws {
    var trace = Trace(format: .gpx)
    var fix = Fix(
      Coordinate(wrappingLatitude: 59.99999999, longitude: -9.999999999),
      time: SourceTime(nanoseconds: 1_714_557_600_999_999_999))
    fix.course = 359.999
    fix.speed = 1
    trace.tracks = [Track(segments: [TrackSegment(fixes: [fix])])]
    let text = String(decoding: try written(trace, as: .nmea), as: UTF8.self)
    #expect(
      text.hasPrefix("$GPRMC,100000.999,A,6000.00000,N,01000.00000,W,1.94,0.00,010524,,,A*"))
    for line in text.split(separator: "\r\n") { #expect(line.utf8.count <= 80) }
  }

  /// gpsbabel, where it is installed, reads what we write.
  @Test(arguments: [TraceFormat.gpx, .nmea])
  func gpsbabelReadsIt(_ format: TraceFormat) async throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/gpsbabel") else {
      print("skipped: no gpsbabel")
      return
    }
    let output = try await output(of: "/usr/bin/gpsbabel", reading: journey, as: format) { file in
      ["-t", "-i", format.rawValue, "-f", file, "-o", "gpx", "-F", "-"]
    }
    let theirs = fixes(try TraceFile.read(bytes: Array(try #require(output).utf8)))
    #expect(theirs.count == 100)
    #expect(theirs.first?.time == fixes(journey).first?.time)
    #expect(theirs.last?.time == fixes(journey).last?.time)
  }

  /// gpxpy, where it is installed, reads what we write.
  @Test func gpxpyReadsIt() async throws {
    let script = """
      import sys
      try:
          import gpxpy
      except ImportError:
          sys.exit(7)
      gpx = gpxpy.parse(open(sys.argv[1]))
      points = [p for t in gpx.tracks for s in t.segments for p in s.points]
      print(len(gpx.tracks), sum(len(t.segments) for t in gpx.tracks), len(points))
      print(repr(points[0].latitude), repr(points[-1].longitude), points[-1].elevation)
      """
    let output = try await output(of: "/usr/bin/python3", reading: journey, as: .gpx) { file in
      ["-c", script, file]
    }
    guard let output else {
      print("skipped: no gpxpy")
      return
    }
    let last = try #require(fixes(journey).last)
    #expect(
      output == """
        1 2 100
        \(fixes(journey)[0].coordinate.latitude) \(last.coordinate.longitude) \(last.altitude ?? .nan)

        """)
  }

  /// What another program prints of a trace that we wrote, or nil when it ends with status 7: it
  /// lacks something.
  private func output(
    of program: String, reading trace: Trace, as format: TraceFormat,
    arguments: (String) -> [String]
  ) async throws -> String? {
    try await TemporaryDirectory.with { scratch in
      let file = scratch.url.appending(path: "written")
      try Data(try written(trace, as: format)).write(to: file)
      let result = try await ChildProcess.run(
        URL(fileURLWithPath: program), arguments(file.path))
      if result.status == 7 { return nil }
      #expect(result.status == 0, "\(result.errors)")
      return result.output
    }
  }
}
