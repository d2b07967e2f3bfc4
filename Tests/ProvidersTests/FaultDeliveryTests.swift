import Providers
import Simulation
import StreamMetrics
import TestSupport
import Testing
import Tracks

/// Faults are there to be seen: on no way from the player to a subscriber are they merged away.
@Suite(.timeLimit(.minutes(5)))
struct FaultDeliveryTests {
  @Test(arguments: [
    ("duplicate=100%", [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]), ("reorder=100%@1s..2s", [0, 2, 1, 3, 4]),
    ("drop=100%@1s..3s", [0, 3, 4]), ("freeze=100%/2s@1s..4s", [0, 1, 1, 3, 4]),
  ])
  func faultsReachEverySubscriberAsTheyAre(fault: String, expected: [Int]) async throws {
    var options = PlaybackOptions()
    options.rate = .max
    options.faults = [try Fault(fault)]
    let provider = SimulatedLocationProvider(
      playback: try Playback(
        timeline: Timeline(journeys: [Journeys.line(5)]), options: options),
      clock: ImmediateClock())
    let seen = Log<Int>()
    let token = provider.addSink {
      if case .location(let update) = $0 { seen.append(Journeys.index(update.fix)) }
    }
    let emissions = provider.emissions(bufferingPolicy: .newest(1))
    async let taken = Self.places(of: emissions)
    var updates: [Int] = []
    for await update in provider.updates(bufferingPolicy: .newest(1)) {
      updates.append(Journeys.index(update.fix))
    }
    #expect(updates == expected)
    #expect(seen.elements == expected)
    _ = await taken
    token.cancel()
  }

  private static func places(of emissions: CountedStream<Emission>) async -> [Int] {
    var places: [Int] = []
    for await emission in emissions {
      if case .location(let update) = emission { places.append(Journeys.index(update.fix)) }
    }
    return places
  }
}
