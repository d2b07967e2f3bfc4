import Testing
import TraceFormats
import Tracks

struct GPXReaderTests {
  @Test func smoke() throws {
    let text = """
      <?xml version="1.0"?><gpx version="1.1"><trk><name>A</name><trkseg>
      <trkpt lat="1.5" lon="2.25"><ele>3</ele><time>2024-05-01T10:00:00Z</time><extensions><x:hr>90</x:hr></extensions></trkpt>
      </trkseg></trk></gpx>
      """
    let trace = try TraceFile.read(bytes: Array(text.utf8))
    #expect(trace.tracks.count == 1)
    let fix = try #require(trace.tracks.first?.segments.first?.fixes.first)
    #expect(fix.heartRate == 90)
    #expect(fix.altitude == 3)
    #expect(trace.tracks[0].name == "A")
  }
}
