import Testing
import TraceFormats
import Tracks

struct TCXReaderTests {
  private static func file(_ activities: String) -> String {
    """
    <?xml version="1.0"?>
    <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
    \(activities)
    </TrainingCenterDatabase>
    """
  }

  private static func trackpoint(_ second: Int, _ position: String? = nil, _ rest: String = "")
    -> String
  {
    let place = position.map {
      let parts = $0.split(separator: " ")
      return "<Position><LatitudeDegrees>\(parts[0])</LatitudeDegrees>"
        + "<LongitudeDegrees>\(parts[1])</LongitudeDegrees></Position>"
    }
    return "<Trackpoint><Time>2024-05-01T10:00:0\(second)Z</Time>\(place ?? "")\(rest)</Trackpoint>"
  }

  @Test func p5_trackpointWithoutPositionIsASensorSample() throws {
    let heart = "<HeartRateBpm><Value>90</Value></HeartRateBpm>"
    let trace = try Reading.text(
      Self.file(
        "<Activities><Activity><Lap><AverageHeartRateBpm><Value>1</Value></AverageHeartRateBpm><Track>"
          + Self.trackpoint(0, "46.1 7.2") + Self.trackpoint(1, nil, heart)
          + Self.trackpoint(2, "46.2 7.2", heart) + "</Track></Lap></Activity></Activities>"))
    let fixes = trace.tracks.flatMap(\.segments).flatMap(\.fixes)
    #expect(fixes.map(\.coordinate.latitude) == [46.1, 46.2])
    #expect(fixes.map(\.heartRate) == [nil, 90])
    #expect(trace.positionless.map(\.heartRate) == [90])
    #expect(trace.positionless.map { $0.time?.iso8601Milliseconds } == ["2024-05-01T10:00:01.000Z"])
    #expect(trace.notes.map(\.code) == [.noPosition])
  }

  @Test func valuesAreReadWhateverTheirPrefix() throws {
    let rest = """
      <AltitudeMeters>0</AltitudeMeters><Cadence>80</Cadence><Extensions><x:TPX xmlns:x="u">
      <x:Speed>3.5</x:Speed><x:Watts>200</x:Watts></x:TPX></Extensions>
      """
    let trace = try Reading.text(
      Self.file(
        "<Activities><Activity><Lap><Track>" + Self.trackpoint(0, "46.1 7.2", rest)
          + Self.trackpoint(1, "46.1 7.2") + "</Track></Lap></Activity></Activities>"))
    let fixes = trace.tracks.flatMap(\.segments).flatMap(\.fixes)
    #expect(fixes.map(\.altitude) == [0, nil])
    #expect(fixes.map(\.cadence) == [80, nil])
    #expect(fixes.map(\.speed) == [3.5, nil])
    #expect(fixes.map(\.power) == [200, nil])
  }

  @Test func activitiesAreTracksAndTracksSegments() throws {
    let lap = "<Lap><Track>" + Self.trackpoint(0, "46.1 7.2") + "</Track></Lap>"
    let trace = try Reading.text(
      Self.file(
        "<Activities><MultiSportSession><FirstSport><Activity>\(lap)\(lap)<Creator><Name>X</Name></Creator>"
          + "</Activity></FirstSport><NextSport><Activity>\(lap)</Activity></NextSport></MultiSportSession>"
          + "</Activities>"))
    #expect(trace.tracks.map { $0.segments.map(\.fixes.count) } == [[1, 1], [1]])
    #expect(trace.tracks.map(\.name) == [nil, nil])
  }

  @Test func courseHasANameAndCoursePoints() throws {
    let trace = try Reading.text(
      Self.file(
        "<Courses><Course><Name>Round</Name><Track>" + Self.trackpoint(0, "46.1 7.2") + "</Track>"
          + "<CoursePoint><Name>Left</Name><Time>2024-05-01T10:00:00Z</Time><Position>"
          + "<LatitudeDegrees>46.1</LatitudeDegrees><LongitudeDegrees>7.2</LongitudeDegrees></Position>"
          + "</CoursePoint><Creator><Name>Device</Name></Creator></Course></Courses>"))
    #expect(trace.tracks.map(\.name) == ["Round"])
    #expect(trace.waypoints.map(\.name) == ["Left"])
  }

  @Test(arguments: ["nan 7.2", "91 7.2", "x 7.2", "46.1 400"])
  func badPositionsAreSkippedWithTheirLine(position: String) throws {
    let trace = try Reading.text(
      Self.file(
        "<Activities><Activity><Lap><Track>\n" + Self.trackpoint(0, position)
          + "</Track></Lap></Activity></Activities>"))
    #expect(trace.tracks.isEmpty)
    #expect(trace.skipped == 1)
    #expect(trace.notes.first?.code == .badPosition)
    #expect(trace.notes.first?.line == 4)
  }

  @Test func everyLengthOfAFileIsReadAsFarAsItGoes() throws {
    let text =
      "  \n"
      + Self.file(
        "<Activities><Activity><Lap><Track>" + Self.trackpoint(0, "46.1 7.2")
          + Self.trackpoint(1, "46.2 7.2")
          + "</Track></Lap></Activity></Activities>")
    let points = try Reading.atEveryLength(Array(text.utf8))
    #expect(points.last == 2)
    #expect(zip(points, points.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(points.contains(1))
  }
}
