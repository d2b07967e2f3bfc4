import Foundation
import TestSupport
import Testing
import TraceFormats
import Tracks

/// What a writer wrote is read back as it was, by our readers and by another program.
struct WriterRoundTripTests {
  private static let start = SourceTime(nanoseconds: 1_714_557_600_123_456_789)

  /// Two vehicles, one with two segments and every value, one without times and with nothing else.
  private static let trace: Trace = {
    var trace = Trace(format: .gpx, name: "Day <1> & \"2\"")
    var full = fix(47.123456789012345, -179.99999999, time: start)
    full.altitude = -0.25
    full.speed = 0
    full.course = 359.5
    full.horizontalAccuracy = 4.2
    full.heartRate = 0
    full.cadence = 80
    full.power = 250
    full.verticalAccuracy = 7.125
    full.horizontalDilution = 0.8
    full.satellites = 12
    full.temperature = -3.5
    let bare = fix(1e-7, 179.99999999, time: start.advanced(by: .seconds(1)))
    let later = fix(-89.9, 0, time: start.advanced(by: .seconds(600)))
    trace.tracks = [
      Track(
        name: "a, \"b\"",
        segments: [TrackSegment(fixes: [full, bare]), TrackSegment(fixes: [later, later])]),
      Track(name: nil, segments: [TrackSegment(fixes: [fix(1.5, 2.5), fix(1.6, 2.5)])]),
    ]
    return trace
  }()

  private static func fix(_ latitude: Double, _ longitude: Double, time: SourceTime? = nil) -> Fix {
    Fix(Coordinate(wrappingLatitude: latitude, longitude: longitude), time: time)
  }

  static let formats: [TraceFormat] = [.kml, .geojson, .csv, .ndjson]

  private func writer(_ format: TraceFormat) throws -> any TraceWriter.Type {
    try #require(TraceFormats.writers.first { $0.format == format })
  }

  private func roundTrip(_ trace: Trace, _ format: TraceFormat) throws -> Trace {
    try TraceFile.read(bytes: writer(format).bytes(of: trace))
  }

  @Test(arguments: formats)
  func everythingComesBack(format: TraceFormat) throws {
    var expected = Self.trace.tracks
    if format == .ndjson {
      // A recording has no place for what only some sensors say.
      expected[0].segments[0].fixes[0].heartRate = nil
      expected[0].segments[0].fixes[0].cadence = nil
      expected[0].segments[0].fixes[0].power = nil
      expected[0].segments[0].fixes[0].verticalAccuracy = nil
      expected[0].segments[0].fixes[0].horizontalDilution = nil
      expected[0].segments[0].fixes[0].satellites = nil
      expected[0].segments[0].fixes[0].temperature = nil
    }
    let read = try roundTrip(Self.trace, format)
    #expect(read.format == format)
    #expect(read.tracks == expected)
  }

  @Test(arguments: formats)
  func marksAreKeptOrTheirValuesLeftOut(format: TraceFormat) throws {
    var trace = Trace(format: .gpx)
    var fix = Self.fix(1.5, 2.5, time: Self.start)
    fix.speed = 3
    fix.course = 4
    fix.marks = [.derivedSpeed, .derivedCourse]
    trace.tracks = [Track(segments: [TrackSegment(fixes: [fix, fix])])]
    let read = try #require(try roundTrip(trace, format).tracks.first?.segments.first?.fixes.first)
    if format == .ndjson {
      #expect(read == fix)
    } else {
      #expect((read.speed, read.course) == (nil, nil))
      var options = WritingOptions()
      options.includesDerived = true
      let bytes = try writer(format).bytes(of: trace, options: options)
      let all = try TraceFile.read(bytes: bytes).tracks.first?.segments.first?.fixes.first
      #expect((all?.speed, all?.course) == (3, 4))
    }
  }

  @Test(arguments: formats)
  func halfTimedTracksStaySo(format: TraceFormat) throws {
    var trace = Trace(format: .gpx)
    let timed = Self.fix(1.5, 2.5, time: Self.start)
    let untimed = Self.fix(1.6, 2.5)
    trace.tracks = [
      Track(segments: [
        TrackSegment(fixes: [timed, untimed, timed]), TrackSegment(fixes: [untimed, untimed]),
      ]),
      Track(
        name: "b",
        segments: [
          TrackSegment(fixes: [untimed, untimed]), TrackSegment(fixes: [timed]),
        ]),
    ]
    #expect(try roundTrip(trace, format).tracks == trace.tracks)
  }

  @Test(arguments: [TraceFormat.kml, .geojson])
  func waypointsAndRoutesAreWritten(format: TraceFormat) throws {
    var trace = Trace(format: .gpx)
    trace.waypoints = [Waypoint(name: "<W>", fix: Self.fix(1, 2, time: Self.start))]
    trace.routes = [Route(name: "R", points: [Self.fix(1, 2), Self.fix(3, 4)])]
    let read = try roundTrip(trace, format)
    #expect(read.waypoints == trace.waypoints)
    #expect(read.tracks.map(\.name) == ["R"])
    #expect(read.tracks.map(\.fixCount) == [2])
  }

