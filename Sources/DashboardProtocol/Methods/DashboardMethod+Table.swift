extension DashboardMethod {
  static let playback: [DashboardMethod] = [
    DashboardMethod("play", "Starts playback, or goes on; at the end it starts anew.") { _ in
      .play
    },
    DashboardMethod("pause", "Holds the playhead where it is.") { _ in .pause },
    DashboardMethod("stop", "Ends playback and goes back to the start.") { _ in .stop },
    DashboardMethod(
      "step", "Moves the playhead by fixes of the merged time order, at most to an end.",
      [
        Parameter(
          name: "by", kind: .integer(-1_000_000...1_000_000),
          summary: "Fixes forward, or back when negative; 1 when absent.")
      ]
    ) { .step(by: $0.integer("by") ?? 1) },
    DashboardMethod(
      "seek", "Moves the playhead to one of the parameters; beyond an end is that end.",
      [
        Parameter(name: "time", kind: .time, summary: "An instant on the trace's clock."),
        Parameter(name: "fraction", kind: .number(0...1), summary: "A fraction of the whole."),
        Parameter(
          name: "index", kind: .integer(0...Int(Int32.max)),
          summary: "An index in the merged time order of all loaded fixes, from 0."),
      ], decode: seekPlace),
    DashboardMethod(
      "setRate", "Changes the rate without a jump of the playhead.",
      [
        Parameter(
          name: "rate", kind: .rate(0.01...1000), isRequired: true,
          summary: "Seconds of source time a second, or as fast as it goes.")
      ]
    ) { .setRate($0.number("rate").map { .times($0) } ?? .max) },
    DashboardMethod(
      "setLoop", "Changes what happens at the end.",
      [
        Parameter(
          name: "mode", kind: .word(["off", "forever", "bounce", "count"]), isRequired: true,
          summary: "Whether it ends, goes round, goes there and back, or goes round some times."),
        Parameter(
          name: "count", kind: .integer(1...1_000_000),
          summary: "Rounds in all; for the mode count."),
      ], decode: loop),
    DashboardMethod(
      "setRange", "Plays only what lies between two instants; without both, the whole.",
      [
        Parameter(name: "from", kind: .time, summary: "The first instant."),
        Parameter(name: "to", kind: .time, summary: "The last instant."),
      ]
    ) { params throws(RPCError) in
      let (from, to) = (params.time("from"), params.time("to"))
      if let from, let to, to <= from { throw .invalid("to", "must lie after from") }
      return .setRange(from: from, to: to)
    },
  ]

  static let sources: [DashboardMethod] = [
    DashboardMethod(
      "load", "Plays these traces together instead of what is loaded.",
      [
        Parameter(
          name: "traces", kind: .list(.text(limit: 256), limit: 10_000), isRequired: true,
          summary: "Ids of the catalogue.")
      ]
    ) { params throws(RPCError) in
      let traces = params.texts("traces") ?? []
      if traces.isEmpty { throw .invalid("traces", "must name at least one trace") }
      return .load(traces: traces)
    },
    DashboardMethod("unload", "Plays nothing.") { _ in .unload },
    DashboardMethod("state", "Tells the state.") { _ in .state },
    DashboardMethod(
      "traces", "Lists the traces that can be loaded.", result: "Traces"
    ) { _ in .traces },
    DashboardMethod(
      "retry", "Reads traces again whose reading failed, and only those.", result: "Traces",
      [
        Parameter(
          name: "traces", kind: .list(.text(limit: 256), limit: 10_000),
          summary: "Ids of the catalogue; all that failed when absent.")
      ]
    ) { params throws(RPCError) in
      let traces = params.texts("traces")
      if traces == [] { throw .invalid("traces", "must name at least one trace, or be absent") }
      return .retry(traces: traces)
    },
  ]

  static let watching: [DashboardMethod] = [
    DashboardMethod(
      "vehicles", "Lists the vehicles loaded.", result: "Vehicles"
    ) { _ in .vehicles },
    DashboardMethod(
      "vehicle", "Tells a vehicle's newest fix with all its fields.", result: "VehicleFix",
      [
        Parameter(
          name: "id", kind: .text(limit: 256), isRequired: true, summary: "The vehicle's id.")
      ]
    ) { .vehicle(id: $0.text("id") ?? "") },
    DashboardMethod(
      "search", "Finds vehicles, events or traces; a newer search ends this one.",
      result: "Hits",
      [
        Parameter(
          name: "query", kind: .text(limit: 256), isRequired: true,
          summary: "Words that must all occur, in any case; without any, all is found."),
        Parameter(
          name: "kind", kind: .word(DashboardCommand.SearchKind.allCases.map(\.rawValue)),
          summary: "What to look through; vehicle when absent."),
      ]
    ) {
      .search(
        query: $0.text("query") ?? "",
        kind: $0.text("kind").flatMap { DashboardCommand.SearchKind(rawValue: $0) } ?? .vehicle)
    },
    DashboardMethod(
      "subscribe", "Says what this connection wants to see; what is absent is not limited.",
      [
        Parameter(
          name: "vehicles", kind: .list(.text(limit: 256), limit: 100_000),
          summary: "Vehicle ids, which need not be loaded yet; with a box, these are sent wherever "
            + "they are."),
        Parameter(
          name: "kinds", kind: .list(.word(EventMessage.kinds), limit: 64),
          summary: "Kinds of event."),
        Parameter(name: "box", kind: .box, summary: "The part of the map in view."),
        Parameter(
          name: "period_ms", kind: .number(0...3_600_000),
          summary: "Time between two frames; 0 is the server's own."),
        Parameter(
          name: "minPeriod_ms", kind: .number(0...3_600_000),
          summary: "The least time between two frames."),
      ]
    ) { params in
      var wish = SubscriptionWish()
      wish.vehicles = params.texts("vehicles")
      wish.kinds = params.texts("kinds")
      wish.box = params.box("box")
      wish.periodMilliseconds = params.number("period_ms")
      wish.minPeriodMilliseconds = params.number("minPeriod_ms")
      return .subscribe(wish)
    },
    DashboardMethod(
      "resume", "Sends the events after a sequence again, or tells which are lost.",
      result: "Resumed",
      [
        Parameter(
          name: "sequence", kind: .integer(0...Int.max), isRequired: true,
          summary: "The last sequence that was seen."),
        Parameter(
          name: "run", kind: .text(limit: 256),
          summary:
            "The run in whose hello it was seen; without it, an older run's sequence is only "
            + "known by being ahead of the newest."),
      ]
    ) { .resume(sequence: UInt64($0.integer("sequence") ?? 0), run: $0.text("run")) },
  ]

  static let signal: [DashboardMethod] = [
    DashboardMethod(
      "setNoise", "Chooses the noise on the positions.",
      [
        Parameter(
          name: "preset", kind: .text(limit: 64), isRequired: true,
          summary: "none, open-sky, urban, indoor or tunnel."),
        Parameter(
          name: "seed", kind: .integer(0...Int.max), summary: "The seed; kept when absent."),
      ]
    ) {
      .setNoise(preset: $0.text("preset") ?? "", seed: $0.integer("seed").map { UInt64($0) })
    },
    DashboardMethod(
      "setFault", "Switches a fault on, off or to another strength.",
      [
        Parameter(
          name: "kind", kind: .text(limit: 64), isRequired: true,
          summary: "drop, delay, jitter, duplicate, reorder, freeze, jump or skew."),
        Parameter(
          name: "rate", kind: .number(0...1),
          summary: "The share of fixes that it hits; 0 switches it off."),
        Parameter(
          name: "amount_ms", kind: .number(0...86_400_000),
          summary: "How much; for delay, jitter, freeze and skew."),
        Parameter(
          name: "amount_m", kind: .number(0...10_000_000), summary: "Metres; for jump."),
        Parameter(name: "from", kind: .time, summary: "Its first instant; the start when absent."),
        Parameter(name: "to", kind: .time, summary: "Its last instant; the end when absent."),
      ]
    ) { params throws(RPCError) in
      var wish = FaultWish(kind: params.text("kind") ?? "")
      wish.rate = params.number("rate")
      wish.amountMilliseconds = params.number("amount_ms")
      wish.amountMeters = params.number("amount_m")
      wish.from = params.time("from")
      wish.to = params.time("to")
      if let from = wish.from, let to = wish.to, to <= from {
        throw .invalid("to", "must lie after from")
      }
      return .setFault(wish)
    },
    DashboardMethod("clearFaults", "Switches all faults off.") { _ in .clearFaults },
    DashboardMethod(
      "scenario", "Plays a scenario, as its file has it, instead of the one that is played.",
      [
        Parameter(
          name: "steps", kind: .list(.object("ScenarioStep"), limit: 10_000), isRequired: true,
          summary: #"Each with its time and one action: {"at":"10s","rate":10}; none takes the "#
            + "scenario away that is played.")
      ]
    ) { .scenario($0["steps"] ?? .array([])) },
  ]

  static let figures: [DashboardMethod] = [
    DashboardMethod(
      "setPolicy", "Gives the demonstration consumers one buffering policy each.",
      [
        Parameter(
          name: "policies", kind: .list(.text(limit: 64), limit: 16), isRequired: true,
          summary: "newest:N, oldest:N or unbounded; none when empty.")
      ]
    ) { .setPolicy($0.texts("policies") ?? []) },
    DashboardMethod(
      "setConsumerDelay", "Makes the demonstration consumers take so long for each update.",
      [
        Parameter(
          name: "ms", kind: .number(0...60_000), isRequired: true, summary: "Milliseconds.")
      ]
    ) { .setConsumerDelay(milliseconds: $0.number("ms") ?? 0) },
    DashboardMethod("metrics", "Tells the figures.", result: "Metrics") { _ in
      .metrics
    },
    DashboardMethod(
      "export", "Makes a file of what was emitted.", result: "Export",
      [
        Parameter(
          name: "format", kind: .text(limit: 16), isRequired: true,
          summary: "gpx, nmea, kml, geojson, csv or ndjson.")
      ]
    ) { .export(format: $0.text("format") ?? "") },
  ]

  private static func seekPlace(_ params: Parameters) throws(RPCError) -> DashboardCommand {
    let given = ["time", "fraction", "index"].filter { params[$0] != nil }
    guard given.count == 1 else {
      throw .invalid(
        given.isEmpty ? "time" : given[1], "must be given alone: one of time, fraction, index")
    }
    if let time = params.time("time") { return .seek(.time(time)) }
    if let fraction = params.number("fraction") { return .seek(.fraction(fraction)) }
    return .seek(.index(params.integer("index") ?? 0))
  }

  private static func loop(_ params: Parameters) throws(RPCError) -> DashboardCommand {
    let mode = params.text("mode")
    let count = params.integer("count")
    if mode != "count", count != nil { throw .invalid("count", "goes with the mode count") }
    switch mode {
    case "forever": return .setLoop(.forever)
    case "bounce": return .setLoop(.bounce)
    case "count":
      guard let count else { throw .invalid("count", "is missing") }
      return .setLoop(.count(count))
    default: return .setLoop(.off)
    }
  }
}
