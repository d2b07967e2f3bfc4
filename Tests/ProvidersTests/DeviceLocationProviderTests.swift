import Providers
import Simulation
import StreamMetrics
import TestSupport
import Testing
import Tracks

@Suite(.timeLimit(.minutes(5))) struct DeviceLocationProviderTests {
  private let clock = ManualClock()

  private func device(
    _ journeys: [Journey], lifecycle: ProviderLifecycle = .subscribers,
    authorization: LocationAuthorization = .authorized
  ) throws -> (DeviceLocationProvider, SimulatedLocationProvider, DeviceRecorder) {
    let source = try SimulatedLocationProvider(journeys, clock: clock, lifecycle: lifecycle)
    let device = DeviceLocationProvider(source: source, authorization: authorization)
    let recorder = DeviceRecorder()
    device.delegate = recorder
    return (device, source, recorder)
  }

  @Test func tellsOfItsVehicleAlone() async throws {
    let source = try SimulatedLocationProvider(
      Journeys.fleet(3, fixes: 10), clock: ImmediateClock())
    let device = DeviceLocationProvider(source: source, vehicle: 1, authorization: .authorized)
    let recorder = DeviceRecorder()
    device.delegate = recorder
    device.startUpdatingLocation()
    await untilTrue { source.subscriberCount == 0 }
    #expect(recorder.fixes.elements.map(Journeys.index) == Array(0..<10))
    #expect(recorder.fixes.elements.allSatisfy { $0.coordinate.latitude == 1 })
    #expect(device.location.map(Journeys.index) == 9)
    await untilTrue { recorder.words.elements.last == "failed locationUnknown" }
  }

  @Test func startsAndStopsItsSource() async throws {
    let (device, source, recorder) = try device([Journeys.line(100)])
    #expect(source.subscriberCount == 0)
    device.startUpdatingLocation()
    device.startUpdatingLocation()
    #expect(source.subscriberCount == 1)
    await clock.run(to: .seconds(3))
    device.stopUpdatingLocation()
    #expect(source.subscriberCount == 0)
    #expect(recorder.fixes.elements.map(Journeys.index) == [0, 1, 2, 3])
    device.startUpdatingLocation()
    await clock.run(to: .seconds(5))
    device.stopUpdatingLocation()
    #expect(recorder.fixes.elements.map(Journeys.index) == [0, 1, 2, 3, 0, 1, 2])
  }

  @Test func filtersByDistance() async throws {
    let (device, _, recorder) = try device([Journeys.line(11)])
    device.distanceFilter = 300
    device.startUpdatingLocation()
    await clock.run(to: .milliseconds(9_500))
    // A thousandth of a degree is 111 m on the equator.
    #expect(recorder.fixes.elements.map(Journeys.index) == [0, 3, 6, 9])
  }

  @Test func tellsHeadingsThatTurnedEnough() async throws {
    let courses: [Double?] = [350, 355, 5, 8, nil, 20]
    var journey = Journeys.line(courses.count)
    for (index, course) in courses.enumerated() {
      journey.track.segments[0].fixes[index].course = course
    }
    let (device, _, recorder) = try device([journey])
    device.headingFilter = 10
    device.startUpdatingHeading()
    await clock.run(to: .milliseconds(4_500))
    device.stopUpdatingHeading()
    #expect(recorder.words.elements == ["heading 350.0", "heading 5.0"])
    #expect(recorder.fixes.count == 0)
  }

  @Test func tellsOfRegionsOnItsWay() async throws {
    let (device, _, recorder) = try device([Journeys.line(20)])
    let east = Coordinate(wrappingLatitude: 0, longitude: 0.0055)
    device.startMonitoring(DeviceRegion(id: "narrow", center: east, radius: 10))
    device.startMonitoring(
      DeviceRegion(
        id: "start", center: Coordinate(wrappingLatitude: 0, longitude: 0), radius: 150))
    #expect(device.monitoredRegions.map(\.id) == ["narrow", "start"])
    await clock.run(to: .seconds(10))
    #expect(
      recorder.words.elements == [
        "narrow outside", "start inside", "exited start", "entered narrow", "exited narrow",
      ])
    for region in device.monitoredRegions { device.stopMonitoring(region) }
    #expect(device.monitoredRegions.isEmpty)
  }

  @Test func saysNothingWithoutAuthorization() async throws {
    let (device, source, recorder) = try device(
      [Journeys.line(100)], authorization: .notDetermined)
    device.startUpdatingLocation()
    #expect(source.subscriberCount == 0)
    device.requestAuthorization()
    #expect(device.authorization == .authorized)
    #expect(source.subscriberCount == 1)
    await clock.run(to: .seconds(1))
    device.authorization = .denied
    #expect(source.subscriberCount == 0)
    device.startUpdatingLocation()
    device.requestAuthorization()
    await #expect(throws: LocationError.denied) { try await device.requestLocation() }
    #expect(
      recorder.words.elements == ["authorized", "denied", "failed denied", "failed denied"])
    #expect(recorder.fixes.count == 2)
    device.authorization = .authorized
    await clock.run(to: .seconds(2))
    #expect(recorder.fixes.count > 2)
  }

  @Test func changesItsSourceWhileEverythingStays() async throws {
    let (device, first, recorder) = try device([Journeys.line(100, number: 1)])
    let second = try SimulatedLocationProvider([Journeys.line(100, number: 2)], clock: clock)
    device.startUpdatingLocation()
    let updates = device.updates(bufferingPolicy: .unbounded)
    var iterator = updates.makeAsyncIterator()
    await clock.run(to: .seconds(1))
    device.setSource(second)
    #expect(first.subscriberCount == 0)
    #expect(second.subscriberCount == 1)
    await clock.run(to: .seconds(2))
    let latitudes = [1.0, 1, 2, 2]
    #expect(recorder.fixes.elements.map(\.coordinate.latitude) == latitudes)
    for latitude in latitudes { #expect(await iterator.next()?.coordinate.latitude == latitude) }
  }

  @Test func c07_itsStreamsEndWithTheirSourceAndLeaveIt() async throws {
    let (device, source, _) = try device([Journeys.line(5)])
    for _ in 0..<3 {
      for await _ in device.updates(bufferingPolicy: .newest(1)) { break }
      #expect(source.subscriberCount == 0)
    }
    var seen = 0
    let turning = Task { await clock.run(to: .seconds(3600)) }
    for await _ in device.updates(bufferingPolicy: .unbounded) { seen += 1 }
    turning.cancel()
    #expect(seen == 5)
    #expect(source.subscriberCount == 0)
  }

  @Test func doesNotKeepItsDelegateNorItself() async throws {
    weak var released: DeviceLocationProvider?
    weak var delegate: DeviceRecorder?
    let source = try SimulatedLocationProvider([Journeys.line(100)], clock: clock)
    do {
      let device = DeviceLocationProvider(source: source, authorization: .authorized)
      let recorder = DeviceRecorder()
      device.delegate = recorder
      device.startUpdatingLocation()
      (released, delegate) = (device, recorder)
      await clock.untilSleeping()
    }
    #expect(released == nil)
    #expect(delegate == nil)
    #expect(source.subscriberCount == 0)
  }
}

