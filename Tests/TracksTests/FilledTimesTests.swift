import Testing
import Tracks

struct FilledTimesTests {
  private func track(_ segments: [[(longitude: Double, seconds: Double?)]]) -> Track {
    Track(
      segments: segments.map { fixes in
        TrackSegment(
          fixes: fixes.map { place in
            Fix(
              Coordinate(wrappingLatitude: 0, longitude: place.longitude),
              time: place.seconds.flatMap { SourceTime(secondsSince1970: $0) })
          })
      })
  }

  private func seconds(_ track: Track) -> [Double?] {
    track.segments.flatMap(\.fixes).map {
      $0.time.map { ($0.secondsSince1970 * 1e6).rounded() / 1e6 }
    }
  }

  /// PITFALLS P3: times on points 2 and 4 of 5.
  @Test func p03_timesAreFilledByDistance() {
    let filled = track([[(0, nil), (1, 100), (2, nil), (3, 110), (4, nil)]]).fillingTimes(speed: 10)
    #expect(seconds(filled) == [95, 100, 105, 110, 115])
    let marks = filled.segments[0].fixes.map { $0.marks.contains(.derivedTime) }
    #expect(marks == [true, false, true, false, true])
  }

  @Test func timeGoesWithDistance() {
    let filled = track([[(0, 0), (1, nil), (4, 40)]]).fillingTimes(speed: 10)
    #expect(seconds(filled) == [0, 10, 40])
  }

  @Test func placesWithoutDistanceAreSpreadEvenly() {
    let filled = track([[(1, 0), (1, nil), (1, nil), (1, 30)]]).fillingTimes(speed: 10)
    #expect(seconds(filled) == [0, 10, 20, 30])
  }

  @Test func theWayBetweenSegmentsIsNoDistance() {
    let filled = track([[(0, 0), (1, 10)], [(50, nil), (51, 30)]]).fillingTimes(speed: 10)
    #expect(seconds(filled) == [0, 10, 10, 30])
  }

  @Test func oneTimeAloneTakesTheStatedSpeed() throws {
    let filled = track([[(0, nil), (0.001, 100)]]).fillingTimes(speed: 10)
    let first = try #require(seconds(filled)[0])
    #expect(abs(first - (100 - 11.1195)) < 0.001)
  }

  @Test func wholeTimedAndUntimedTracksAreLeftAlone() {
    let timed = track([[(0, 0), (1, 10)]])
    let untimed = track([[(0, nil), (1, nil)]])
    #expect(timed.fillingTimes(speed: 1) == timed)
    #expect(untimed.fillingTimes(speed: 1) == untimed)
    #expect(!timed.isHalfTimed && !untimed.isHalfTimed)
  }

  @Test func timesAtTheEndsOfTimeDoNotOverflow() {
    let filled = track([[(0, -9.1e9), (1, nil), (2, 9.1e9), (100, nil)]]).fillingTimes(speed: 0.02)
    #expect(seconds(filled).allSatisfy { $0 != nil })
  }
}
