import Foundation
import Testing
import TraceFormats
import Tracks

struct TraceReportTests {
  private static let text = """
    <gpx><metadata><name>Day</name></metadata><wpt lat="1" lon="1"/>
    <rte><rtept lat="1" lon="1"/><rtept lat="1" lon="2"/></rte>
    <trk><trkseg>
    <trkpt lat="0" lon="179.999"><time>2024-05-01T10:00:00Z</time></trkpt>
    <trkpt lat="0" lon="-179.999"><time>2024-05-01T10:00:00Z</time></trkpt>
    <trkpt lat="0.001" lon="-179.999"><time>2024-05-01T09:59:50.5Z</time></trkpt>
    <trkpt lat="x" lon="2"/>
    <trkpt lat="0.002" lon="-179.999"><time>2024-05-01T10:01:00Z</time></trkpt>
    <trkpt lat="0.02" lon="-179.999"/>
    </trkseg><trkseg/></trk></gpx>
    """

  @Test func jsonHasTheKeysInTheirOrder() throws {
    let line = TraceReport(try Reading.text(Self.text)).jsonLine(file: "a \"b\".gpx")
    let expected =
      #"{"file":"a \"b\".gpx","format":"gpx","tracks":1,"segments":2,"points":5,"timed":4,"#
      + #""first":"2024-05-01T10:00:00.000Z","last":"2024-05-01T10:01:00.000Z","duration_s":69.5,"#
      + #""bbox":[-179.999,0,179.999,0.02],"length_m":2446.292,"gaps":2,"backward_times":1,"#
      + #""duplicate_times":1,"skipped":1,"notes":[{"code":"bad-position","line":7,"message":"#
      + #""a position that is no pair of numbers; the point was skipped"},{"code":"half-timed","#
      + #""line":null,"message":"1 of 5 points have no time; it is filled by distance"}],"#
      + #""waypoints":1,"routes":1,"route_points":2}"#
    #expect(line == expected)
    #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
  }

  @Test func jsonOfNothing() throws {
    let line = TraceReport(try Reading.text("<gpx></gpx>")).jsonLine(file: "e")
    let expected =
      #"{"file":"e","format":"gpx","tracks":0,"segments":0,"points":0,"timed":0,"first":null,"#
      + #""last":null,"duration_s":null,"bbox":null,"length_m":0,"gaps":0,"backward_times":0,"#
      + #""duplicate_times":0,"skipped":0,"notes":[{"code":"no-positions","line":null,"message":"#
      + #""the file has no positions"}],"waypoints":0,"routes":0,"route_points":0}"#
    #expect(line == expected)
  }

  @Test func jsonOfAnError() throws {
    let known = #expect(throws: TraceError.self) { try Reading.text("<gpx><trk>") }
    let line = TraceReport.jsonLine(file: "x.gpx", error: try #require(known))
    #expect(
      line
        == #"{"file":"x.gpx","format":"gpx","error":{"code":"truncated","line":1,"#
        + #""message":"the file stops before its first point"}}"#)
    let unknown = #expect(throws: TraceError.self) {
      try TraceFile.read(bytes: [0xFF, 0xD8, 0xFF])
    }
    let other = TraceReport.jsonLine(file: "x", error: try #require(unknown))
    #expect(
      other.hasPrefix(#"{"file":"x","format":null,"error":{"code":"unknown-format","line":null"#))
  }

  @Test func thresholdsOfGaps() throws {
    let trace = try Reading.text(Self.text)
    func gaps(_ time: Duration, _ distance: Double) -> Int {
      TraceReport(trace, gapThreshold: GapThreshold(time: time, distance: distance)).gaps
    }
    // Steps of 0 s and 222 m, −9.5 s and 111 m, 69.5 s and 111 m, no time and 2001 m.
    #expect(gaps(.seconds(60), 1000) == 2)
    #expect(gaps(.seconds(69.5), 1000) == 1)
    #expect(gaps(.seconds(100), 3000) == 0)
    #expect(gaps(.seconds(100), 200) == 2)
    #expect(gaps(.seconds(100), 1) == 4)
  }

  @Test func theTableSaysItForPeople() throws {
    let table = TraceReport(try Reading.text(Self.text)).table(file: "day.gpx")
    let lines = table.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "day.gpx: GPX")
    #expect(lines.contains("  points      5 in 1 track, 2 segments"))
    #expect(lines.contains("  timed       4, 1 without"))
    #expect(lines.contains("  time        2024-05-01 10:00:00.000 to 2024-05-01 10:01:00.000 UTC"))
    #expect(lines.contains("  duration    1 min 10 s"))
    #expect(lines.contains("  length      2446.3 m"))
    #expect(lines.contains("  skipped     1"))
    #expect(
      lines.contains(
        "  note: line 7: a position that is no pair of numbers; the point was skipped"))
    let braille = table.unicodeScalars.filter { (0x2801...0x28FF).contains($0.value) }
    #expect(!braille.isEmpty)
  }

  /// A square north of a line: drawn with north up, as high as wide, over the antimeridian too.
  @Test(arguments: [10.0, 179.9995])
  func theSketchIsTrueToShape(_ west: Double) throws {
    let east = west + 0.001
    let text = """
      <gpx><trk><trkseg><trkpt lat="0" lon="\(west)"/><trkpt lat="0.001" lon="\(west)"/>
      <trkpt lat="0.001" lon="\(east)"/><trkpt lat="0" lon="\(east)"/></trkseg></trk></gpx>
      """
    let sketch = TraceReport(try Reading.text(text)).sketch
    #expect(sketch.count == 12)
    #expect(sketch.allSatisfy { $0.unicodeScalars.count == 24 })
    // Three sides: the top row full, the bottom row only at its ends.
    let top = try #require(sketch.first).unicodeScalars.map(\.value)
    let bottom = try #require(sketch.last).unicodeScalars.map(\.value)
    #expect(top.allSatisfy { $0 > 0x2800 })
    #expect(bottom.filter { $0 > 0x2800 }.count == 2)
  }

  @Test func onePointAndOnePoleAreDrawnToo() throws {
    for text in [
      "<gpx><wpt lat=\"1\" lon=\"1\"/></gpx>",
      "<gpx><wpt lat=\"90\" lon=\"0\"/><wpt lat=\"-90\" lon=\"180\"/></gpx>",
    ] {
      let sketch = TraceReport(try Reading.text(text)).sketch
      #expect((1...12).contains(sketch.count))
    }
  }
}
