import Simulation
import Testing
import Tracks

@Suite("Nobody is at 0,0 who was not recorded there")
struct NowhereTests {
  /// A vehicle far from the origin.
  static func journey(_ number: Int, from second: Int, fixes: Int) -> Journey {
    let track = Track(segments: [
      TrackSegment(
        fixes: (0..<fixes).map {
          Fix(
            Coordinate(wrappingLatitude: 47, longitude: 8 + Double($0) / 1000),
            time: Picture.start.advanced(by: .seconds(second + $0)))
        })
    ])
    return Journey(id: "v\(number)", name: "v\(number)", track: track)
  }

  @Test(
    "A vehicle that has not begun, or whose signal is lost, has no place", arguments: [nil, 10.0])
  func noPlace(hertz: Double?) throws {
    var layout = TimelineOptions()
    layout.fixInterval = hertz.map { .seconds(1) / $0 }
    var options = PlaybackOptions()
    options.faults = [try Fault("drop=50%")]
    var bench = try Bench(
      [Self.journey(0, from: 0, fixes: 20), Self.journey(1, from: 10, fixes: 20)],
      timeline: layout, options: options)
    var sample = FleetSample(sourceTime: Picture.start, emitted: .zero, generation: 0)
    func expectPlaces(_ vehicles: [UInt32]) {
      bench.playback.sample(at: bench.now, into: &sample)
      #expect(Set(sample.vehicles).isSubset(of: vehicles))
      #expect(sample.latitudes.allSatisfy { $0 == 470_000_000 })
    }
    #expect(bench.playback.newestFix(of: 0) == nil)
    expectPlaces([0])
    try bench.playback.seek(to: .offset(.seconds(3)), at: bench.now)
    bench.take()
    expectPlaces([0])
    try bench.playback.seek(to: .fraction(1), at: bench.now)
    bench.take()
    expectPlaces([0, 1])
    bench.playback.stop(at: bench.now)
    try bench.playback.play(at: bench.now)
    bench.run()
    expectPlaces([0, 1])
    try bench.playback.load(nil, at: bench.now)
    bench.take()
    expectPlaces([])
    #expect(bench.updates.count > 10)
    #expect(bench.updates.allSatisfy { abs($0.fix.coordinate.latitude - 47) < 1e-6 })
    #expect(bench.events.allSatisfy { abs(($0.coordinate?.latitude ?? 47) - 47) < 1e-6 })
  }
}
