import Synchronization

/// How many of what a server has now; all are back to zero after its scope.
public final class WebServerCounters: Sendable {
  let liveConnections = Atomic<Int>(0)
  let liveWebSockets = Atomic<Int>(0)
  let liveRequests = Atomic<Int>(0)
  let liveThreads = Atomic<Int>(0)

  /// Sockets of any kind.
  public var connections: Int { liveConnections.load(ordering: .relaxed) }

  /// Open WebSockets.
  public var webSockets: Int { liveWebSockets.load(ordering: .relaxed) }

  /// Requests whose task has not ended.
  public var requests: Int { liveRequests.load(ordering: .relaxed) }

  /// Service threads.
  public var threads: Int { liveThreads.load(ordering: .relaxed) }
}
