import Testing
import TraceFormats
import Tracks

struct GeoJSONReaderTests {
  private func fixes(_ text: String) throws -> [Fix] {
    try Reading.text(text).tracks.flatMap(\.segments).flatMap(\.fixes)
  }

  private static func feature(
    _ coordinates: String, type: String = "LineString", properties: String = "{}"
  ) -> String {
    "{\"type\":\"Feature\",\"properties\":\(properties),"
      + "\"geometry\":{\"type\":\"\(type)\",\"coordinates\":\(coordinates)}}"
  }

  @Test func p16_longitudeComesFirst() throws {
    let fix = try #require(try fixes(Self.feature("[[-41.302,34.201],[-41.3,34.2,0]]")).first)
    #expect(fix.coordinate.latitude == 34.201)
    #expect(
      try fixes(Self.feature("[[-41.302,34.201],[-41.3,34.2,0]]")).map(\.altitude) == [nil, 0])
  }

  @Test func p16_aLikelySwapIsSaid() throws {
    let trace = try Reading.text(Self.feature("[[34.201,-141.302],\n[1,2]]"))
    #expect(trace.tracks.map(\.fixCount) == [1])
    #expect(trace.notes.first?.code == "swapped-coordinates")
    #expect(trace.notes.first?.line == 1)
  }

  @Test(arguments: [
    "{\"coordTimes\":[\"2024-05-01T10:00:00Z\",\"2024-05-01T10:00:01.5Z\"]}",
    "{\"times\":[\"2024-05-01T10:00:00Z\",\"2024-05-01T10:00:01.5Z\"]}",
    "{\"coordinateProperties\":{\"times\":[\"2024-05-01T10:00:00Z\",\"2024-05-01T10:00:01.5Z\"]}}",
    "{\"coordTimes\":[1714557600,1714557601.5]}",
    "{\"coordTimes\":[1714557600000,1714557601500]}",
  ])
  func timesStandBesideTheLine(properties: String) throws {
    let text = Self.feature("[[1,2],[3,4]]", properties: properties)
    #expect(
      try fixes(text).map { $0.time?.iso8601Milliseconds } == [
        "2024-05-01T10:00:00.000Z", "2024-05-01T10:00:01.500Z",
      ])
  }

  @Test func timesAreNestedAsTheLinesAre() throws {
    let properties =
      "{\"coordTimes\":[[\"2024-05-01T10:00:00Z\"],[\"2024-05-01T10:00:01Z\",null,\"soon\"]],"
      + "\"heart\":[[80],[null,82,0]]}"
    let text = Self.feature(
      "[[[1,2],[1,3]],[[1,4],[1,5],[1,6]]]", type: "MultiLineString", properties: properties)
    let trace = try Reading.text(text)
    let fixes = trace.tracks.flatMap(\.segments).flatMap(\.fixes)
    #expect(trace.tracks.map { $0.segments.map(\.fixes.count) } == [[2, 3]])
    #expect(
      fixes.map { $0.time?.iso8601Milliseconds } == [
        "2024-05-01T10:00:00.000Z", nil, "2024-05-01T10:00:01.000Z", nil, nil,
      ])
    #expect(fixes.map(\.heartRate) == [80, nil, nil, 82, 0])
    #expect(trace.notes.contains { $0.code == "unpaired-times" })
  }

  @Test func fourthNumberIsATimeWhenItCanBeNothingElse() throws {
    let times = try fixes(Self.feature("[[1,2,0,1714557600],[1,3,0,12]]")).map(\.time)
    #expect(times.map { $0?.iso8601Milliseconds } == ["2024-05-01T10:00:00.000Z", nil])
  }

  @Test func everyGeometryIsWhatItIs() throws {
    let text = """
      {"features":[
      \(Self.feature("[1,2,3]", type: "Point", properties: "{\"name\":\"P\",\"time\":\"2024-05-01T10:00:00Z\",\"speed\":4}")),
      \(Self.feature("[[1,2],[3,4]]", type: "MultiPoint")),
      \(Self.feature("[[[1,2],[3,4],[5,6],[1,2]]]", type: "Polygon")),
      {"type":"Feature","geometry":null,"properties":null},
      {"type":"Feature","geometry":{"geometries":[{"coordinates":[[1,2],[3,4]],"type":"LineString"},
        {"type":"LineString","coordinates":[]}],"type":"GeometryCollection"},"properties":{"name":"C"}}
      ],"type":"FeatureCollection","name":"All"}
      """
    let trace = try Reading.text(text)
    #expect(trace.name == "All")
    #expect(trace.waypoints.map(\.name) == ["P", nil, nil])
    #expect(trace.waypoints.first?.fix.time?.iso8601Milliseconds == "2024-05-01T10:00:00.000Z")
    #expect(trace.waypoints.first?.fix.speed == 4)
    #expect(trace.waypoints.first?.fix.altitude == 3)
    #expect(trace.tracks.map(\.name) == ["C"])
    #expect(trace.emptyTracks == 1)
    #expect(trace.notes.contains { $0.code == .unsupported })
  }

  @Test func bareGeometriesAndSequencesAreRead() throws {
    let line = "{\"coordinates\":[[1,2],[3,4]],\"type\":\"LineString\"}"
    #expect(try Reading.text("\u{FEFF}" + line).tracks.map(\.fixCount) == [2])
    #expect(
      try Reading.text("\u{1E}\(line)\n\u{1E}\(Self.feature("[[1,2]]"))\n").tracks.map(\.fixCount)
        == [2, 1])
  }

  @Test func otherReferenceSystemsAreRefused() throws {
    func file(_ name: String) -> String {
      "{\"type\":\"FeatureCollection\",\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"\(name)\"}},"
        + "\"features\":[\(Self.feature("[[1,2],[3,4]]"))]}"
    }
    #expect(try Reading.text(file("urn:ogc:def:crs:OGC:1.3:CRS84")).tracks.count == 1)
    let error = #expect(throws: TraceError.self) { try Reading.text(file("EPSG:3857")) }
    #expect(error?.code == .unsupported)
  }

  @Test func namesWithEscapesAreRead() throws {
    let text = Self.feature("[[1,2]]", properties: #"{"name":"a\"\\\/\u00e9\ud83d\ude00\n"}"#)
    for size in [1, 2, 1000] {
      #expect(try Reading.inPieces(Array(text.utf8), of: size).tracks.map(\.name) == ["a\"\\/é😀"])
    }
  }

  @Test(arguments: [
    "[[1,2],[3,4]", "[[1,2],,[3,4]]", "[[1,2] [3,4]]", "[[1,2],[3,nul]]", "[[1,2]:",
  ])
  func whatIsNoJSONIsKeptUpToTheBreak(coordinates: String) throws {
    let trace = try Reading.text("{\"type\":\"LineString\",\n\"coordinates\":" + coordinates + "}")
    #expect(trace.tracks.map(\.fixCount).first ?? 0 >= 1)
    #expect(trace.notes.first?.code == .malformed)
    #expect(trace.notes.first?.line == 2)
  }

  @Test func textWithoutAnyPositionIsAnErrorOrSaysSo() throws {
    let error = #expect(throws: TraceError.self) { try Reading.text("{\"type\":\"Feature\",x}") }
    #expect(error?.code == .malformed)
    #expect(error?.line == 1)
    let empty = try Reading.text("{\"type\":\"FeatureCollection\",\"features\":[]}")
    #expect(empty.notes.map(\.code) == [.noPositions])
  }

  @Test func everyLengthOfAFileIsReadAsFarAsItGoes() throws {
    let text =
      "{\"type\":\"FeatureCollection\",\"features\":["
      + Self.feature("[[1,2],[3,4]]", properties: "{\"coordTimes\":[\"2024-05-01T10:00:00Z\"]}")
      + ","
      + Self.feature("[[[1,2],[3,4]],[[5,6]]]", type: "MultiLineString") + "]}"
    let points = try Reading.atEveryLength(Array(text.utf8))
    #expect(Set(points) == [0, 1, 2, 3, 4, 5])
    #expect(zip(points, points.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func limitsHold() {
    var options = ReadingOptions()
    options.limits.depth = 10
    options.limits.lineBytes = 50
    let deep = "{\"type\":\"LineString\",\"coordinates\":" + String(repeating: "[", count: 1000)
    let long = "{\"type\":\"LineString\",\"name\":\"" + String(repeating: "a", count: 100) + "\"}"
    for text in [deep, long] {
      let error = #expect(throws: TraceError.self) { try Reading.text(text, options: options) }
      #expect(error?.code == .limit)
    }
  }

  @Test func absentAndWrongValuesAreAbsent() throws {
    let trace = try Reading.text(
      Self.feature("[[1,2,null],[1,2,NaN],[1,2,1e999],[null,2],[1,\"2\"],[1],[200,2]]"))
    let fixes = trace.tracks.flatMap(\.segments).flatMap(\.fixes)
    #expect(fixes.map(\.altitude) == [nil, nil, nil, nil])
    #expect(fixes.last?.coordinate.longitude == -160)
    #expect(trace.skipped == 3)
  }
}
