import Observation
import Providers
import Simulation
import TestSupport
import Testing
import Tracks

@testable import LiveModels

@Suite(.timeLimit(.minutes(5)))
struct PlaybackModelTests {
  private static func timeline() throws -> Timeline {
    let fixes = (0...60).map { second in
      Fix(
        Coordinate(wrappingLatitude: 40, longitude: Double(second) / 1000),
        time: SourceTime(nanoseconds: Int64(second) * 1_000_000_000))
    }
    return try Timeline(journeys: [
      Journey(id: "a", name: "A", track: Track(segments: [TrackSegment(fixes: fixes)]))
    ])
  }

  private static func provider(_ clock: any ElapsedClock) throws -> SimulatedLocationProvider {
    SimulatedLocationProvider(
      playback: try Playback(timeline: nil), clock: clock, options: .init(lifecycle: .commands))
  }

  @Test func commandsAnswerWithTheStateAfterThem() async throws {
    let clock = ManualClock()
    let provider = try Self.provider(clock)
    let model = await PlaybackModel(provider)
    #expect(await model.state.status == .idle)
    await #expect(throws: PlaybackError.self) { _ = try await model.play() }
    #expect(try await model.load(Self.timeline()).status == .ready)
    #expect(await model.vehicles.map(\.id) == ["a"])
    #expect(try await model.play().status == .playing)
    clock.advance(to: .seconds(6))
    #expect(await model.pause().sourceTime == SourceTime(nanoseconds: 6_000_000_000))
    #expect(try await model.seek(to: .fraction(0.5)).fraction == 0.5)
    #expect(try await model.step(by: 1).sourceTime == SourceTime(nanoseconds: 31_000_000_000))
    #expect(try await model.setRate(.times(4)).rate == .times(4))
    #expect(try await model.setLoop(.bounce).loop == .bounce)
    await #expect(throws: PlaybackError.self) { _ = try await model.setRate(.times(5000)) }
    #expect(await model.stop().status == .ready)
    #expect(await model.state.status == .ready)
    #expect(try await model.load(nil).status == .idle)
    #expect(await model.vehicles.isEmpty)
    await provider.shutdown()
  }

  @Test func whoObservesSeesWhatTheProviderDoes() async throws {
    let provider = try Self.provider(ManualClock())
    let model = await PlaybackModel(provider)
    let following = Task { await model.follow() }
    let seen = Log<PlaybackStatus>()
    let observing = Task { await Self.observe(model, seen) }
    // Not through the model: the change comes round by the provider alone.
    try provider.load(Self.timeline())
    try provider.play()
    await observing.value
    #expect(seen.elements.last == .playing)
    #expect(await model.state.status == .playing)
    following.cancel()
    await following.value
    await provider.shutdown()
  }

  @ModelActor
  private static func observe(_ model: PlaybackModel, _ seen: Log<PlaybackStatus>) async {
    for await status in Observations({ model.state.status }) {
      seen.append(status)
      if status == .playing { return }
    }
  }

  @Test func c14_aStateOfAnOlderGenerationIsNotTakenOver() async throws {
    let provider = try Self.provider(ManualClock())
    let model = await PlaybackModel(provider)
    let old = try await model.load(Self.timeline())
    let new = try await model.seek(to: .fraction(0.5))
    await model.take(old)
    #expect(await model.state == new)
    await provider.shutdown()
  }

  @Test func c15_theMetricsTellWhenThePartsWereThere() async {
    let model = await MetricsModel()
    await model.noteSection(at: .milliseconds(20), isLast: false)
    await model.noteSection(at: .milliseconds(50), isLast: false)
    #expect(await model.allSections == nil)
    await model.noteSection(at: .milliseconds(70), isLast: true)
    #expect(await model.firstSection == .milliseconds(20))
    #expect(await model.allSections == .milliseconds(70))
  }

  @Test func c09_theLongestHoldOfTheActorIsKnown() async {
    await ModelHold.measure {
      let end = SuspendingClock.now + .milliseconds(3)
      while SuspendingClock.now < end {}
    }
    #expect(ModelHold.longest >= .milliseconds(3))
  }
}
