import Testing
import TraceFormats
import Tracks

struct KMLReaderTests {
  private static func file(_ placemarks: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
    <Document><name>Day</name>\(placemarks)</Document></kml>
    """
  }

  private static func line(_ coordinates: String, mode: String = "") -> String {
    "<Placemark><name>A</name><LineString>\(mode)<coordinates>\(coordinates)</coordinates></LineString></Placemark>"
  }

  private func fixes(_ placemarks: String) throws -> [Fix] {
    try Reading.text(Self.file(placemarks)).tracks.flatMap(\.segments).flatMap(\.fixes)
  }

  @Test func p16_anyWhiteSpaceSeparatesTuples() throws {
    let trace = try Reading.text(
      Self.file(
        Self.line("\n-41.302,34.201,5\n\t-41.301,34.2<!-- x -->019,6 <![CDATA[-41.3,34.2]]>")))
    let fixes = trace.tracks.flatMap(\.segments).flatMap(\.fixes)
    #expect(fixes.map(\.coordinate.latitude) == [34.201, 34.2019, 34.2])
    #expect(fixes.map(\.coordinate.longitude) == [-41.302, -41.301, -41.3])
    #expect(trace.name == "Day")
    #expect(trace.tracks.map(\.name) == ["A"])
  }

  @Test(arguments: ["-41.302, 34.201", "1,2,3,4,5,6", "1,2,3,", "5", ",1"])
  func p16_commasThatCannotBeUnderstoodAreAnError(coordinates: String) {
    let error = #expect(throws: TraceError.self) {
      try Reading.text(Self.file(Self.line("\n1,2 " + coordinates + "\n")))
    }
    #expect(error?.code == .malformed)
    #expect(error?.line == 4 || error?.line == 5)
  }

  @Test func p16_timesAndPlacesArePairedAsFarAsTheyGo() throws {
    let trace = try Reading.text(
      Self.file(
        "<Placemark><gx:Track><when>2024-05-01T10:00:00Z</when><when>2024-05-01T10:00:01Z</when>"
          + "<gx:coord>7.2 46.1 5</gx:coord><gx:coord>7.2 46.2 5</gx:coord><gx:coord>7.2 46.3 5</gx:coord>"
          + "</gx:Track></Placemark>"))
    let fixes = trace.tracks.flatMap(\.segments).flatMap(\.fixes)
    #expect(
      fixes.map { $0.time?.iso8601Milliseconds } == [
        "2024-05-01T10:00:00.000Z", "2024-05-01T10:00:01.000Z", nil,
      ])
    #expect(trace.notes.contains { $0.code == "unpaired-times" })
  }

  @Test func emptyCoordUsesUpItsTimeAndItsValues() throws {
    let trace = try Reading.text(
      Self.file(
        "<Placemark><gx:Track><altitudeMode>absolute</altitudeMode>"
          + "<when>2024-05-01T10:00:00Z</when><gx:coord/><when>2024-05-01T10:00:01Z</when>"
          + "<gx:coord>7.2 46.1 0</gx:coord><ExtendedData><SchemaData>"
          + "<gx:SimpleArrayData name=\"heart_rate\"><gx:value>1</gx:value><gx:value>2</gx:value>"
          + "</gx:SimpleArrayData><gx:SimpleArrayData name=\"other\"><gx:value>9</gx:value></gx:SimpleArrayData>"
          + "<gx:SimpleArrayData name=\"speed\"><gx:value/><gx:value>3.5</gx:value></gx:SimpleArrayData>"
          + "</SchemaData></ExtendedData></gx:Track></Placemark>"))
    let fixes = trace.tracks.flatMap(\.segments).flatMap(\.fixes)
    #expect(fixes.map { $0.time?.iso8601Milliseconds } == ["2024-05-01T10:00:01.000Z"])
    #expect(fixes.map(\.altitude) == [0])
    #expect(fixes.map(\.heartRate) == [2])
    #expect(fixes.map(\.speed) == [3.5])
    #expect(trace.positionless.map { $0.time?.iso8601Milliseconds } == ["2024-05-01T10:00:00.000Z"])
  }

  @Test(arguments: [
    ("absolute", 5.0), ("clampToGround", nil), ("relativeToGround", nil), (nil, nil),
  ])
  func altitudesCountWhereTheyAreAbsolute(mode: String?, altitude: Double?) throws {
    let element = mode.map { "<altitudeMode>\($0)</altitudeMode>" } ?? ""
    #expect(try fixes(Self.line("7.2,46.1,5", mode: element)).map(\.altitude) == [altitude])
    let track =
      "<Placemark><Track>\(element)<when>2024-05-01T10:00Z</when><coord>7.2 46.1 5</coord></Track></Placemark>"
    #expect(try fixes(track).map(\.altitude) == [altitude])
  }

  @Test func multiTracksAreSegmentsOfOneTrack() throws {
    let track = "<gx:Track><when>2024-05-01</when><gx:coord>7.2 46.1</gx:coord></gx:Track>"
    let string = "<LineString><coordinates>1,2 3,4</coordinates></LineString>"
    let trace = try Reading.text(
      Self.file(
        "<Placemark><gx:MultiTrack>\(track)\(track)<gx:Track/></gx:MultiTrack></Placemark>"
          + "<Placemark><MultiGeometry>\(string)<Point><coordinates>5,6</coordinates></Point>\(string)</MultiGeometry>"
          + "</Placemark><Placemark>\(string)</Placemark>"))
    #expect(trace.tracks.map { $0.segments.map(\.fixes.count) } == [[1, 1], [2, 2], [2]])
    #expect(trace.waypoints.count == 1)
    #expect(trace.emptySegments == 1)
    #expect(trace.emptyTracks == 0)
  }

  @Test func aLineThatRepeatsATrackIsNotPlayed() throws {
    let trace = try Reading.text(
      Self.file(
        Self.line("7.2,46.1 7.2,46.2")
          + "<Placemark><gx:Track><when>2024-05-01T10:00:00Z</when><when>2024-05-01T10:00:01Z</when>"
          + "<gx:coord>7.2 46.1</gx:coord><gx:coord>7.2 46.2</gx:coord></gx:Track></Placemark>"
          + Self.line("7.2,46.1 7.2,46.3")))
    #expect(trace.tracks.map(\.fixCount) == [2, 2, 2])
    #expect(trace.playableTracks.count == 2)
  }

  @Test func pointsAreWaypointsAndAreasAreNot() throws {
    let trace = try Reading.text(
      Self.file(
        "<Placemark><name>Here</name><TimeStamp><when>2024-05-01T10:00:00+02:00</when></TimeStamp>"
          + "<Point><coordinates>7.2,46.1,0</coordinates></Point></Placemark><Placemark><Polygon>"
          + "<outerBoundaryIs><LinearRing><coordinates>1,2 3,4 5,6 1,2</coordinates></LinearRing>"
          + "</outerBoundaryIs></Polygon></Placemark>"))
    #expect(trace.tracks.isEmpty)
    #expect(trace.waypoints.map(\.name) == ["Here"])
    #expect(
      trace.waypoints.map { $0.fix.time?.iso8601Milliseconds } == ["2024-05-01T08:00:00.000Z"])
    #expect(trace.notes.contains { $0.code == .unsupported })
  }

  @Test func everyLengthOfAFileIsReadAsFarAsItGoes() throws {
    let tracks =
      Self.line("1.5,2.5 3.5,4.5")
      + "<Placemark><gx:Track><when>2024-05-01T10:00:00Z</when><gx:coord>7.2 46.1</gx:coord>"
      + "<when>2024-05-01T10:00:01Z</when><gx:coord>7.2 46.2</gx:coord></gx:Track></Placemark>"
    let points = try Reading.atEveryLength(Array(Self.file(tracks).utf8))
    #expect(Set(points) == [0, 1, 2, 3, 4])
    #expect(zip(points, points.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test(arguments: [0, 8], [false, true])
  func documentInAZipIsRead(method: UInt16, isCut: Bool) throws {
    let document = Array(Self.file(Self.line("1.5,2.5 3.5,4.5")).utf8)
    var zip = ZipFile(method: method)
    zip.add("files/other.kml", Array("<kml/>".utf8))
    zip.add("doc.kml", document)
    // Without its directory an archive is read by the headers before its files.
    let bytes = isCut ? zip.files : zip.bytes
    #expect(try Reading.inPieces(bytes, of: 100).tracks.map(\.fixCount) == [2])
  }

  @Test func zipIsReadWhereverItIsCut() throws {
    var zip = ZipFile(method: 8)
    zip.add("track.kml", Array(Self.file(Self.line("1.5,2.5 3.5,4.5")).utf8))
    let points = try Reading.atEveryLength(zip.bytes)
    #expect(points.last == 2)
    #expect(points.dropLast().contains(2))
    #expect(points.contains(1))
  }

  @Test func zipWithoutADocumentIsRefused() {
    var zip = ZipFile(method: 0)
    zip.add("a.txt", [1, 2, 3])
    let error = #expect(throws: TraceError.self) { try TraceFile.read(bytes: zip.bytes) }
    #expect(error?.code == .unsupported)
  }

  @Test func zipLargerThanTheLimitIsRefused() {
    var zip = ZipFile(method: 8)
    zip.add("doc.kml", Array(Self.file(Self.line("1.5,2.5")).utf8))
    var options = ReadingOptions()
    options.limits.decompressedBytes = 100
    let error = #expect(throws: TraceError.self) {
      try TraceFile.read(bytes: zip.bytes, options: options)
    }
    #expect(error?.code == .limit)
  }
}

/// Makes a zip archive; method 8 is deflate, in blocks that hold the bytes as they are.
private struct ZipFile {
  let method: UInt16
  private(set) var files: [UInt8] = []
  private var directory: [UInt8] = []
  private var count: UInt16 = 0

  init(method: UInt16) {
    self.method = method
  }

  mutating func add(_ name: String, _ content: [UInt8]) {
    let length = little(UInt16(content.count)) + little(~UInt16(content.count))
    let data = method == 8 ? [1] + length + content : content
    let common =
      little(UInt16(20)) + little(UInt16(0)) + little(method) + little(UInt32(0))
      + little(UInt32(0))
      + little(UInt32(data.count)) + little(UInt32(content.count)) + little(UInt16(name.utf8.count))
      + little(UInt16(0))
    directory +=
      Array("PK\u{1}\u{2}".utf8) + little(UInt16(20)) + common + [UInt8](repeating: 0, count: 10)
      + little(UInt32(files.count)) + Array(name.utf8)
    files += Array("PK\u{3}\u{4}".utf8) + common + Array(name.utf8) + data
    count += 1
  }

  var bytes: [UInt8] {
    files + directory + Array("PK\u{5}\u{6}".utf8) + little(UInt32(0)) + little(count)
      + little(count)
      + little(UInt32(directory.count)) + little(UInt32(files.count)) + little(UInt16(0))
  }

  private func little(_ value: some FixedWidthInteger) -> [UInt8] {
    (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
