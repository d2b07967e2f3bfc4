import Testing
import Tracks

struct DegreesTests {
  @Test(arguments: [
    (0.0, 0.0), (180, 180), (-180, -180), (180.096, -179.904), (-180.096, 179.904), (359, -1),
    (360, 0), (540, -180), (725, 5), (-725, -5),
  ])
  func longitudesAreWrapped(_ longitude: Double, _ expected: Double) {
    #expect(abs(Degrees.wrappedLongitude(longitude) - expected) < 1e-9)
  }

  @Test(arguments: [
    (0.0, 0.0), (359.5, 359.5), (360, 0), (-1, 359), (720.25, 0.25), (-1e-20, 0), (-360, 0),
  ])
  func coursesAreWrapped(_ course: Double, _ expected: Double) {
    let wrapped = Degrees.wrappedCourse(course)
    #expect(abs(wrapped - expected) < 1e-9)
    #expect((0..<360).contains(wrapped))
  }

  /// PITFALLS R6, D2: the short way, never through 180.
  @Test(arguments: [
    (350.0, 10.0, 20.0), (10, 350, -20), (355, 5, 10), (0, 180, -180), (180, 0, -180), (90, 90, 0),
    (179.5, -179.5, 1), (1, 359, -2),
  ])
  func r06_turnsGoTheShortWay(_ from: Double, _ to: Double, _ expected: Double) {
    #expect(Degrees.shortestTurn(from: from, to: to) == expected)
    let half = Degrees.interpolatedCourse(from: from, to: to, fraction: 0.5)
    #expect(half == Degrees.wrappedCourse(from + expected / 2))
  }

  @Test func r06_from350To10IsNorthHalfWay() {
    #expect(Degrees.interpolatedCourse(from: 350, to: 10, fraction: 0.5) == 0)
  }
}
