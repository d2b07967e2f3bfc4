import DashboardProtocol
import LiveModels
import Simulation
import StreamMetrics
import TraceFormats
import Tracks

extension StateMessage {
  /// The message of a player's state.
  init(_ state: PlaybackState, sequence: UInt64, policy: String) {
    self.init(
      status: Status(rawValue: state.status.rawValue) ?? .idle, rate: .init(state.rate),
      achievedRate: state.achievedRate, loop: .init(state.loop), generation: state.generation,
      sequence: sequence, sourceTime: state.sourceTime, first: state.first, last: state.last,
      fraction: state.fraction, policy: policy, noise: state.noise.rawValue,
      faults: state.faults.map(FaultMessage.init))
    lap = state.lap
    seed = state.seed
    rangeFrom = state.rangeFirst
    rangeTo = state.rangeLast
  }
}

extension FaultMessage {
  init(_ counted: FaultCount) {
    let fault = counted.fault
    self.init(
      kind: fault.kind.rawValue, rate: fault.rate,
      amountMilliseconds: fault.kind.takesTime ? fault.amount.inMilliseconds : nil,
      amountMeters: fault.kind == .jump ? fault.meters : nil,
      count: UInt64(max(0, counted.count)))
  }
}

extension Fault.Kind {
  /// Whether its amount is a time, which the wire has in milliseconds.
  var takesTime: Bool { [.delay, .jitter, .freeze, .skew].contains(self) }
}

extension DashboardCommand.Rate {
  init(_ rate: PlaybackRate) {
    switch rate {
    case .times(let factor): self = .times(factor)
    case .max: self = .max
    }
  }

  /// The rate as the player takes it.
  var playbackRate: PlaybackRate {
    switch self {
    case .times(let factor): .times(factor)
    case .max: .max
    }
  }
}

extension DashboardCommand.Loop {
  init(_ mode: LoopMode) {
    switch mode {
    case .off: self = .off
    case .count(let rounds): self = .count(rounds)
    case .forever: self = .forever
    case .bounce: self = .bounce
    }
  }

  /// The mode as the player takes it.
  var loopMode: LoopMode {
    switch self {
    case .off: .off
    case .count(let rounds): .count(rounds)
    case .forever: .forever
    case .bounce: .bounce
    }
  }
}

extension DashboardCommand.Place {
  /// The place as the player takes it.
  var target: SeekTarget {
    switch self {
    case .time(let time): .time(time)
    case .fraction(let fraction): .fraction(fraction)
    case .index(let index): .index(index)
    }
  }
}

extension EventMessage {
  /// The message of an event, with its number in the count of the wire.
  init(_ event: SimulationEvent, sequence: UInt64, vehicles: VehicleIndex) {
    self.init(
      kind: event.kind.rawValue, sequence: sequence, generation: event.generation,
      vehicle: event.vehicle.flatMap { vehicles[$0]?.id }, time: event.time,
      coordinate: event.coordinate,
      details: event.details.map { detail in
        switch detail.value {
        case .text(let text): JSONMember(detail.key, .text(text))
        case .integer(let number): JSONMember(detail.key, .integer(number))
        case .number(let number): JSONMember(detail.key, .number(number))
        }
      })
  }
}

extension TraceEntry {
  /// The message of the entry.
  var message: TraceEntryMessage {
    var message = TraceEntryMessage(id: id, name: name)
    message.format = format?.rawValue
    message.points = points
    message.first = first
    message.last = last
    message.length = length
    message.notes = notes.map {
      NoteMessage(code: $0.code.rawValue, line: $0.line, message: $0.message)
    }
    message.error = error.map {
      NoteMessage(code: $0.code.rawValue, line: $0.line, message: $0.message)
    }
    return message
  }
}

extension StageMessage {
  init(_ figures: StageFigures) {
    self.init(
      name: figures.stage.rawValue, policy: figures.policy?.description,
      offered: figures.counters.offered, delivered: figures.counters.delivered,
      dropped: figures.counters.dropped, pending: figures.counters.pending,
      rateHertz: figures.rate, latency: figures.latency.map(LatencyMessage.init))
  }
}

extension LatencyMessage {
  init(_ summary: LatencySummary) {
    let percentiles = [
      ("p50", summary.p50), ("p75", summary.p75), ("p90", summary.p90), ("p95", summary.p95),
      ("p99", summary.p99), ("p999", summary.p999), ("max", summary.max),
    ]
    self.init(percentiles.map { Percentile($0, milliseconds: $1.inMilliseconds) })
  }
}
