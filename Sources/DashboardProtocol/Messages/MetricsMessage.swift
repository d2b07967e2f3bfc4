/// The figures: the notification `metrics` and the answer to it.
public struct MetricsMessage: Hashable, Sendable, JSONWritable {
  /// One for each stage, and for each policy of the stage `consumer`.
  public var stages: [StageMessage]
  /// The process.
  public var process: ProcessMessage
  /// What this connection missed, or nil for one that asks over HTTP.
  public var you: ConnectionMessage?
  /// The newest number of the count over frames and events.
  public var sequence: UInt64
  /// The player's generation.
  public var generation: UInt32

  /// Makes a message.
  public init(
    stages: [StageMessage], process: ProcessMessage, you: ConnectionMessage? = nil,
    sequence: UInt64, generation: UInt32
  ) {
    self.stages = stages
    self.process = process
    self.you = you
    self.sequence = sequence
    self.generation = generation
  }

  /// Writes `{stages, process, you, sequence, generation}`.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("stages", stages)
      writer.field("process", process)
      writer.field("you", you)
      writer.field("sequence", sequence)
      writer.field("generation", generation)
    }
  }
}

/// One stage's figures; `offered = delivered + dropped + pending`.
public struct StageMessage: Hashable, Sendable, JSONWritable {
  /// `source`, `broadcast`, `consumer` or `socket`.
  public var name: String
  /// The buffering policy, where the stage has one.
  public var policy: String?
  /// What came to it.
  public var offered: UInt64
  /// What left it.
  public var delivered: UInt64
  /// What it let fall.
  public var dropped: UInt64
  /// What waits in it.
  public var pending: UInt64
  /// Deliveries a second over the last seconds.
  public var rateHertz: Double?
  /// How old what left it was, or nil before anything left.
  public var latency: LatencyMessage?

  /// Makes a stage's figures.
  public init(
    name: String, policy: String? = nil, offered: UInt64, delivered: UInt64, dropped: UInt64,
    pending: UInt64, rateHertz: Double? = nil, latency: LatencyMessage? = nil
  ) {
    self.name = name
    self.policy = policy
    self.offered = offered
    self.delivered = delivered
    self.dropped = dropped
    self.pending = pending
    self.rateHertz = rateHertz
    self.latency = latency
  }

  /// Writes `{name, policy, offered, delivered, dropped, pending, rate_hz, latency_ms}`.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("name", name)
      writer.field("policy", policy)
      writer.field("offered", offered)
      writer.field("delivered", delivered)
      writer.field("dropped", dropped)
      writer.field("pending", pending)
      writer.field("rate_hz", rateHertz.map(rounded))
      writer.field("latency_ms", latency)
    }
  }
}

/// Percentiles of an age in milliseconds.
public struct LatencyMessage: Hashable, Sendable, JSONWritable {
  /// The percentiles by their names, `p50` to `max`, in order.
  public var percentiles: [Percentile]

  /// Makes a latency.
  public init(_ percentiles: [Percentile]) {
    self.percentiles = percentiles
  }

  /// One percentile.
  public struct Percentile: Hashable, Sendable {
    /// Its name, such as `p95`.
    public var name: String
    /// Milliseconds.
    public var milliseconds: Double

    /// Makes a percentile.
    public init(_ name: String, milliseconds: Double) {
      self.name = name
      self.milliseconds = milliseconds
    }
  }

  /// Writes `{p50, p75, p90, p95, p99, p999, max}`.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      for percentile in percentiles {
        writer.field(percentile.name, rounded(percentile.milliseconds))
      }
    }
  }
}

/// The process's figures.
public struct ProcessMessage: Hashable, Sendable, JSONWritable {
  /// Seconds of processor time used so far.
  public var cpuSeconds: Double?
  /// The largest resident memory so far, in bytes.
  public var peakResidentBytes: Int?
  /// Resident memory now, in bytes.
  public var residentBytes: Int?
  /// WebSocket connections.
  public var connections: Int?
  /// From ping to pong, the newest of each connection that had one; nil before there was any.
  public var roundTrip: LatencyMessage?
  /// The longest that a call held the models' actor, in milliseconds.
  public var longestHoldMilliseconds: Double?
  /// Milliseconds from the start to the catalogue, the first useful part of the dashboard.
  public var firstSectionMilliseconds: Double?
  /// Milliseconds from the start to all of the dashboard's parts.
  public var allSectionsMilliseconds: Double?

  /// Makes figures of which none is known.
  public init() {}

  /// Writes those that are known.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("cpu_s", cpuSeconds.map(rounded))
      writer.field("rss_peak_bytes", peakResidentBytes)
      writer.field("rss_bytes", residentBytes)
      writer.field("connections", connections)
      writer.field("round_trip_ms", roundTrip)
      writer.field("model_hold_max_ms", longestHoldMilliseconds.map(rounded))
      writer.field("opening_first_ms", firstSectionMilliseconds.map(rounded))
      writer.field("opening_total_ms", allSectionsMilliseconds.map(rounded))
    }
  }
}

/// What one connection missed.
public struct ConnectionMessage: Hashable, Sendable, JSONWritable {
  /// Position frames that a newer one replaced before they were sent.
  public var merged: UInt64
  /// Events that its queue had no room for.
  public var dropped: UInt64
  /// Bytes that wait for it.
  public var queuedBytes: Int
  /// From the newest ping to its pong, in milliseconds, or nil before there was one.
  public var roundTripMilliseconds: Double?

  /// Makes figures.
  public init(
    merged: UInt64, dropped: UInt64, queuedBytes: Int, roundTripMilliseconds: Double? = nil
  ) {
    self.merged = merged
    self.dropped = dropped
    self.queuedBytes = queuedBytes
    self.roundTripMilliseconds = roundTripMilliseconds
  }

  /// Writes `{merged, dropped, queued_bytes, round_trip_ms}`.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("merged", merged)
      writer.field("dropped", dropped)
      writer.field("queued_bytes", queuedBytes)
      writer.field("round_trip_ms", roundTripMilliseconds.map(rounded))
    }
  }
}

/// A figure to the thousandth, which is all that a reader can use.
private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
