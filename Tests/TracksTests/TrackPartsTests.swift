import Glibc
import Testing
import Tracks

struct TrackPartsTests {
  private func fix(_ latitude: Double, _ longitude: Double, _ seconds: Double? = nil) -> Fix {
    Fix(
      Coordinate(wrappingLatitude: latitude, longitude: longitude),
      time: seconds.flatMap { SourceTime(secondsSince1970: $0) })
  }

  @Test func aPartHasBothItsEndsAndNoEmptySegment() {
    let track = Track(
      name: "a",
      segments: [
        TrackSegment(fixes: [fix(0, 0, 0), fix(0, 1, 10), fix(0, 2)]),
        TrackSegment(fixes: [fix(0, 3, 20), fix(0, 4, 30)]),
      ])
    let part = track.part(
      from: SourceTime(secondsSince1970: 20), to: SourceTime(secondsSince1970: 30))
    #expect(part.name == "a")
    #expect(part.segments.map { $0.fixes.map(\.coordinate.longitude) } == [[3, 4]])
    let open = track.part(from: nil, to: SourceTime(secondsSince1970: 10))
    #expect(open.segments.map { $0.fixes.map(\.coordinate.longitude) } == [[0, 1]])
  }

  @Test func whatLiesOnTheLineIsLeftOutAndWhatTurnsStays() throws {
    // 0.001° is 111 m: the third fix is 11 m off the line, the fifth is the corner.
    let fixes = [
      fix(0, 0), fix(0, 0.001), fix(0.0001, 0.002), fix(0, 0.003), fix(0, 0.004),
      fix(0.002, 0.004), fix(0.004, 0.004),
    ]
    let track = Track(segments: [TrackSegment(fixes: fixes)])
    let coarse = try track.simplified(within: 20)
    #expect(coarse.segments[0].fixes == [fixes[0], fixes[4], fixes[6]])
    let fine = try track.simplified(within: 5)
    #expect(fine.segments[0].fixes.contains(fixes[2]))
  }

  @Test func noFixLeftOutIsFartherThanTheTolerance() throws {
    var (latitude, longitude) = (60.0, 179.99)
    let fixes = (0..<500).map { index in
      // An angle that grows ever faster turns to and fro without a pattern.
      latitude += 0.0005 * sin(Double(index * index))
      longitude += 0.0005 + 0.0005 * cos(Double(index * index * 3))
      return fix(latitude, longitude)
    }
    let kept = try Track(segments: [TrackSegment(fixes: fixes)]).simplified(within: 30)
      .segments[0].fixes
    #expect(kept.first == fixes.first && kept.last == fixes.last && kept.count < fixes.count)
    for fix in fixes {
      let fence = Geofence(
        id: "way", shape: .corridor(lines: [kept.map(\.coordinate)], distance: 30.001))
      #expect(fence.signedDistance(to: fix.coordinate) <= 0)
    }
  }

  @Test func aJourneyOutAndBackKeepsItsFarEnd() throws {
    let fixes = [fix(0, 0), fix(0, 0.01), fix(0, 0)]
    let kept = try Track(segments: [TrackSegment(fixes: fixes)]).simplified(within: 10)
    #expect(kept.segments[0].fixes == fixes)
  }
}
