import DashboardProtocol
import LiveModels
import Observation
import Providers
import Simulation
import StreamMetrics
import WebServer

extension ServeParts {
  /// Runs everything that goes on while the server serves, for as long as a piece of work takes.
  ///
  /// All of it runs under one task group: when the work is over nothing of it is left, and what fails
  /// ends the run with its error.
  func run(
    server: WebServer, handler: ServeHandler,
    _ work: (DashboardHub) async throws -> Void
  ) async throws {
    let hub = DashboardHub(parts: self, transport: server)
    let sink = provider.addSink { [history] in history.append($0) }
    handler.open(Routes(parts: self, hub: hub))
    let outcome: Result<Void, any Error>
    do {
      outcome = .success(try await runServices(hub, handler, work))
    } catch {
      outcome = .failure(error)
    }
    sink.cancel()
    handler.close()
    feed.finish()
    await hub.shutdown()
    await provider.shutdown()
    try outcome.get()
  }

  private func runServices(
    _ hub: DashboardHub, _ handler: ServeHandler,
    _ work: (DashboardHub) async throws -> Void
  ) async throws {
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask { await handler.inbox.drain { await hub.handle($0) } }
      group.addTask { await tick(hub) }
      group.addTask { await followEvents(hub) }
      group.addTask { await playback.follow() }
      group.addTask { await followState(hub) }
      group.addTask { await consumers.run() }
      group.addTask { await measure(hub) }
      defer { group.cancelAll() }
      try await work(hub)
    }
  }

  /// Sends frames by absolute deadlines; a tick that would come late is passed over.
  private func tick(_ hub: DashboardHub) async {
    var deadline = clock.now
    while true {
      deadline = max(deadline + tick, clock.now)
      do {
        try await clock.sleep(until: deadline)
      } catch {
        return
      }
      await hub.tick()
    }
  }

  private func followEvents(_ hub: DashboardHub) async {
    for await event in provider.events(bufferingPolicy: .newest(4096)) {
      await hub.publish(event)
    }
  }

  /// Tells each change of the model's state; changes that come close together are told once.
  @ModelActor
  private func followState(_ hub: DashboardHub) async {
    let model = playback
    for await _ in Observations({ model.state }) { await hub.publishState() }
  }

  /// Once a second: reads the figures, tells them, and tells where the playhead is.
  private func measure(_ hub: DashboardHub) async {
    var deadline = clock.now
    while true {
      deadline = max(deadline + .seconds(1), clock.now)
      do {
        try await clock.sleep(until: deadline)
      } catch {
        return
      }
      await readMetrics(hub)
      await hub.publishMetrics()
      if provider.state.status == .playing { await hub.publishState() }
    }
  }

  /// Reads the figures of all stages and of the process into the model.
  func readMetrics(_ hub: DashboardHub) async {
    let socket = await hub.socketFigures()
    await metrics.take(
      stages: provider.figures + consumers.figures + [socket], process: ProcessFigures.current())
  }
}
