import DashboardProtocol
import LiveModels
import Providers
import Simulation
import StreamMetrics
import Tracks
import WebServer

/// Where model and connections meet: who is connected, what each wants, what goes out to whom.
///
/// Everything that leaves is numbered here, in one count over frames and events. A position frame is
/// made once a tick for each distinct wish and shared by all connections that have it; an idle
/// connection costs no task.
actor DashboardHub {
  /// How many traces a greeting lists at most.
  private static let catalogueLimit = 1000

  let parts: ServeParts
  let transport: any DashboardTransport
  private(set) var connections: [Connection.ID: ConnectionRecord] = [:]
  private var channels: [FrameWish: FrameChannel] = [:]
  private var nextGroup = 1
  private var nextTask: UInt64 = 0
  private(set) var ring = EventRing(capacity: 4096)
  /// Ends one load for the next.
  let loads: LatestRequest<(load: TraceLoad, timeline: Timeline?)>
  private(set) var vehicles = VehicleIndex([])
  /// What went out on the connections that have gone.
  private(set) var pastSocket = StageCounters()
  /// What had been written at the last look, and what that made a second.
  private var socketLook: (delivered: UInt64, at: Duration)?
  private var sample = FleetSample(
    sourceTime: SourceTime(nanoseconds: 0), emitted: .zero, generation: 0)
  private var lastGeneration: UInt32?
  private var lastStatus: PlaybackStatus?
  /// While something is being loaded nothing goes out, since numbers of vehicles change.
  private var holdCount = 0
  private var heldEvents: [SimulationEvent] = []
  private var isClosed = false
  private var nextFeed = Duration.zero

  init(parts: ServeParts, transport: any DashboardTransport) {
    self.parts = parts
    self.transport = transport
    loads = LatestRequest(clock: parts.clock)
  }

  // MARK: Connections

  /// Takes in what happened on a connection.
  func handle(_ item: ConnectionInbox.Item) async {
    switch item {
    case .opened(let id, let role): open(id, role)
    case .message(let id, let bytes): await receive(bytes, from: id)
    case .flooded(let id):
      let error = RPCError(
        .limit, "more than \(ConnectionInbox.messageLimit) messages wait; send fewer at a time")
      answer(RPCAnswer(id: .null, .failure(error)), to: id)
    case .closed(let id): close(id)
    }
  }

  private func open(_ id: Connection.ID, _ role: Role) {
    guard !isClosed else { return }
    connections[id] = ConnectionRecord(
      role: role,
      search: LatestRequest(clock: parts.clock, delay: parts.searchDelay))
    start(for: id) { hub in
      do {
        let snapshot = try await OpeningSnapshot(
          catalogue: { await hub.parts.library.catalogue.map(\.message) },
          fleet: { hub.parts.provider.state }, metrics: { await hub.metricsMessage() })
        await hub.join(id, snapshot)
      } catch {
        // Only a cancellation ends here: the connection has gone meanwhile.
      }
    }
  }

  /// Greets a connection: hello, the positions now, the figures; then what follows, none twice.
  private func join(
    _ id: Connection.ID,
    _ snapshot: OpeningSnapshot<[TraceEntryMessage], PlaybackState, MetricsMessage>
  ) async {
    guard connections[id] != nil else { return }
    // What was loaded meanwhile is told by the provider, which is never behind the snapshot.
    let newest = parts.provider.state
    let state = newest.generation > snapshot.fleet.generation ? newest : snapshot.fleet
    var hello = parts.hello(vehicles: vehicles.encoded, state: parts.stateMessage(state))
    if snapshot.catalogue.count <= Self.catalogueLimit { hello.traces = snapshot.catalogue }
    send(RPCNotification("hello", hello), to: id)
    connections[id]?.isJoined = true
    subscribe(id, frames: .everything)
    send(RPCNotification("metrics", snapshot.metrics), to: id)
    let waiting = connections[id]?.waiting ?? []
    connections[id]?.waiting = []
    for message in waiting { await receive(message, from: id) }
  }

  private func close(_ id: Connection.ID) {
    guard let record = connections.removeValue(forKey: id) else { return }
    if let statistics = record.statistics { pastSocket += StageCounters(statistics) }
    for task in record.tasks.values { task.cancel() }
    leave(record.frames, id)
  }

  /// Reads what went out on a connection.
  func readStatistics(of id: Connection.ID) async {
    guard let statistics = await transport.statistics(of: id) else { return }
    connections[id]?.statistics = statistics
  }

  /// Messages a second on all sockets since the last look, or nil at the first.
  func socketRate(delivered: UInt64, at now: Duration) -> Double? {
    defer { socketLook = (delivered, now) }
    guard let socketLook, now > socketLook.at, delivered >= socketLook.delivered else { return nil }
    return Double(delivered - socketLook.delivered) / (now - socketLook.at).inSeconds
  }

  /// Starts what a connection asked for; its close cancels it.
  func start(
    for id: Connection.ID, _ body: @escaping @Sendable (DashboardHub) async -> Void
  ) {
    nextTask += 1
    let number = nextTask
    parts.counters.taskStarted()
    // The handle is kept in the connection's record until the task ends.
    connections[id]?.tasks[number] = Task {
      await body(self)
      self.end(number, of: id)
    }
  }

  private func end(_ number: UInt64, of id: Connection.ID) {
    parts.counters.taskEnded()
    connections[id]?.tasks[number] = nil
  }

  /// Ends everything that connections started, and waits for it.
  func shutdown() async {
    isClosed = true
    let tasks = connections.values.flatMap(\.tasks.values)
    connections = [:]
    channels = [:]
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }

  // MARK: Wishes

  /// Takes a connection's wishes, and gives it the positions now.
  func subscribe(_ id: Connection.ID, _ wish: SubscriptionWish) {
    connections[id]?.events = EventWish(wish)
    subscribe(id, frames: FrameWish(wish))
  }

  private func subscribe(_ id: Connection.ID, frames wish: FrameWish) {
    guard let record = connections[id] else { return }
    if record.frames != wish { leave(record.frames, id) }
    connections[id]?.frames = wish
    var channel = channels[wish] ?? makeChannel(wish)
    let isFresh = !channel.members.isEmpty && lastStatus == .playing
    channel.members.insert(id)
    channel.needsFull = true
    channels[wish] = channel
    transport.move(id, to: channel.group)
    // Among others it gets the newest frame of theirs from the server, and the next with them.
    if !isFresh { sendFrames(to: [wish], now: parts.clock.now) }
  }

  private func makeChannel(_ wish: FrameWish) -> FrameChannel {
    defer { nextGroup += 1 }
    return FrameChannel(
      wish: wish, group: FanOutGroup(rawValue: nextGroup), numbers: vehicles.numbers)
  }

  private func leave(_ wish: FrameWish, _ id: Connection.ID) {
    channels[wish]?.members.remove(id)
    if channels[wish]?.members.isEmpty == true { channels[wish] = nil }
  }

  // MARK: Frames

  /// Sends the positions now, if there is anything new in them; called once every 1/hz s.
  func tick() {
    guard !isHolding, !isClosed else { return }
    let state = parts.provider.state
    let isNew =
      state.status == .playing || state.generation != lastGeneration
      || state.status != lastStatus
    (lastGeneration, lastStatus) = (state.generation, state.status)
    let now = parts.clock.now
    var due: [FrameWish] = []
    for wish in channels.keys {
      if isNew { channels[wish]?.hasUnsent = true }
      if let channel = channels[wish], channel.hasUnsent, channel.isDue(at: now, tick: parts.tick) {
        due.append(wish)
      }
    }
    sendFrames(to: due, now: now)
    if isNew { feedPositions(now: now) }
  }

  /// Tells the readers of text where the vehicles are, at a pace that text can bear.
  private func feedPositions(now: Duration) {
    guard parts.feed.subscriberCount > 0, now >= nextFeed else { return }
    nextFeed = now + parts.feedPeriod
    parts.provider.sample(into: &sample)
    parts.feed.send(
      .positions(
        sample, vehicles: vehicles, sequence: parts.sequence.current, run: parts.run))
  }

  private func sendFrames(to wishes: [FrameWish], now: Duration) {
    guard !isHolding, !wishes.isEmpty else { return }
    parts.provider.sample(into: &sample)
    let header = PositionFrame.Header(
      emittedNanoseconds: parts.nanoseconds(of: sample.emitted),
      sourceMicroseconds: sample.sourceTime.microseconds,
      sequence: UInt32(truncatingIfNeeded: parts.sequence.next()), generation: sample.generation,
      kind: .full)
    let columns = PositionColumns(
      vehicles: sample.vehicles, latitudes: sample.latitudes, longitudes: sample.longitudes,
      speeds: sample.speeds, courses: sample.courses)
    for wish in wishes {
      guard let frame = channels[wish]?.frame(header, columns, at: now),
        let group = channels[wish]?.group
      else { continue }
      transport.broadcast(frame, to: group)
    }
  }

  // MARK: Loading

  /// Whether something is being loaded just now.
  var isHolding: Bool { holdCount > 0 }

  /// Holds everything back that speaks of vehicles, or lets it go on.
  func hold(_ isOn: Bool) {
    holdCount += isOn ? 1 : -1
    guard !isHolding else { return }
    let events = heldEvents
    heldEvents = []
    for event in events { publish(event) }
  }

  /// Keeps an event until the vehicles are known that it speaks of.
  func hold(_ event: SimulationEvent) {
    heldEvents.append(event)
  }

  /// Keeps a message until its connection has had its hello.
  func hold(_ message: [UInt8], from id: Connection.ID) {
    connections[id]?.waiting.append(message)
  }

  /// Keeps an event for those who come back.
  func keep(_ entry: EventRing.Entry) {
    ring.append(entry)
  }

  /// Takes over the vehicles of what was loaded, and tells which came and went.
  func replaceVehicles(_ loaded: [Vehicle], generation: UInt32) {
    let before = vehicles
    vehicles = VehicleIndex(loaded)
    for wish in channels.keys {
      channels[wish]?.filter = FrameFilter(wish, numbers: vehicles.numbers)
      channels[wish]?.needsFull = true
      channels[wish]?.hasUnsent = true
    }
    let (added, removed) = vehicles.changes(since: before)
    guard !connections.isEmpty, !(added.isEmpty && removed.isEmpty) else { return }
    let message = VehiclesMessage(
      added: added, removed: removed, sequence: parts.sequence.current, generation: generation)
    transport.notify(
      SharedFrame(.text, JSONWriter.bytes(of: RPCNotification("vehicles", message))),
      to: .everyone)
  }
}
