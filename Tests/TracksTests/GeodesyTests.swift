import Testing
import Tracks

/// Great-circle geometry against GeographicLib: `GeodSolve -e 6371008.8 0 -p 6`, with `-i` for the
/// inverse problem.
struct GeodesyTests {
  struct Inverse: CustomTestStringConvertible {
    let from: Coordinate
    let to: Coordinate
    let course: Double
    let metres: Double
    /// How far the haversine may be off; near antipodes it loses digits.
    var tolerance = 1e-6
    var testDescription: String { "\(from) to \(to)" }

    init(
      _ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double,
      _ course: Double, _ metres: Double, tolerance: Double = 1e-6
    ) {
      from = Coordinate(wrappingLatitude: latitude1, longitude: longitude1)
      to = Coordinate(wrappingLatitude: latitude2, longitude: longitude2)
      self.course = course
      self.metres = metres
      self.tolerance = tolerance
    }
  }

  static let inverses = [
    Inverse(0, 0, 0, 0.000001, 90, 0.111195),
    Inverse(0, 0, 0.000001, 0, 0, 0.111195),
    Inverse(46.2, 14.4, 46.2000001, 14.4000001, 34.688782, 0.013523),
    Inverse(46.2, 14.4, 46.05, 14.5, 155.16425846539, 18373.683622),
    Inverse(40.64, -73.78, 1.36, 103.99, 3.32960608867, 15339453.624129),
    Inverse(-33.95, 151.18, 51.47, -0.45, -40.80730413088, 17020499.663254),
    Inverse(-16.8, 179.8, -16.8, -179.9, 90.04335486032, 31934.762454),
    Inverse(52.1, 179.9999, 52.1, -179.9999, 89.99992109159, 13.661098),
    Inverse(90, 0, 89.9, 30, 150, 11119.508023),
    Inverse(-90, 0, -89.5, -120, -120, 55597.540117),
    Inverse(89.9, 0, 89.9, 180, 0, 22239.016047),
    Inverse(0, 0, 0, 179.9, 90, 20003994.934013, tolerance: 0.001),
    Inverse(0, 0, 0.5, 179.7, 30.96299936101, 19950277.343497, tolerance: 0.001),
    Inverse(45, 10, -45, -169.9, -90.03535534355, 20007251.763008, tolerance: 0.001),
    Inverse(-60, -170, 60, 100, -49.10660535087, 15410568.189155),
  ]

  @Test(arguments: inverses)
  func distanceAndCourse(_ reference: Inverse) throws {
    let distance = Geodesy.distance(from: reference.from, to: reference.to)
    #expect(abs(distance - reference.metres) <= reference.tolerance)
    let course = try #require(Geodesy.course(from: reference.from, to: reference.to))
    // A hundred-millionth of a degree of the place is about a thousandth of a degree over 1 cm.
    let tolerance = max(1e-8, 1e-5 / max(reference.metres, 1e-3))
    #expect(abs(Degrees.shortestTurn(from: course, to: reference.course)) <= tolerance)
    #expect((0..<360).contains(course))
  }

  /// Whatever the digits at antipodes, the distance is half the circle, to some metres.
  @Test(arguments: [(30.0, -40.0, -30.0, 140.0), (0, -90, 0, 90), (90, 0, -90, 0)])
  func antipodes(
    _ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double
  ) {
    let from = Coordinate(wrappingLatitude: latitude1, longitude: longitude1)
    let to = Coordinate(wrappingLatitude: latitude2, longitude: longitude2)
    #expect(abs(Geodesy.distance(from: from, to: to) - 20015114.442036) < 10)
    let middle = Geodesy.interpolated(from: from, to: to, fraction: 0.5)
    #expect(abs(Geodesy.distance(from: from, to: middle) - 10007557.221018) < 10)
  }

  @Test func noCourseToTheSamePlace() {
    let place = Coordinate(wrappingLatitude: 10, longitude: 20)
    #expect(Geodesy.course(from: place, to: place) == nil)
    #expect(Geodesy.distance(from: place, to: place) == 0)
  }

