import DashboardProtocol
import LiveModels
import Providers
import Simulation
import StreamMetrics
import TraceFormats
import Tracks

/// Does the commands that are not about one connection.
struct CommandRunner {
  let parts: ServeParts
  let hub: DashboardHub

  /// Does a command.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - caller: Who gives it.
  /// - Returns: The result.
  /// - Throws: `RPCError`.
  func run(
    _ command: DashboardCommand, from caller: Caller
  ) async throws(RPCError) -> EncodedJSON {
    do {
      return try await result(of: command, from: caller)
    } catch let error as RPCError {
      throw error
    } catch let error as PlaybackError {
      throw RPCError(.refused, error.message)
    } catch is CancellationError {
      throw RPCError(.cancelled, "a newer command took the place of this one")
    } catch let error as TraceError {
      throw RPCError(error.code == .notFound ? .notFound : .refused, error.description)
    } catch {
      throw RPCError(.internalError, "\(error)")
    }
  }

  private func result(
    of command: DashboardCommand, from caller: Caller
  ) async throws -> EncodedJSON {
    let playback = parts.playback
    switch command {
    case .play: return state(try await playback.play())
    case .pause: return state(await playback.pause())
    case .stop: return state(await playback.stop())
    case .step(let count): return state(try await playback.step(by: count))
    case .seek(let place): return state(try await playback.seek(to: place.target))
    case .setRate(let rate): return state(try await playback.setRate(rate.playbackRate))
    case .setLoop(let loop): return state(try await playback.setLoop(loop.loopMode))
    case .setRange(let from, let to):
      let range = PlaybackRange(from: from.map { .time($0) }, to: to.map { .time($0) })
      return state(try await playback.setRange(from == nil && to == nil ? nil : range))
    case .load(let ids):
      for id in ids where await parts.library.entry(id) == nil {
        throw RPCError(.notFound, "there is no trace \(id)", field: "traces")
      }
      return state(try await hub.load(ids))
    case .unload: return state(try await hub.load(timeline: nil))
    case .traces: return await traces()
    case .retry(let ids):
      for id in ids ?? [] where await parts.library.entry(id) == nil {
        throw RPCError.invalid(
          "traces", "must name traces of the catalogue, which traces lists; there is no \(id)")
      }
      await hub.notice(try await parts.library.retry(ids).failed)
      return await traces()
    case .search(let query, let kind): return try await search(query, kind, caller)
    case .setNoise(let preset, let seed): return try setNoise(preset, seed: seed)
    case .setFault(let wish): return try setFault(wish)
    case .clearFaults:
      return state(
        try parts.provider.perform { playback, now in playback.clearFaults(at: now) })
    case .setPolicy(let texts): return try await setPolicies(texts)
    case .setConsumerDelay(let milliseconds):
      parts.consumers.setDelay(.seconds(milliseconds / 1000))
      await hub.publishState()
      return state()
    case .state, .vehicles, .vehicle, .subscribe, .resume, .metrics: return state()
    case .export(let format):
      return try await export(format)
    case .scenario(let steps): return try setScenario(steps)
    }
  }

  private func state(_ state: PlaybackState? = nil) -> EncodedJSON {
    EncodedJSON(parts.stateMessage(state))
  }

  private func traces() async -> EncodedJSON {
    EncodedJSON(OneField("traces", await parts.library.catalogue.map(\.message)))
  }

  /// Writes what was emitted; a long file takes a while, so this is not done on the hub.
  @concurrent
  private func export(_ format: String) async throws -> EncodedJSON {
    let trace = parts.history.trace(of: await hub.vehicles)
    let id = try parts.exports.add(trace, format: format)
    return EncodedJSON(OneField("url", "/exports/\(id)"))
  }

  // MARK: Search

  private func search(
    _ query: String, _ kind: DashboardCommand.SearchKind, _ caller: Caller
  ) async throws -> EncodedJSON {
    let hub = self.hub
    let parts = self.parts
    let find: @concurrent @Sendable () async throws -> EncodedJSON = {
      let words = SearchWords(query)
      switch kind {
      case .vehicle:
        let hits = try words.filter(await hub.vehicles.entries) { [$0.id, $0.name] }
        return EncodedJSON(OneField("hits", hits))
      case .event:
        let vehicles = await hub.vehicles
        let events = await hub.ring.ordered.lazy.map(\.event)
        let hits = try words.filter(events.reversed()) { event in
          [event.kind, event.vehicle ?? "", event.vehicle.flatMap { vehicles[$0]?.name } ?? ""]
            + event.details.map { detail in
              detail.value.string
                ?? String(decoding: JSONWriter.bytes(of: detail.value), as: UTF8.self)
            }
        }
        return EncodedJSON(OneField("hits", hits))
      case .trace:
        let hits = try words.filter(await parts.library.catalogue) { [$0.id, $0.name] }
        return EncodedJSON(OneField("hits", hits.map(\.message)))
      }
    }
    if let search = caller.search { return try await search.value(of: find) }
    return try await find()
  }

