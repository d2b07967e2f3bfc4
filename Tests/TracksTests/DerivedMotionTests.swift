import Testing
import Tracks

struct DerivedMotionTests {
  private func fix(_ latitude: Double, _ longitude: Double, _ seconds: Double?) -> Fix {
    Fix(
      Coordinate(wrappingLatitude: latitude, longitude: longitude),
      time: seconds.flatMap { SourceTime(secondsSince1970: $0) })
  }

  private func derived(_ segments: [[Fix]]) -> [[Fix]] {
    Track(segments: segments.map { TrackSegment(fixes: $0) }).derivingMotion().segments.map(\.fixes)
  }

  @Test func speedAndCourseComeFromTheWay() throws {
    let fixes = derived([[fix(0, 0, 0), fix(0, 0.001, 10), fix(0.001, 0.001, 20)]])[0]
    for fix in fixes {
      let speed = try #require(fix.speed)
      #expect(abs(speed - 11.1195) < 0.001)
      #expect(fix.marks == [.derivedSpeed, .derivedCourse])
    }
    #expect(fixes.map(\.course) == [90, 90, 0])
  }

  @Test func whatTheFileSaysIsKept() {
    var said = fix(0, 0.001, 10)
    said.speed = 3
    said.course = 12
    let fixes = derived([[fix(0, 0, 0), said]])[0]
    #expect(fixes[1].speed == 3 && fixes[1].course == 12 && fixes[1].marks.isEmpty)
    #expect(fixes[0].marks == [.derivedSpeed, .derivedCourse])
  }

  @Test func aRecordingIsLeftAsItIs() {
    var recorded = fix(0, 0.001, 10)
    recorded.speed = 11
    recorded.marks = [.derivedSpeed]
    let fixes = [fix(0, 0, 0), recorded, fix(0, 0.002, 20)]
    #expect(derived([fixes])[0] == fixes)
  }

  @Test func aRecordingWithoutDerivedValuesIsLeftToo() {
    let fixes = [fix(0, 0, 0), fix(0, 0.001, 10)]
    let emissions = fixes.enumerated().map { index, fix in
      RecordedEmission(sequence: UInt64(index), time: fix.time ?? SourceTime(nanoseconds: 0))
    }
    let track = Track(segments: [TrackSegment(fixes: fixes, emissions: emissions)])
    #expect(track.derivingMotion() == track)
  }

  /// PITFALLS R2: equal times give no infinite speed.
  @Test func r02_equalTimesGiveNoSpeed() throws {
    let fixes = derived([
      [
        fix(46.58570, 6.60486, 26), fix(46.58569, 6.60481, 27), fix(46.58566, 6.60479, 27),
        fix(46.58562, 6.60481, 28),
      ]
    ])[0]
    #expect(fixes.allSatisfy { $0.speed?.isFinite ?? true })
    #expect(fixes[2].speed == nil)
    #expect(fixes[1].speed != nil && fixes[3].speed != nil)
    #expect(derived([[fix(1, 1, 10), fix(1.1, 1, 5)]])[0][1].speed == nil)
  }

  /// PITFALLS R6: what stands still has no course.
  @Test func r06_noCourseAtRest() {
    let still = (0..<20).map { index in
      fix(46 + Double(index % 3) * 2e-6, 14 + Double(index % 4) * 2e-6, Double(index))
    }
    #expect(derived([still])[0].allSatisfy { $0.course == nil })
    // A metre and more, but in a long time.
    #expect(derived([[fix(46, 14, 0), fix(46.00002, 14, 60)]])[0].allSatisfy { $0.course == nil })
    var stands = fix(46.001, 14, 1)
    stands.speed = 0
    #expect(derived([[fix(46, 14, 0), stands]])[0][1].course == nil)
  }

  /// PITFALLS P4: no movement between segments.
  @Test func p04_segmentsOfOnePointHaveNoMotion() {
    let segments = derived([[fix(0, 0, 0)], [fix(0, 1, 3600)]])
    #expect(segments.flatMap { $0 }.allSatisfy { $0.speed == nil && $0.course == nil })
    #expect(
      Track(segments: segments.map { TrackSegment(fixes: $0) }).length == 0)
  }

  @Test func untimedFixesStillHaveADirection() {
    let fixes = derived([[fix(0, 0, nil), fix(0, 0.001, nil)]])[0]
    #expect(fixes.map(\.course) == [90, 90])
    #expect(fixes.allSatisfy { $0.speed == nil })
  }
}
