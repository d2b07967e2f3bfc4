// What stands between the two marks is shown in Sources/Providers/Providers.docc; a test compares them.
// example:begin
import Providers
import Simulation
import Synchronization
import Testing
import Tracks

/// An app's code: adds up how far a trip went, and notes when it came home.
final class TripMeter: DeviceLocationProviderDelegate {
  struct Trip {
    var meters = 0.0
    var last: Coordinate?
    var arrival: SourceTime?
  }

  let trip = Mutex(Trip())

  func start(_ provider: DeviceLocationProvider, home: DeviceRegion) {
    provider.delegate = self
    provider.distanceFilter = 20
    provider.requestAuthorization()
    provider.startUpdatingLocation()
    provider.startMonitoring(home)
  }

  func locationProvider(_ provider: DeviceLocationProvider, didUpdate fixes: [Fix]) {
    trip.withLock { trip in
      for fix in fixes {
        if let last = trip.last {
          trip.meters += Geodesy.distance(from: last, to: fix.coordinate)
        }
        trip.last = fix.coordinate
      }
    }
  }

  func locationProvider(_ provider: DeviceLocationProvider, didEnter region: DeviceRegion) {
    trip.withLock { $0.arrival = provider.location?.time }
  }
}

/// Its test: half an hour's ride, in virtual time.
@Test func measuresARideAndItsEnd() async throws {
  let start = SourceTime(nanoseconds: 1_750_000_000_000_000_000)
  let places = (0...1800).map { second in
    Fix(
      Coordinate(wrappingLatitude: 60, longitude: 10 + Double(second) / 10_000),
      time: start.advanced(by: .seconds(second)))
  }
  let ride = Journey(
    id: "ride", name: "Ride", track: Track(segments: [TrackSegment(fixes: places)]))
  let source = SimulatedLocationProvider(
    playback: try Playback(timeline: Timeline(journeys: [ride])), clock: ImmediateClock())
  let provider = DeviceLocationProvider(source: source)

  let meter = TripMeter()
  meter.start(
    provider,
    home: DeviceRegion(
      id: "home", center: Coordinate(wrappingLatitude: 60, longitude: 10.18), radius: 100))
  for await state in source.states where state.status == .ended { break }

  let trip = meter.trip.withLock { $0 }
  #expect(abs(trip.meters - 10_007) < 25)
  #expect(trip.arrival == start.advanced(by: .seconds(1783)))
}
// example:end
