import Testing
import Tracks

struct CoordinateTests {
  @Test(arguments: [(90.0, 180.0), (-90, -180), (0, 0), (46.2, 14.4)])
  func soundPairsAreTaken(_ latitude: Double, _ longitude: Double) throws {
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    #expect(place.latitude == latitude && place.longitude == longitude)
  }

  @Test(arguments: [
    (90.0001, 0.0), (-200, 0), (0, 180.0001), (.nan, 0), (0, .nan), (.infinity, 0), (0, -.infinity),
  ])
  func othersAreNone(_ latitude: Double, _ longitude: Double) {
    #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
  }

  @Test func arithmeticIsWrapped() {
    let place = Coordinate(wrappingLatitude: 90.0000001, longitude: 190)
    #expect(place.latitude == 90 && place.longitude == -170)
  }
}
