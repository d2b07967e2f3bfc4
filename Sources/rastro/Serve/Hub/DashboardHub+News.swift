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
    let message = EventMessage(event, sequence: parts.sequence.next(), vehicles: vehicles)
    let bytes = JSONWriter.bytes(of: RPCNotification("event", message))
    let item = FeedItem.event(message)
    keep(
      .init(
        sequence: message.sequence, kind: message.kind, vehicle: message.vehicle, message: bytes,
        feed: item.text))
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

  /// Tells the state to all.
  func publishState(_ state: PlaybackState? = nil) {
    guard !connections.isEmpty else { return }
    let bytes = JSONWriter.bytes(of: RPCNotification("state", parts.stateMessage(state)))
    transport.notify(SharedFrame(.text, bytes), to: .everyone)
  }

  /// Tells each connection the figures, and what it missed itself.
  func publishMetrics() async {
    let stages = await parts.metrics.stages.map(StageMessage.init)
    let process = await processMessage()
    for id in connections.filter(\.value.isJoined).keys {
      let message = MetricsMessage(
        stages: stages, process: process, you: await parts.connectionMessage(id),
        sequence: parts.sequence.current, generation: parts.provider.state.generation)
      let bytes = JSONWriter.bytes(of: RPCNotification("metrics", message))
      transport.notify(SharedFrame(.text, bytes), to: .connections([id]))
    }
  }

  /// The figures as they were last read.
  func metricsMessage(for id: Connection.ID? = nil) async -> MetricsMessage {
    var you: ConnectionMessage?
    if let id { you = await parts.connectionMessage(id) }
    return MetricsMessage(
      stages: await parts.metrics.stages.map(StageMessage.init), process: await processMessage(),
      you: you, sequence: parts.sequence.current,
      generation: parts.provider.state.generation)
  }

  private func processMessage() async -> ProcessMessage {
    var message = ProcessMessage()
    if let process = await parts.metrics.process {
      message.cpuSeconds = process.cpuTime.inSeconds
      message.peakResidentBytes = Int(process.peakResidentBytes)
      message.residentBytes = Int(process.residentBytes)
    }
    message.connections = connections.count
    message.longestHoldMilliseconds = ModelHold.longest.inMilliseconds
    message.firstSectionMilliseconds = await parts.metrics.firstSection?.inMilliseconds
    message.allSectionsMilliseconds = await parts.metrics.allSections?.inMilliseconds
    return message
  }
}
