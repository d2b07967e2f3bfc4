import DashboardProtocol
import LiveModels
import Providers
import Simulation
import StreamMetrics
import Tracks
import WebServer

extension DashboardHub {
  /// Tells an event to those who want it, and keeps it for those who come back.
  func publish(_ event: SimulationEvent) {
    if isHolding {
      hold(event)
      return
    }
    publish(EventMessage(event, sequence: parts.sequence.next(), vehicles: vehicles))
  }

  /// Tells an event, and keeps it for those who come back.
  func publish(_ message: EventMessage) {
    let bytes = JSONWriter.bytes(of: RPCNotification("event", message))
    let item = FeedItem.event(message, run: parts.run)
    keep(.init(event: message, message: bytes, feed: item.text))
    parts.feed.send(item)
    let joined = connections.filter(\.value.isJoined)
    let wanting = joined.filter {
      $0.value.events.wants(kind: message.kind, vehicle: message.vehicle)
    }
    guard !wanting.isEmpty else { return }
    transport.notify(
      SharedFrame(.text, bytes),
      to: wanting.count == joined.count ? .everyone : .connections(Array(wanting.keys)))
  }

  /// Tells the state to all: that of this instant, so that none comes after a newer answer.
  func publishState() {
    guard !connections.isEmpty else { return }
    let bytes = JSONWriter.bytes(of: RPCNotification("state", parts.stateMessage()))
    transport.notify(SharedFrame(.text, bytes), to: .everyone)
  }

  /// Reads what went out on all connections, those that have gone included.
  func socketFigures() async -> StageFigures {
    for id in connections.keys { await readStatistics(of: id) }
    let all = connections.values.compactMap(\.statistics).reduce(pastSocket) { $0 + .init($1) }
    return StageFigures(
      stage: .socket, counters: all,
      rate: socketRate(delivered: all.delivered, at: parts.clock.now),
      latency: LatencySummary(parts.socketAges.histogram))
  }

  /// Tells each connection the figures as they were last read, and what it missed itself.
  func publishMetrics() async {
    let common = await metricsMessage()
    for (id, record) in connections where record.isJoined {
      var message = common
      message.you = record.statistics.map(ConnectionMessage.init)
      let bytes = JSONWriter.bytes(of: RPCNotification("metrics", message))
      transport.notify(SharedFrame(.text, bytes), to: .connections([id]))
    }
  }

  /// The figures as they were last read.
  func metricsMessage(for id: Connection.ID? = nil) async -> MetricsMessage {
    var you: ConnectionMessage?
    if let id {
      await readStatistics(of: id)
      you = connections[id]?.statistics.map(ConnectionMessage.init)
    }
    return MetricsMessage(
      stages: await parts.metrics.stages.map(StageMessage.init), process: await processMessage(),
      you: you, sequence: parts.sequence.current, generation: parts.provider.state.generation)
  }

  private func processMessage() async -> ProcessMessage {
    var message = ProcessMessage()
    if let process = await parts.metrics.process {
      message.cpuSeconds = process.cpuTime.inSeconds
      message.peakResidentBytes = Int(process.peakResidentBytes)
      message.residentBytes = Int(process.residentBytes)
    }
    message.connections = connections.count
    var roundTrips = LatencyHistogram()
    for case let trip? in connections.values.map(\.statistics?.roundTrip) {
      roundTrips.record(trip)
    }
    message.roundTrip = LatencySummary(roundTrips).map(LatencyMessage.init)
    message.longestHoldMilliseconds = ModelHold.longest.inMilliseconds
    message.firstSectionMilliseconds = await parts.metrics.firstSection?.inMilliseconds
    message.allSectionsMilliseconds = await parts.metrics.allSections?.inMilliseconds
    return message
  }
}

extension ConnectionMessage {
  init(_ statistics: Connection.Statistics) {
    self.init(
      merged: UInt64(statistics.replaced), dropped: UInt64(statistics.dropped),
      queuedBytes: statistics.queuedBytes,
      roundTripMilliseconds: statistics.roundTrip?.inMilliseconds)
  }
}

extension StageCounters {
  /// A connection's messages: what is replaced or finds no room is dropped.
  init(_ statistics: Connection.Statistics) {
    self.init(
      delivered: UInt64(statistics.sent),
      dropped: UInt64(statistics.replaced + statistics.dropped), pending: 0)
  }
}