/// A delegate that keeps all it is told, fixes apart and the rest as words.
final class DeviceRecorder: DeviceLocationProviderDelegate {
  let fixes = Log<Fix>()
  let words = Log<String>()
  let visits = Log<DeviceVisit>()

  func locationProvider(_ provider: DeviceLocationProvider, didUpdate fixes: [Fix]) {
    for fix in fixes { self.fixes.append(fix) }
  }

  func locationProvider(_ provider: DeviceLocationProvider, didUpdate heading: DeviceHeading) {
    words.append("heading \(heading.degrees)")
  }

  func locationProvider(
    _ provider: DeviceLocationProvider, didDetermine side: DeviceRegion.Side,
    of region: DeviceRegion
  ) {
    words.append("\(region.id) \(side)")
  }

  func locationProvider(_ provider: DeviceLocationProvider, didEnter region: DeviceRegion) {
    words.append("entered \(region.id)")
  }

  func locationProvider(_ provider: DeviceLocationProvider, didExit region: DeviceRegion) {
    words.append("exited \(region.id)")
  }

  func locationProvider(_ provider: DeviceLocationProvider, didVisit visit: DeviceVisit) {
    visits.append(visit)
  }

  func locationProviderDidPauseUpdates(_ provider: DeviceLocationProvider) {
    words.append("paused")
  }

  func locationProviderDidResumeUpdates(_ provider: DeviceLocationProvider) {
    words.append("resumed")
  }

  func locationProvider(
    _ provider: DeviceLocationProvider, didChange authorization: LocationAuthorization
  ) {
    words.append("\(authorization)")
  }

  func locationProvider(
    _ provider: DeviceLocationProvider, didFailWith error: LocationError
  ) {
    words.append("failed \(error)")
  }
}