  struct Direct: CustomTestStringConvertible {
    let from: Coordinate
    let course: Double
    let metres: Double
    let to: Coordinate
    var testDescription: String { "\(metres) m at \(course) from \(from)" }

    init(
      _ latitude: Double, _ longitude: Double, _ course: Double, _ metres: Double,
      _ latitude2: Double, _ longitude2: Double
    ) {
      from = Coordinate(wrappingLatitude: latitude, longitude: longitude)
      self.course = course
      self.metres = metres
      to = Coordinate(wrappingLatitude: latitude2, longitude: longitude2)
    }
  }

  static let directs = [
    Direct(46.2, 14.4, 30, 1000, 46.20778815878, 14.40649755641),
    Direct(46.2, 14.4, 213.5, 2_500_000, 26.49929127563, 0.75864000454),
    Direct(0, 179.9, 90, 50000, 0, -179.65033981814),
    Direct(-89.5, 10, 180, 100_000, -89.60067963628, -170),
    Direct(90, 0, 135, 1_000_000, 81.00679636275, 45),
    Direct(10, -170, 271.25, 3_000_000, 9.46796786827, 162.62390286017),
    Direct(51.5, -0.1, 0, 9_000_000, 47.56116726479, 179.9),
    Direct(-33, 151, 359.9999, 0.01, -32.99999991007, 151),
  ]

  @Test(arguments: directs)
  func destination(_ reference: Direct) {
    let place = Geodesy.destination(
      from: reference.from, distance: reference.metres, course: reference.course)
    #expect(abs(place.latitude - reference.to.latitude) < 1e-10)
    #expect(
      abs(Degrees.shortestTurn(from: place.longitude, to: reference.to.longitude)) < 1e-8)
    let back = Geodesy.destination(
      from: reference.from, distance: -reference.metres, course: reference.course + 180)
    #expect(Geodesy.distance(from: place, to: back) < 1e-5)
  }

  @Test func interpolationKeepsItsEnds() {
    let from = Coordinate(wrappingLatitude: 46.2, longitude: 14.4)
    let to = Coordinate(wrappingLatitude: 46.05, longitude: 14.5)
    #expect(Geodesy.interpolated(from: from, to: to, fraction: 0) == from)
    #expect(Geodesy.interpolated(from: from, to: to, fraction: 1) == to)
    #expect(Geodesy.interpolated(from: from, to: from, fraction: 0.3) == from)
  }

  /// The parts of a way add up, from millimetres to a quarter of the Earth.
  @Test(arguments: [1e-3, 0.1, 5, 9.5, 9.6, 100, 1e4, 1e6, 1e7])
  func interpolationIsProportional(metres: Double) {
    let from = Coordinate(wrappingLatitude: 60, longitude: 179.99999)
    let to = Geodesy.destination(from: from, distance: metres, course: 75)
    for fraction in [0.1, 0.25, 0.5, 0.9] {
      let between = Geodesy.interpolated(from: from, to: to, fraction: fraction)
      let tolerance = max(1e-8 * metres, 1e-6)
      #expect(
        abs(Geodesy.distance(from: from, to: between) - metres * fraction) < tolerance)
      #expect(
        abs(Geodesy.distance(from: between, to: to) - metres * (1 - fraction)) < tolerance)
    }
  }

  /// PITFALLS P18: halfway between 179.8 and −179.9 is not near Greenwich.
  @Test func p18_interpolationGoesOverTheAntimeridian() throws {
    let from = Coordinate(wrappingLatitude: -16.8, longitude: 179.8)
    let to = Coordinate(wrappingLatitude: -16.8, longitude: -179.9)
    let first = Geodesy.interpolated(from: from, to: to, fraction: 1.0 / 3)
    let second = Geodesy.interpolated(from: from, to: to, fraction: 2.0 / 3)
    #expect(abs(first.longitude - 179.9) < 1e-4)
    #expect(abs(abs(second.longitude) - 180) < 1e-4)
    #expect(abs(Geodesy.distance(from: from, to: to) - 31934.76) < 0.01)
    let course = try #require(Geodesy.course(from: from, to: to))
    #expect(abs(course - 90) < 0.1)
  }
}
