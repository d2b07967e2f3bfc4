import StreamMetrics
import Synchronization

/// The counts of all subscriptions that were ever made from one sequence.
final class StageLedger: Sendable {
  private struct State {
    var pastCounters = StageCounters()
    var pastLatency: LatencyHistogram?
    var live: [SubscriptionMeter] = []
  }

  private let clock: (any ElapsedClock)?
  private let state = Mutex(State())

  init(clock: (any ElapsedClock)?) {
    self.clock = clock
  }

  /// Opens the account of a new subscription, and closes those of subscriptions that ended.
  func open() -> SubscriptionMeter {
    let meter = SubscriptionMeter(clock: clock)
    state.withLock { state in
      state.live.removeAll { old in
        guard old.isClosed else { return false }
        let measures = old.measures
        state.pastCounters += measures.counters
        state.pastLatency.merge(measures.latency)
        return true
      }
      state.live.append(meter)
    }
    return meter
  }

  var counters: StageCounters {
    state.withLock { state in
      state.live.reduce(state.pastCounters) { $0 + $1.counters }
    }
  }

  var latency: LatencyHistogram? {
    state.withLock { state in
      var sum = state.pastLatency
      for meter in state.live { sum.merge(meter.measures.latency) }
      return sum
    }
  }

  var rate: Double? {
    state.withLock { state in
      let rates = state.live.compactMap { $0.isClosed ? nil : $0.measures.rate }
      return rates.isEmpty ? nil : rates.reduce(0, +)
    }
  }
}

extension LatencyHistogram? {
  fileprivate mutating func merge(_ other: LatencyHistogram?) {
    guard let other else { return }
    if self == nil {
      self = other
    } else {
      self?.merge(other)
    }
  }
}
