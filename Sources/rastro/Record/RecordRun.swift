import Providers
import Recording
import Simulation
import StreamMetrics
import Tracks

/// One headless run: plays, lets the load consume, measures, and ends.
struct RecordRun: Sendable {
  /// How long consumers may take for what waits when all was played.
  private static let grace = Duration.seconds(2)

  private let options: RecordOptions
  private let recorder: EventRecorder?
  private let clock = MonotonicClock()
  private let provider: SimulatedLocationProvider
  private let consumers: Consumers
  private let ends: AsyncStream<End>
  private let ender: AsyncStream<End>.Continuation

  /// Told of each second as it ends.
  typealias OnSecond = @Sendable (RunReport.Second, PlaybackState) -> Void

  /// Why a run ended.
  enum End: Hashable, Sendable {
    /// All was played.
    case finished
    /// The stated time was over.
    case timeLimit
    /// SIGINT or SIGTERM came.
    case interrupted
    /// A threshold failed, and the run was to end then.
    case thresholdFailed
    /// The recording could not be written on.
    case failed(RecordingError)
  }

  /// What a run came to.
  struct Outcome: Sendable {
    var end: End
    var stages: [RunReport.Stage]
    var history: [RunReport.Second]
    var duration: Double
    var rates: Rates
    /// Emissions that were to be recorded and were not.
    var unrecorded: UInt64
    /// Whether the warm-up, if there was one, was over before the run.
    var isWarm: Bool
  }

  /// Opens what is written to and makes the load; nothing is played yet.
  ///
  /// - Throws: `Failure` with status 74 when the recording cannot be opened.
  init(_ options: RecordOptions, _ source: RecordSource) async throws(Failure) {
    let (ends, ender) = AsyncStream.makeStream(of: End.self, bufferingPolicy: .bufferingOldest(1))
    self.options = options
    self.ends = ends
    self.ender = ender
    do throws(RecordingError) {
      if let path = options.events {
        recorder = try await EventRecorder(path: path, vehicles: source.vehicles.map(\.id)) {
          ender.yield(.failed($0))
        }
      } else {
        recorder = nil
      }
    } catch {
      throw Failure(.inputOutput, error.description)
    }
    provider = SimulatedLocationProvider(
      playback: source.playback, clock: clock, options: .init(lifecycle: .commands))
    let policies = options.playback.policies
    consumers = Consumers(
      policies: policies.isEmpty ? [.newest(64)] : policies, count: options.consumers,
      delay: options.consumerDelay, provider: provider, clock: clock)
  }

  /// Plays to the end.
  ///
  /// - Parameter onSecond: Told of each second as it ends.
  /// - Returns: What it came to.
  /// - Throws: `Failure` with status 69 when the WebSocket clients cannot be served.
  func run(onSecond: @escaping OnSecond) async throws(Failure) -> Outcome {
    guard options.clients > 0 else { return await run(nil, onSecond) }
    return try await SocketLoad.run(options, provider, clock) { await run($0, onSecond) }
  }

