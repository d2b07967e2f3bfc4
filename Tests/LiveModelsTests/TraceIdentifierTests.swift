import LiveModels
import Testing

struct TraceIdentifierTests {
  @Test(arguments: [
    ("City drive.gpx", "city-drive"), ("a.b.c.nmea", "a-b-c"), ("run.gpx.gz", "run"),
    ("Ñandú 7.kml", "and-7"), ("漢字.gpx", "trace"), (".hidden", "hidden"), ("../../x y", "trace"),
    ("--a__b--.csv", "a-b"), ("", "trace"),
  ])
  func isURLSafe(name: String, id: String) {
    #expect(TraceIdentifier.make(from: name) { _ in false } == id)
  }

  @Test func isNotTaken() {
    let taken: Set = ["run", "run-2"]
    #expect(TraceIdentifier.make(from: "run.gpx") { taken.contains($0) } == "run-3")
  }
}
