import Providers
import Simulation
import TestSupport
import Testing
import Tracks

@Suite(.timeLimit(.minutes(5))) struct DeviceRequestTests {
  private let clock = ManualClock()

  /// A device whose fixes have these accuracies, a second apart.
  private func device(
    _ accuracies: [Double?], startingAt start: Duration = .zero
  ) throws -> (DeviceLocationProvider, SimulatedLocationProvider) {
    var journey = Journeys.line(accuracies.count)
    for (index, accuracy) in accuracies.enumerated() {
      journey.track.segments[0].fixes[index].horizontalAccuracy = accuracy
    }
    let source = try SimulatedLocationProvider([journey], clock: clock)
    return (DeviceLocationProvider(source: source, authorization: .authorized), source)
  }

  @Test func givesTheNextFixAndLeavesTheSource() async throws {
    let (device, source) = try device([nil, nil])
    let fix = try await device.requestLocation(timeout: .seconds(5))
    #expect(Journeys.index(fix) == 0)
    #expect(source.subscriberCount == 0)
    await untilTrue { clock.sleeperCount == 0 }
  }

  @Test func waitsForTheAccuracyThatIsDesired() async throws {
    let (device, _) = try device([100, 50, 9, 5])
    device.desiredAccuracy = 10
    async let fix = device.requestLocation(timeout: .seconds(60))
    await clock.run(to: .milliseconds(1_500), sleepers: 2)
    clock.advance(to: .milliseconds(2_000))
    #expect(Journeys.index(try await fix) == 2)
  }

  @Test func givesTheBestThatCameWhenTheTimeIsOver() async throws {
    let (device, _) = try device([100, 50, 70, 5])
    device.desiredAccuracy = 10
    async let fix = device.requestLocation(timeout: .milliseconds(2_500))
    await clock.untilSleeping(2)
    await clock.run(to: .milliseconds(2_400), sleepers: 2)
    clock.advance(to: .milliseconds(2_500))
    #expect(Journeys.index(try await fix) == 1)
  }

  @Test func timesOutWithoutAnyFix() async throws {
    let source = SimulatedLocationProvider(
      playback: try Playback(timeline: nil), clock: clock)
    let device = DeviceLocationProvider(source: source, authorization: .authorized)
    let request = Task { try await device.requestLocation(timeout: .seconds(1)) }
    await clock.untilSleeping()
    clock.advance(by: .seconds(1))
    await #expect(throws: LocationError.timedOut) { try await request.value }
    #expect(source.subscriberCount == 0)
  }

  @Test func endsWithItsSource() async throws {
    let (device, source) = try device([100, 100])
    device.desiredAccuracy = 10
    let request = Task { try await device.requestLocation() }
    await untilTrue { source.subscriberCount == 1 }
    source.finish()
    let result = await request.result
    // The first fix may have come before; it is the best then.
    if case .failure(let error) = result { #expect(error as? LocationError == .locationUnknown) }
    #expect(source.subscriberCount == 0)
  }

  @Test func endsWhenAuthorizationIsTaken() async throws {
    let source = SimulatedLocationProvider(
      playback: try Playback(timeline: nil), clock: clock)
    let device = DeviceLocationProvider(source: source, authorization: .authorized)
    let request = Task { try await device.requestLocation() }
    await untilTrue { source.subscriberCount == 1 }
    device.authorization = .denied
    await #expect(throws: LocationError.denied) { try await request.value }
  }

  @Test func endsWhenCancelledBeforeOrWhileItWaits() async throws {
    let source = SimulatedLocationProvider(
      playback: try Playback(timeline: nil), clock: clock)
    let device = DeviceLocationProvider(source: source, authorization: .authorized)
    let waiting = Task { try await device.requestLocation(timeout: .seconds(1)) }
    await clock.untilSleeping()
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    let early = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await device.requestLocation()
    }
    await #expect(throws: CancellationError.self) { try await early.value }
    #expect(source.subscriberCount == 0)
    #expect(clock.sleeperCount == 0)
  }

  /// The vehicle's fix, the timeout and the cancelling come at the same instant, in an order that the
  /// scheduler decides; two fixes at once are the double callback.
  @Test func c11_tenThousandRequestsEachEndOnce() async throws {
    let journeys = [Journeys.line(2, every: .zero)]
    let timeline = try Timeline(journeys: journeys)
    var outcomes: [String: Int] = [:]
    for round in 0..<10_000 {
      let clock = ManualClock()
      let source = SimulatedLocationProvider(
        playback: try Playback(timeline: nil), clock: clock)
      let device = DeviceLocationProvider(source: source, authorization: .authorized)
      let request = Task { try await device.requestLocation(timeout: .milliseconds(10)) }
      await clock.untilSleeping()
      await withTaskGroup { group in
        for step in 0..<3 {
          group.addTask {
            switch (step + round) % 3 {
            case 0: clock.advance(by: .milliseconds(10))
            case 1: _ = try? source.load(timeline)
            default: if round % 2 == 0 { request.cancel() }
            }
          }
        }
      }
      switch await request.result {
      case .success(let fix):
        #expect(fix.time == Journeys.start)
        outcomes["fix", default: 0] += 1
      case .failure(LocationError.timedOut): outcomes["timeout", default: 0] += 1
      case .failure(is CancellationError): outcomes["cancelled", default: 0] += 1
      case .failure(let error): Issue.record("\(error)")
      }
      // The task that answered it may be about to leave the source.
      await untilTrue { source.subscriberCount == 0 }
    }
    #expect(outcomes.values.reduce(0, +) == 10_000)
    #expect(outcomes.count == 3, "every way to end was taken: \(outcomes)")
  }
}
