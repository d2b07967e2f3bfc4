import Testing
import TraceFormats
import Tracks

/// Inputs that fuzzing found, cut down; each once crashed, hung or was read in more than one way.
struct FuzzReplayTests {
  private static let found: [(format: TraceFormat, bytes: [UInt8])] = [
    // A byte that is no UTF-8 between elements: whether libxml2 went on depended on the pieces.
    (
      .tcx,
      Array("<TrainingCenterDatabase><Activities><Activity><Lap><Track><Trackpoint>".utf8)
        + Array(
          "<Time>2026-02-23T23:40:52Z</Time><Position><LatitudeDegrees>40</LatitudeDegrees>".utf8)
        + Array("<LongitudeDegrees>-105</LongitudeDegrees></Position>".utf8) + [0xC8]
        + Array("<Cadence>90</Cadence></Trackpoint></Track></Lap></Activity></Activities>".utf8)
        + Array("</TrainingCenterDatabase>".utf8)
    ),
    (
      .gpx,
      Array("<gpx><trk><name>".utf8) + [0xE2, 0x82] + Array("</name><trkseg>".utf8) + [0xF5, 0x80]
        + Array("<trkpt lat=\"1\" lon=\"2\"/>".utf8) + [0xED, 0xA0, 0x80]
        + Array("</trkseg></trk></gpx>".utf8) + [0xC3]
    ),
  ]

  @Test(arguments: found.indices)
  func isReadOneWayWhateverThePieces(_ index: Int) throws {
    let input = Self.found[index]
    let whole = try TraceFile.read(bytes: input.bytes)
    #expect(whole.format == input.format)
    #expect(whole.tracks.map(\.fixCount) == [1])
    #expect(whole.notes.map(\.code).contains(.encoding))
    for size in [1, 2, 3, 5, 7, 13, 64] {
      #expect(try Reading.inPieces(input.bytes, of: size) == whole)
    }
    _ = TraceReport(whole).jsonLine(file: "found")
    for writer in TraceFormats.writers { _ = writer.bytes(of: whole) }
  }
}