  // MARK: Signal

  private func setNoise(_ preset: String, seed: UInt64?) throws -> EncodedJSON {
    guard let noise = NoisePreset(rawValue: preset) else {
      throw RPCError.invalid("preset", "must be one of \(Self.words(NoisePreset.self))")
    }
    return state(
      try parts.provider.perform { playback, now throws(PlaybackError) in
        playback.setNoise(noise, seed: seed, at: now)
      })
  }

  private func setFault(_ wish: FaultWish) throws -> EncodedJSON {
    guard let kind = Fault.Kind(rawValue: wish.kind) else {
      throw RPCError.invalid("kind", "must be one of \(Self.words(Fault.Kind.self))")
    }
    if wish.amountMilliseconds != nil, !kind.takesTime {
      let kinds = Fault.Kind.allCases.filter(\.takesTime).map(\.rawValue).joined(separator: ", ")
      throw RPCError.invalid("amount_ms", "goes with \(kinds), not with \(kind.rawValue)")
    }
    if wish.amountMeters != nil, kind != .jump {
      throw RPCError.invalid("amount_m", "goes with jump, not with \(kind.rawValue)")
    }
    let offset = try windowOffset(of: wish)
    let fault = Fault(
      kind, rate: wish.rate ?? 1,
      amount: wish.amountMilliseconds.map { .seconds($0 / 1000) }, meters: wish.amountMeters,
      from: offset(wish.from),
      to: offset(wish.to))
    return state(
      try parts.provider.perform { playback, now throws(PlaybackError) in
        try playback.setFault(fault, at: now)
      })
  }

  /// What turns the instants of a fault's window into offsets from the start of what is loaded, in
  /// which the window must lie at least in part.
  private func windowOffset(of wish: FaultWish) throws -> (SourceTime?) -> Duration? {
    guard wish.from != nil || wish.to != nil else { return { _ in nil } }
    let state = parts.provider.state
    guard let first = state.first, let last = state.last else {
      throw RPCError(
        .refused, "nothing is loaded that the window could lie in; load a trace first",
        field: wish.from == nil ? "to" : "from")
    }
    if let from = wish.from, from > last {
      throw RPCError.invalid(
        "from", "must not lie after the last instant, \(last.iso8601Milliseconds)")
    }
    if let to = wish.to, to < first {
      throw RPCError.invalid(
        "to", "must not lie before the first instant, \(first.iso8601Milliseconds)")
    }
    return { time in time.map { first.duration(to: $0) } }
  }

  /// The steps are those of a scenario's file; none takes the scenario away that runs.
  private func setScenario(_ steps: JSONValue) throws -> EncodedJSON {
    let scenario: Scenario?
    do {
      scenario = steps.elements == [] ? nil : try Scenario(json: JSONWriter.bytes(of: steps))
    } catch {
      throw RPCError.invalid("steps", "are no scenario: \(error)")
    }
    return state(
      try parts.provider.perform { playback, now throws(PlaybackError) in
        try playback.setScenario(scenario, at: now)
      })
  }

  private static func words<Choice: CaseIterable & RawRepresentable<String>>(
    _ type: Choice.Type
  ) -> String {
    type.allCases.map(\.rawValue).joined(separator: ", ")
  }

  // MARK: Demonstration

  private func setPolicies(_ texts: [String]) async throws -> EncodedJSON {
    let policies = try texts.map { text in
      guard let policy = BufferingPolicy(text), policy.limit != nil || text == "unbounded" else {
        let limits = BufferingPolicy.limits
        throw RPCError.invalid(
          "policies",
          "must be newest:N, oldest:N (N of \(limits.lowerBound) to "
            + "\(limits.upperBound)) or unbounded, not \(text)")
      }
      return policy
    }
    parts.consumers.setPolicies(policies)
    await hub.publishState()
    return state()
  }
}