  @Test(arguments: [TraceFormat.csv, .ndjson])
  func whatHasNoPlaceIsCounted(format: TraceFormat) throws {
    var trace = Trace(format: .gpx)
    trace.waypoints = [Waypoint(fix: Self.fix(1, 2))]
    trace.routes = [Route(points: [Self.fix(1, 2), Self.fix(3, 4)])]
    var writer = try writer(format).init(options: WritingOptions())
    writer.write(trace) { _ in }
    #expect(writer.omitted == 3)
  }

  @Test(arguments: [TraceFormat.csv, .ndjson])
  func tracksOfOneNameStayApart(format: TraceFormat) throws {
    var trace = Trace(format: .gpx)
    let segment = TrackSegment(fixes: [Self.fix(1, 2)])
    trace.tracks = ["a", nil, "a", nil].map { Track(name: $0, segments: [segment]) }
    #expect(try roundTrip(trace, format).tracks.map(\.name) == ["a", nil, "a 2", "2"])
  }

  @Test(arguments: formats)
  func anyNameCanBeWritten(format: TraceFormat) throws {
    for name in ["a\u{1}b", "a,b;\"c\"", "<&>]]>", "\\u0041", "#x", "ñ😀", "a\nb", " "] {
      var trace = Trace(format: .gpx)
      let fix = Self.fix(1, 2, time: Self.start)
      trace.tracks = [Track(name: name, segments: [TrackSegment(fixes: [fix, fix])])]
      #expect(try roundTrip(trace, format).tracks.map(\.segments) == trace.tracks.map(\.segments))
    }
  }

  @Test(arguments: formats)
  func linesOverTheAntimeridianAreNotCut(format: TraceFormat) throws {
    let bytes = try writer(format).bytes(of: Self.trace)
    let longitudes = try TraceFile.read(bytes: bytes).tracks[0].segments[0].fixes
      .map(\.coordinate.longitude)
    #expect(longitudes == [-179.99999999, 179.99999999])
  }

  @Test func geoJSONIsValidJSON() throws {
    let bytes = try writer(.geojson).bytes(of: Self.trace)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let features = try #require(object["features"] as? [[String: Any]])
    #expect(
      features.map { ($0["geometry"] as? [String: Any])?["type"] as? String } == [
        "MultiLineString", "LineString",
      ])
    let properties = try #require(features[0]["properties"] as? [String: Any])
    #expect((properties["coordTimes"] as? [[String]])?.map(\.count) == [2, 2])
    // Beside a single line the times are not nested either.
    var single = Self.trace
    single.tracks[0].segments.removeLast()
    let text = String(decoding: try writer(.geojson).bytes(of: single), as: UTF8.self)
    #expect(text.contains("\"coordTimes\":[\"2024"))
  }

  /// gpsbabel's names of the formats it shares with us.
  @Test(arguments: [(TraceFormat.kml, "kml"), (.geojson, "geojson"), (.csv, "unicsv")])
  func gpsbabelReadsWhatWeWrite(format: TraceFormat, name: String) async throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/gpsbabel") else {
      print("skipped: gpsbabel is not installed")
      return
    }
    var trace = Trace(format: .gpx)
    trace.tracks = [Self.trace.tracks[0]]
    let bytes = try writer(format).bytes(of: trace)
    let text = try await TemporaryDirectory.with { scratch in
      let input = scratch.url.appending(path: "in")
      try Data(bytes).write(to: input)
      // unicsv makes waypoints of rows unless they are asked for as a track.
      let change = format == .csv ? ["-x", "transform,trk=wpt,del"] : []
      let result = try await ChildProcess.run(
        URL(filePath: "/usr/bin/gpsbabel"),
        ["-t", "-i", name, "-f", input.path] + change + ["-o", "gpx", "-F", "-"])
      #expect(result.status == 0, "\(result.errors)")
      return result.output
    }
    let read = try TraceFile.read(bytes: Array(text.utf8))
    let found = read.tracks.flatMap(\.segments).flatMap(\.fixes)
    let expected = trace.tracks.flatMap(\.segments).flatMap(\.fixes)
    #expect(found.count == expected.count)
    for (found, expected) in zip(found, expected) {
      #expect(abs(found.coordinate.latitude - expected.coordinate.latitude) < 1e-6)
      #expect(abs(found.coordinate.longitude - expected.coordinate.longitude) < 1e-6)
      // gpsbabel reads no times from GeoJSON.
      guard format != .geojson, let time = found.time, let stated = expected.time else {
        #expect(format == .geojson)
        continue
      }
      #expect(abs(time.duration(to: stated).inSeconds) < 0.01)
    }
  }
}
