/// Counts the connections that are let in, over all service threads.
final class Admissions: Sendable {
  private struct Counts {
    var total = 0
    var byHost: [PeerAddress: Int] = [:]
  }

  private let counts = SystemMutex(Counts())
  private let maximum: Int
  private let maximumPerAddress: Int

  init(_ limits: WebServerConfiguration.Limits) {
    maximum = limits.connections
    maximumPerAddress = limits.connectionsPerAddress
  }

  /// How many are in.
  var total: Int { counts.withLock { $0.total } }

  /// Lets a connection in if there is room.
  ///
  /// - Parameter peer: Where it comes from.
  /// - Returns: Why there is none, or nil when it is in.
  func admit(_ peer: PeerAddress) -> String? {
    counts.withLock { counts in
      guard counts.total < maximum else { return "this server has no room for more connections" }
      if !peer.isLoopback {
        let mine = counts.byHost[peer.host, default: 0]
        guard mine < maximumPerAddress else { return "too many connections from your address" }
        counts.byHost[peer.host] = mine + 1
      }
      counts.total += 1
      return nil
    }
  }

  /// Notes that a connection that was let in has gone.
  func release(_ peer: PeerAddress) {
    counts.withLock { counts in
      counts.total -= 1
      guard !peer.isLoopback, let mine = counts.byHost[peer.host] else { return }
      counts.byHost[peer.host] = mine > 1 ? mine - 1 : nil
    }
  }
}