  private func run(_ sockets: SocketLoad?, _ onSecond: @escaping OnSecond) async -> Outcome {
    let sink = addSink()
    defer { sink.cancel() }
    let (arrivals, arrival) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingOldest(max(1, consumers.total)))
    let (departures, departure) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingOldest(1))
    return await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await consumers.run { arrival.yield() }
        departure.finish()
      }
      var isMissing = consumers.total
      if isMissing > 0 {
        for await _ in arrivals {
          isMissing -= 1
          if isMissing == 0 { break }
        }
      }
      let outcome = await play(sockets, onSecond, departures)
      group.cancelAll()
      return outcome
    }
  }

  /// The way of every emission to the recording, before any policy.
  private func addSink() -> EmissionSinkToken {
    provider.addSink(
      { [recorder] emission in recorder?.append(emission)
      }, untilRoom: { [recorder] in await recorder?.untilRoom() })
  }

  private func play(
    _ sockets: SocketLoad?, _ onSecond: @escaping OnSecond, _ departures: AsyncStream<Void>
  ) async -> Outcome {
    let start = clock.now
    let baseline = await snapshot(since: start, sockets)
    if !options.playback.startPaused {
      // Something is loaded, so it can be played.
      _ = try? provider.play()
    }
    var meter = RunMeter(from: baseline)
    var end = End.interrupted
    var isWarm = options.warmup <= .zero
    await withTaskGroup(of: RunMeter?.self) { group in
      group.addTask { await watchEnd() }
      group.addTask { await watchSignals() }
      group.addTask { await watchTime(from: start) }
      group.addTask { await sample(from: start, baseline, sockets, onSecond) }
      group.addTask {
        await sockets?.send()
        return nil
      }
      for await reason in ends {
        end = reason
        break
      }
      group.cancelAll()
      for await sampled in group {
        if let sampled { (meter, isWarm) = (sampled, true) }
      }
    }
    let rates = Rates(provider, since: start, clock)
    if end != .finished { await pause() }
    await provider.shutdown()
    if end == .finished { await leaveTime(departures) }
    await sockets?.settle()
    let unrecorded = await recorder?.close().lost ?? 0
    // The streams' figures are taken before their consumers are cancelled: what waits is pending.
    let last = await snapshot(since: start, sockets)
    meter.record(last)
    return Outcome(
      end: end, stages: meter.stages(at: last), history: meter.history,
      duration: meter.duration(at: last), rates: rates, unrecorded: unrecorded, isWarm: isWarm)
  }

  /// Lets consumers take what waits, for a while.
  private func leaveTime(_ departures: AsyncStream<Void>) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in departures {} }
      group.addTask { try? await clock.sleep(until: clock.now + Self.grace) }
      group.addTask { try? await Interruption.wait() }
      await group.next()
      group.cancelAll()
    }
  }

  /// Waits for the end of what is played, which is told after everything else.
  private func watchEnd() async -> RunMeter? {
    for await state in provider.states where state.status == .ended {
      ender.yield(.finished)
      break
    }
    return nil
  }

  /// Holds the playhead, and waits until all that was emitted before has been told.
  private func pause() async {
    let last = provider.pause()
    for await state in provider.states
    where state.status == last.status && state.sequence >= last.sequence {
      break
    }
  }

  private func watchSignals() async -> RunMeter? {
    if (try? await Interruption.wait()) != nil { ender.yield(.interrupted) }
    return nil
  }

  private func watchTime(from start: Duration) async -> RunMeter? {
    guard let duration = options.playback.duration, options.playback.rate != .max else {
      return nil
    }
    if (try? await clock.sleep(until: start + duration)) != nil { ender.yield(.timeLimit) }
    return nil
  }

  /// Measures each second since the warm-up, until cancelled.
  ///
  /// - Returns: The figures, or nil when the warm-up was not over.
  private func sample(
    from start: Duration, _ baseline: RunSnapshot, _ sockets: SocketLoad?, _ onSecond: OnSecond
  ) async -> RunMeter? {
    var next = start + options.warmup
    var meter = RunMeter(from: baseline)
    if options.warmup > .zero {
      if (try? await clock.sleep(until: next)) == nil { return nil }
      meter = RunMeter(from: await snapshot(since: start, sockets))
    }
    while true {
      next += .seconds(1)
      if (try? await clock.sleep(until: next)) == nil { return meter }
      let now = await snapshot(since: start, sockets)
      if let second = meter.record(now) { onSecond(second, provider.state) }
      guard options.abortsOnFail else { continue }
      if hasFailed(meter, now, Rates(provider, since: start, clock)) {
        ender.yield(.thresholdFailed)
      }
    }
  }

  /// Whether an upper limit is passed; a lower one may still be reached.
  private func hasFailed(_ meter: RunMeter, _ snapshot: RunSnapshot, _ rates: Rates) -> Bool {
    let report = RunReport(
      run: .init(
        id: "", command: "", seed: 0, source: "", duration: meter.duration(at: snapshot),
        askedRate: rates.asked, achievedRate: rates.achieved),
      stages: meter.stages(at: snapshot), process: .now)
    return options.thresholds.contains { threshold in
      guard threshold.comparison.isUpperBound else { return false }
      let result = threshold.evaluated(on: report)
      return result.value != nil && !result.passed
    }
  }

  private func snapshot(since start: Duration, _ sockets: SocketLoad?) async -> RunSnapshot {
    let elapsed = clock.now - start
    var stages = provider.figures.map { figures in
      RunSnapshot.Stage(
        name: figures.stage, policy: figures.policy, counters: figures.counters,
        latency: figures.stage == .source ? provider.lateness : nil)
    }
    stages += consumers.snapshot
    if let sockets { stages.append(await sockets.snapshot) }
    return RunSnapshot(elapsed: elapsed, stages: stages)
  }
}

extension RecordRun {
  /// What was asked of a run and what came of it.
  struct Rates: Sendable {
    /// The mean of the rates that were asked for, or `max` when nothing else was.
    var asked: PlaybackRate
    /// Source time against real time, or nil before any has passed.
    var achieved: Double?

    /// Takes the rates up to now; what is overdue has not been played.
    ///
    /// Where a scenario changes between `max` and other rates, both say nothing of the time under `max`.
    init(_ provider: SimulatedLocationProvider, since start: Duration, _ clock: MonotonicClock) {
      let pacing = provider.pacing
      if let rate = pacing.askedRate {
        asked = .times(rate)
        achieved = pacing.achievedRate
      } else {
        let elapsed = clock.now - start
        let state = provider.state
        asked = state.rate
        achieved = elapsed > .zero ? state.played.inSeconds / elapsed.inSeconds : nil
      }
    }
  }
}

extension ProcessFigures {
  /// What the process has used up to now; nothing where the system does not tell.
  static var now: ProcessFigures {
    current()
      ?? ProcessFigures(cpuTime: .zero, residentBytes: 0, peakResidentBytes: 0, threads: 0)
  }
}
