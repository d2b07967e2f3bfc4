import Foundation
import Testing
import TraceFormats
import Tracks

struct GPXReaderTests {
  /// A document around the inside of one segment.
  private func document(_ inside: String, version: String = "1.1") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="\(version)" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
    \(inside)
    </trkseg></trk></gpx>
    """
  }

  @Test(arguments: ["<gpx <trk>", "<gpx><trk><trkseg></trk>", "<gpx version=1.1>"])
  func aFileBrokenBeforeItsFirstPointKeepsNothing(text: String) throws {
    let error = #expect(throws: TraceError.self) { try Reading.text(text + "<trkpt lat=\"1\"") }
    let message = try #require(error?.message)
    #expect(message.hasSuffix("; no point stands before it"), "\(message)")
  }

  private func fixes(_ inside: String) throws -> [Fix] {
    try Reading.text(document(inside)).tracks.flatMap(\.segments).flatMap(\.fixes)
  }

  private func point(_ inside: String, latitude: String = "1", longitude: String = "2") -> String {
    "<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\">\(inside)</trkpt>\n"
  }

  private func times(_ texts: [String]) throws -> [String?] {
    try fixes(texts.map { point("<time>\($0)</time>") }.joined())
      .map { $0.time?.iso8601Shortest }
  }

  @Test func p01_fractionsMixedInOneFile() throws {
    let times = try times([
      "2024-05-01T10:00:00Z", "2024-05-01T10:00:00.5Z", "2024-05-01T10:00:01.25Z",
      "2024-05-01T10:00:02.123456789Z", "2024-05-01T10:00:03,5Z",
    ])
    #expect(
      times == [
        "2024-05-01T10:00:00Z", "2024-05-01T10:00:00.5Z", "2024-05-01T10:00:01.25Z",
        "2024-05-01T10:00:02.123456789Z", "2024-05-01T10:00:03.5Z",
      ])
  }

  @Test func p02_offsetsAreAppliedAndNoneIsNotedOnce() throws {
    let trace = try Reading.text(
      document(
        ["2024-05-01T10:00:00-07:00", "2024-05-01T10:00:01-0700", "2024-05-01T10:00:00"]
          .map { point("<time>\($0)</time>") }.joined()
          + point("<time>2024-05-01T10:00:01</time>")))
    let times = trace.tracks[0].segments[0].fixes.map { $0.time?.iso8601Shortest }
    #expect(
      times == [
        "2024-05-01T17:00:00Z", "2024-05-01T17:00:01Z", "2024-05-01T10:00:00Z",
        "2024-05-01T10:00:01Z",
      ])
    let notes = trace.notes.filter { $0.code == .noOffset }
    #expect(notes.count == 1 && notes.first?.count == 2)
  }

  @Test func p03_pointsWithoutTimeHaveNone() throws {
    let trace = try Reading.text(
      document(
        point("", longitude: "1") + point("<time>2024-05-01T10:00:00Z</time>", longitude: "2")
          + point("<time/>", longitude: "3")
          + point("<time>2024-05-01T10:00:10Z</time>", longitude: "4")
          + point("<time>P37S</time>", longitude: "5")))
    #expect(
      trace.tracks[0].segments[0].fixes.map { $0.time == nil } == [true, false, true, false, true])
    #expect(trace.notes.map(\.code) == [.badTime, .halfTimed])
    #expect(trace.notes[0].line == 7)
    #expect(trace.notes[1].message.hasPrefix("3 of 5 points have no time"))
    let played = trace.playableTracks[0].segments[0].fixes
    #expect(
      played.map { $0.time?.iso8601Shortest } == [
        "2024-05-01T09:59:55Z", "2024-05-01T10:00:00Z", "2024-05-01T10:00:05Z",
        "2024-05-01T10:00:10Z", "2024-05-01T10:00:15Z",
      ])
  }

  @Test func p04_emptySegmentsAndSinglePoints() throws {
    let trace = try Reading.text(
      """
      <gpx><trk><trkseg/><trkseg><trkpt lat="0" lon="0"><time>2024-05-01T12:00:00Z</time></trkpt>
      </trkseg><trkseg><trkpt lat="0" lon="1"><time>2024-05-01T13:00:00Z</time></trkpt></trkseg>
      </trk><trk/></gpx>
      """)
    #expect(trace.tracks.map { $0.segments.map(\.fixes.count) } == [[1, 1]])
    #expect(trace.emptySegments == 1 && trace.emptyTracks == 1)
    #expect(trace.tracks[0].length == 0)
    let report = TraceReport(trace)
    #expect(report.points == 2 && report.length == 0 && report.gaps == 0)
    #expect(report.tracks == 2 && report.segments == 3)
  }

  @Test func p05_pointsWithoutPositionAreSkippedAndCounted() throws {
    let trace = try Reading.text(
      document(point("") + "<trkpt><time>2024-05-01T12:00:00Z</time></trkpt>" + point("")))
    #expect(trace.tracks[0].segments[0].fixes.count == 2)
    #expect(trace.skipped == 1)
    #expect(trace.notes.first?.code == .badPosition)
  }

  @Test func p06_elevations() throws {
    let elevations = try fixes(
      ["<ele>0.0</ele>", "<ele></ele>", "<ele>nan</ele>", "<ele>1e999</ele>", "<ele> 12.5 </ele>"]
        .map { point($0) }.joined()
    ).map(\.altitude)
    #expect(elevations == [0, nil, nil, nil, 12.5])
    let refused = try Reading.text(document(point("", latitude: "nan") + point("")))
    #expect(refused.tracks[0].segments[0].fixes.count == 1 && refused.skipped == 1)
  }

  @Test func p07_aCutFileKeepsItsWholePoints() throws {
    let whole = document(
      (1...5).map { point("<time>2024-05-01T10:00:0\($0)Z</time>") }.joined())
    let cut = try #require(whole.range(of: "10:00:05"))
    let trace = try Reading.text(String(whole[..<cut.upperBound]))
    #expect(trace.tracks[0].segments[0].fixes.count == 4)
    #expect(trace.notes.map(\.code) == [.truncated])
  }

  @Test(arguments: ["", "<gpx>", "<gpx", "<?xml version=\"1.0\"?>\n<gpx><trk>"])
  func p07_nothingBeforeTheFirstPointIsAnError(_ text: String) {
    #expect(throws: TraceError.self) { try Reading.text(text) }
  }

  @Test func p07_anEmptyDocumentIsNoError() throws {
    let trace = try Reading.text("<gpx version=\"1.1\"></gpx>")
    #expect(trace.notes.map(\.code) == [.noPositions])
  }

  /// PITFALLS P8: marks and declarations that lie.
  @Test(arguments: ["UTF-8", "UTF-16", "ISO-8859-1", "x-unknown"])
  func p08_theMarkWinsOverTheDeclaration(_ encoding: String) throws {
    let text = document("<trkpt lat=\"1\" lon=\"2\"><name>São</name></trkpt>")
      .replacing("UTF-8", with: encoding)
    let trace = try Reading.text("\u{FEFF}" + text)
    #expect(trace.tracks[0].segments[0].fixes.count == 1)
  }

  @Test func p08_aDeclaredUTF16ThatIsNoneIsRead() throws {
    let text = document(point("")).replacing("UTF-8", with: "UTF-16")
    #expect(try Reading.text(text).tracks[0].segments[0].fixes.count == 1)
  }

  @Test(arguments: [true, false])
  func p08_utf16IsRead(isBigEndian: Bool) throws {
    for mark in ["\u{FEFF}", ""] {
      let text = mark + document(point("")).replacing("UTF-8", with: "UTF-16")
      let bytes = text.utf16.flatMap { unit in
        isBigEndian
          ? [UInt8(unit >> 8), UInt8(unit & 255)] : [UInt8(unit & 255), UInt8(unit >> 8)]
      }
      let trace = try TraceFile.read(bytes: bytes)
      #expect(trace.tracks[0].segments[0].fixes.count == 1)
    }
  }

  @Test func p08_latin1NamesAreReadAndLiesAreNotFatal() throws {
    func named(_ encoding: String, _ name: [UInt8]) throws -> Trace {
      let head = "<?xml version=\"1.0\" encoding=\"\(encoding)\"?><gpx><trk><name>"
      let tail = "</name><trkseg>\(point(""))</trkseg></trk></gpx>"
      return try TraceFile.read(bytes: Array(head.utf8) + name + Array(tail.utf8))
    }
    #expect(try named("ISO-8859-1", [0x4A, 0xF3, 0x7A]).tracks[0].name == "Józ")
    #expect(try named("windows-1252", [0x80]).tracks[0].name == "€")
    let lie = try named("UTF-8", [0x4A, 0xF3, 0x7A])
    #expect(lie.tracks[0].segments[0].fixes.count == 1)
    #expect(lie.tracks[0].name == "Józ")
    #expect(lie.notes.map(\.code).contains(.encoding))
    let koi8 = try named("KOI8-R", [0xF1])
    #expect(koi8.tracks[0].name == "Я")
  }

  @Test func p08_blankLinesAndTextBeforeTheDocument() throws {
    let blank = try Reading.text("\n\n  " + document(point("", latitude: "x") + point("")))
    #expect(blank.tracks[0].segments[0].fixes.count == 1)
    #expect(blank.notes.first?.line == 5)
    let text = try Reading.text("exported by me\n" + document(point("")))
    #expect(text.tracks[0].segments[0].fixes.count == 1)
    #expect(text.notes.map(\.code).contains(.malformed))
  }

  @Test func p09_waypointsAndRoutesArePlayedWhenThereIsNoTrack() throws {
    let waypoints = try Reading.text(
      """
      <gpx><wpt lat="1" lon="1"><time>2024-05-01T10:00:00Z</time></wpt>
      <wpt lat="1" lon="2"><time>2024-05-01T10:00:01Z</time><name>B</name></wpt>
      <wpt lat="1" lon="3"><time>2024-05-01T10:00:02Z</time></wpt></gpx>
      """)
    #expect(waypoints.waypoints.map(\.name) == [nil, "B", nil])
    #expect(waypoints.playableTracks.map(\.fixCount) == [3])
    #expect(waypoints.notes.map(\.code) == [.noTrack])
    let route = try Reading.text(
      """
      <gpx><wpt lat="1" lon="1"/><rte><name>R</name><rtept lat="1" lon="1"><name>x</name></rtept>
      <rtept lat="1" lon="2"/></rte></gpx>
      """)
    #expect(route.playableTracks.map(\.fixCount) == [2])
    #expect(route.playableTracks[0].name == "R")
    #expect(route.notes.map(\.code) == [.noTrack, .untimed])
  }

  @Test func p09_speedAndCourseOfGPX10() throws {
    let fixes = try fixes(
      point("<speed>3.5</speed><course>90</course><time>2024-05-01T10:00:00Z</time>")
        + point("<time>2024-05-01T10:00:01Z</time>", latitude: "1.001"))
    #expect(fixes[0].speed == 3.5 && fixes[0].course == 90)
    #expect(fixes[1].speed == nil)
    let played = Track(segments: [TrackSegment(fixes: fixes)]).derivingMotion().segments[0].fixes
    #expect(played[0].speed == 3.5 && played[0].marks.isEmpty)
    #expect(played[1].marks == [.derivedSpeed, .derivedCourse])
  }

  /// PITFALLS P9: extensions by local name, whatever the prefix.
  @Test(arguments: ["gpxtpx:", "ns3:", "x:", ""])
  func p09_extensions(_ prefix: String) throws {
    let fix = try fixes(
      point(
        """
        <ele>5</ele><hdop>0.9</hdop><sat>9</sat><fix>something</fix><extensions>
        <\(prefix)TrackPointExtension><\(prefix)hr>131</\(prefix)hr><\(prefix)cad>88</\(prefix)cad>
        <\(prefix)atemp>21.5</\(prefix)atemp><\(prefix)speed>4.25</\(prefix)speed>
        <\(prefix)course>0</\(prefix)course><\(prefix)time>nonsense</\(prefix)time>
        </\(prefix)TrackPointExtension><power>250</power><hAcc>4.5</hAcc><vAcc>-1</vAcc></extensions>
        """))[0]
    #expect(fix.heartRate == 131 && fix.cadence == 88 && fix.temperature == 21.5)
    #expect(fix.speed == 4.25 && fix.course == 0 && fix.power == 250)
    #expect(fix.horizontalAccuracy == 4.5 && fix.verticalAccuracy == nil)
    #expect(fix.horizontalDilution == 0.9 && fix.satellites == 9 && fix.altitude == 5)
  }

  @Test func r06_minusOneIsNoValue() throws {
    let fix = try fixes(point("<speed>-1</speed><course>-1</course>"))[0]
    #expect(fix.speed == nil && fix.course == nil)
  }

  @Test func p18_longitudesALittleOutsideAreWrappedAndFarOnesSkipped() throws {
    let trace = try Reading.text(
      document(
        point("", longitude: "-180.096") + point("", longitude: "359")
          + point("", longitude: "400") + point("", latitude: "200")))
    let longitudes = trace.tracks[0].segments[0].fixes.map(\.coordinate.longitude)
    #expect(longitudes.count == 2)
    #expect(abs(longitudes[0] - 179.904) < 1e-9 && longitudes[1] == -1)
    #expect(trace.skipped == 2)
    #expect(trace.notes.map(\.code).prefix(2) == [.wrappedLongitude, .badPosition])
  }

  @Test func namesAreThoseOfTheirElement() throws {
    let trace = try Reading.text(
      """
      <gpx><metadata><name>File</name><author><name>Someone</name></author></metadata>
      <trk><name>A &amp; B</name><extensions><x><name>no</name></x></extensions><trkseg>
      <trkpt lat="1" lon="2"><name>point</name></trkpt></trkseg></trk>
      <trk><trkseg><trkpt lat="1" lon="2"/></trkseg><name><![CDATA[<late>]]></name></trk></gpx>
      """)
    #expect(trace.name == "File")
    #expect(trace.tracks.map(\.name) == ["A & B", "<late>"])
  }

  @Test func commentsInsideText() throws {
    let fix = try fixes(point("<ele>1<!-- c -->2<!-- d -->.5</ele>"))[0]
    #expect(fix.altitude == 12.5)
  }

  @Test func piecesMayBeCutAnywhere() throws {
    let text = document(
      (1...5).map { point("<ele>\($0).25</ele><time>2024-05-01T10:00:0\($0)Z</time>") }.joined())
    let whole = try Reading.text(text)
    for size in [1, 2, 3, 7, 64, 1000] {
      #expect(try Reading.inPieces(Array(text.utf8), of: size) == whole)
    }
  }

  @Test func aFaultInTheMiddleKeepsWhatStoodBefore() throws {
    let trace = try Reading.text(document(point("") + "<trkpt lat=1>" + point("")))
    #expect(trace.tracks[0].segments[0].fixes.count == 1)
    #expect(trace.notes.map(\.code).contains(.malformed))
    #expect(trace.notes.first?.line == 4)
  }

  @Test func strictReadingRefusesWhatWouldBeSkipped() {
    var options = ReadingOptions()
    options.isStrict = true
    let text = document(point("", latitude: "x"))
    let error = #expect(throws: TraceError.self) { try Reading.text(text, options: options) }
    #expect(error?.code == .strict && error?.line == 3 && error?.format == .gpx)
  }
}
