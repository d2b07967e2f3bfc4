import DashboardProtocol
import LiveModels
import Providers
import Simulation
import WebServer

extension DashboardHub {
  /// Commands of one connection that may run at a time.
  static let taskLimit = 16

  /// Takes a message in: at once what is done at once, in a task of the connection what takes longer,
  /// so that a pause never waits for a load.
  func receive(_ bytes: [UInt8], from id: Connection.ID) async {
    guard let record = connections[id] else { return }
    guard record.isJoined else {
      hold(bytes, from: id)
      return
    }
    let message: RPCMessage
    do {
      message = try RPCMessage.read(bytes)
    } catch {
      answer(RPCAnswer(id: .null, .failure(error)), to: id)
      return
    }
    let caller = Caller(connection: id, role: record.role, search: record.search)
    if message.requests.contains(where: \.isSlow) {
      guard record.tasks.count < Self.taskLimit else {
        refuse(message, from: id)
        return
      }
      start(for: id) { hub in
        if let answer = await hub.answer(message, from: caller) { await hub.send(answer, to: id) }
      }
    } else if let answer = await answer(message, from: caller) {
      send(answer, to: id)
    }
  }

  private func refuse(_ message: RPCMessage, from id: Connection.ID) {
    let error = RPCError(
      .limit, "\(Self.taskLimit) commands of this connection still run; wait for one to end")
    let answers = message.requests.compactMap(\.id).map { RPCAnswer(id: $0, .failure(error)) }
    switch message {
    case .single: if let answer = answers.first { self.answer(answer, to: id) }
    case .batch: if !answers.isEmpty { send(answers, to: id) }
    }
  }

  /// Does what a message asks for and makes the answer, or nil for notifications alone.
  func answer(_ message: RPCMessage, from caller: Caller) async -> [UInt8]? {
    switch message {
    case .single(let request):
      return await answer(request, from: caller).map { JSONWriter.bytes(of: $0) }
    case .batch(let requests):
      var answers: [EncodedJSON] = []
      for request in requests {
        if let answer = await answer(request, from: caller) { answers.append(EncodedJSON(answer)) }
      }
      return answers.isEmpty ? nil : JSONWriter.bytes(of: answers)
    }
  }

  private func answer(_ request: RPCRequest, from caller: Caller) async -> RPCAnswer? {
    let outcome: Result<any JSONWritable, RPCError>
    do throws(RPCError) {
      outcome = .success(try await perform(try request.command.get(), from: caller))
    } catch {
      outcome = .failure(error)
    }
    return request.id.map { RPCAnswer(id: $0, outcome) }
  }

  private func perform(
    _ command: DashboardCommand, from caller: Caller
  ) async throws(RPCError) -> EncodedJSON {
    if command.isControl, caller.role == .viewer {
      throw RPCError(.forbidden, "this token may watch, not control")
    }
    switch command {
    case .subscribe(let wish):
      guard let id = caller.connection else { throw Self.needsConnection }
      subscribe(id, wish)
      return EncodedJSON(parts.stateMessage())
    case .resume(let sequence, let run):
      guard let id = caller.connection else { throw Self.needsConnection }
      return EncodedJSON(resume(id, after: sequence, of: run))
    case .vehicles:
      return EncodedJSON(VehicleList(vehicles.encoded))
    case .vehicle(let id):
      guard let vehicle = vehicles[id] else {
        throw RPCError(.notFound, "there is no vehicle \(id)", field: "id")
      }
      return EncodedJSON(
        VehicleFix(vehicle: vehicle, fix: parts.provider.newestFix(of: vehicle.number)))
    case .metrics:
      return EncodedJSON(await metricsMessage(for: caller.connection))
    default:
      return try await CommandRunner(parts: parts, hub: self).run(command, from: caller)
    }
  }

  private static let needsConnection = RPCError(
    .refused, "this is for a connection; ask on the WebSocket /ws")

  /// Sends the events after a sequence again.
  private func resume(
    _ id: Connection.ID, after sequence: UInt64, of run: String?
  ) -> ResumedMessage {
    let (events, lost, reset) = missed(after: sequence, of: run)
    let wish = connections[id]?.events ?? .everything
    let wanted = events.filter { wish.wants(kind: $0.event.kind, vehicle: $0.event.vehicle) }
    for event in wanted { transport.send(event.message, to: id) }
    return ResumedMessage(
      state: parts.stateMessage(), replayed: wanted.count, lost: lost, reset: reset)
  }

  /// What a reader missed, given the last it saw: all that is kept when that was in another run, and
  /// why.
  private func missed(
    after sequence: UInt64, of run: String?
  ) -> (events: [EventRing.Entry], lost: ClosedRange<UInt64>?, reset: String?) {
    var reset: String?
    if let run, run != parts.run {
      reset = "the server has started anew: this is run \(parts.run), not \(run)"
    } else if sequence > parts.sequence.current {
      reset =
        "the server has started anew: its newest sequence is \(parts.sequence.current), "
        + "not yet \(sequence)"
    }
    let (events, lost) = ring.events(after: reset == nil ? sequence : 0)
    return (events, lost, reset)
  }

  func answer(_ answer: RPCAnswer, to id: Connection.ID) {
    send(JSONWriter.bytes(of: answer), to: id)
  }

  func send(_ message: some JSONWritable, to id: Connection.ID) {
    send(JSONWriter.bytes(of: message), to: id)
  }

  /// Sends to a connection, unless it has gone.
  func send(_ text: [UInt8], to id: Connection.ID) {
    guard connections[id] != nil else { return }
    transport.send(text, to: id)
  }
}

/// Who gives a command.
struct Caller: Sendable {
  /// The connection, or nil over HTTP.
  var connection: Connection.ID?
  var role: Role
  /// Ends one search for the next, or nil over HTTP.
  var search: LatestRequest<EncodedJSON>?
}

extension RPCMessage {
  /// The requests in order.
  var requests: [RPCRequest] {
    switch self {
    case .single(let request): [request]
    case .batch(let requests): requests
    }
  }
}

extension RPCRequest {
  /// Whether it reads files or looks through much, so that it does not hold up what follows.
  fileprivate var isSlow: Bool {
    switch command {
    case .success(.load), .success(.retry), .success(.search), .success(.export): true
    default: false
    }
  }
}

extension DashboardHub {
  /// The events after a sequence as Server-Sent Events, before them a `gap` when some are lost.
  func feedEvents(after place: FeedPlace) -> [UInt8] {
    let (events, lost, reset) = missed(after: place.sequence, of: place.run)
    var text: [UInt8] = []
    if lost != nil || reset != nil { text += FeedItem.gap(lost: lost, reset: reset).text }
    for event in events { text += event.feed }
    return text
  }
}
