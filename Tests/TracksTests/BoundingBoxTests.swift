import Testing
import Tracks

struct BoundingBoxTests {
  private func places(_ pairs: [(Double, Double)]) -> [Coordinate] {
    pairs.map { Coordinate(wrappingLatitude: $0.0, longitude: $0.1) }
  }

  /// PITFALLS P18: the box of a track over ±180° is narrow.
  @Test func p18_narrowOverTheAntimeridian() throws {
    let box = try #require(BoundingBox(places([(-16.8, 179.8), (-16.7, -179.9), (-16.9, 180)])))
    #expect(box.west == 179.8 && box.east == -179.9)
    #expect(box.south == -16.9 && box.north == -16.7)
    #expect(abs(box.width - 0.3) < 1e-9)
    #expect(box.contains(Coordinate(wrappingLatitude: -16.8, longitude: -179.95)))
    #expect(box.contains(Coordinate(wrappingLatitude: -16.8, longitude: 179.9)))
    #expect(!box.contains(Coordinate(wrappingLatitude: -16.8, longitude: 0)))
    #expect(!box.contains(Coordinate(wrappingLatitude: -17, longitude: 179.9)))
  }

  @Test func plainNeverGoesOver() throws {
    let box = try #require(BoundingBox(plain: places([(1, 179.8), (2, -179.9)])))
    #expect(box == BoundingBox(west: -179.9, south: 1, east: 179.8, north: 2))
    #expect(box.contains(Coordinate(wrappingLatitude: 1.5, longitude: 0)))
  }

  @Test func ofOnePlaceAndOfNone() throws {
    let box = try #require(BoundingBox(places([(5, 6)])))
    #expect(box == BoundingBox(west: 6, south: 5, east: 6, north: 5))
    #expect(box.width == 0)
    #expect(BoundingBox([Coordinate]()) == nil)
    #expect(BoundingBox(plain: [Coordinate]()) == nil)
  }

  @Test func ordinaryTracksStayOrdinary() throws {
    let box = try #require(BoundingBox(places([(46, 14), (47, 15), (45, 13.5)])))
    #expect(box == BoundingBox(west: 13.5, south: 45, east: 15, north: 47))
  }
}
