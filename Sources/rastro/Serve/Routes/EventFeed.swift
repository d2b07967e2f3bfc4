import DashboardProtocol
import Providers
import StreamMetrics
import WebServer

/// `/events`: positions and events as Server-Sent Events, for readers without a WebSocket.
struct EventFeed: Sendable {
  let parts: ServeParts
  let hub: DashboardHub
  /// How long nothing may be sent, so that proxies keep the connection.
  private static let silence = Duration.seconds(15)

  /// Answers with the stream; `Last-Event-ID` has the events after it sent again first.
  func answer(_ request: HTTPRequest) -> HTTPResponse {
    let last = request.headers["last-event-id"].flatMap { FeedPlace($0) }
    return HTTPResponse(
      type: "text/event-stream",
      headers: [("Cache-Control", "no-cache, no-transform"), ("X-Accel-Buffering", "no")],
      body: .stream { writer in try await send(to: writer, after: last) })
  }

  private func send(to writer: HTTPBodyWriter, after last: FeedPlace?) async throws {
    parts.counters.taskStarted()
    defer { parts.counters.taskEnded() }
    try await writer.write(Array("retry: 2000\n\n".utf8))
    if let last { try await writer.write(await hub.feedEvents(after: last)) }
    let items = parts.feed.subscribe(bufferingPolicy: .newest(64))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await item in items { try await writer.write(item.text) }
        // The feed has ended: so does the answer.
        throw CancellationError()
      }
      group.addTask {
        while true {
          try await parts.clock.sleep(until: parts.clock.now + Self.silence)
          try await writer.write(Array(": still here\n\n".utf8))
        }
      }
      try await group.next()
      group.cancelAll()
    }
  }
}
