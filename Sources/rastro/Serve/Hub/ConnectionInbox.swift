import Synchronization
import WebServer

/// What the service thread leaves for the hub: openings, messages and closings, in order.
///
/// The service thread never waits. A connection whose messages are not taken in time is over its
/// limit and learns so; openings and closings are always kept, so that no record outlives its
/// connection.
final class ConnectionInbox: Sendable {
  /// One thing that happened on a connection.
  enum Item: Sendable {
    /// It is open.
    case opened(Connection.ID, Role)
    /// A message came.
    case message(Connection.ID, [UInt8])
    /// It sent more than is taken in time; what came over the limit was thrown away.
    case flooded(Connection.ID)
    /// It is gone.
    case closed(Connection.ID)
  }

  /// Messages of one connection that may wait.
  static let messageLimit = 64

  private struct State {
    var items: [Item] = []
    var waiting: [Connection.ID: Int] = [:]
  }

  private let state = Mutex(State())
  private let wakes: AsyncStream<Void>
  private let wake: AsyncStream<Void>.Continuation

  init() {
    // One wake is enough for all that came before it.
    (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Leaves an opening or a closing.
  func post(_ item: Item) {
    state.withLock { $0.items.append(item) }
    wake.yield()
  }

  /// Leaves a message.
  func post(message: [UInt8], from id: Connection.ID) {
    state.withLock { state in
      let count = state.waiting[id, default: 0]
      state.waiting[id] = count + 1
      if count < Self.messageLimit {
        state.items.append(.message(id, message))
      } else if count == Self.messageLimit {
        state.items.append(.flooded(id))
      }
    }
    wake.yield()
  }

  /// Ends the taking after what waits.
  func finish() {
    wake.finish()
  }

  /// Hands everything to a closure, one after the other, until the inbox is finished or the task is
  /// cancelled.
  func drain(_ body: (Item) async -> Void) async {
    for await _ in wakes {
      for item in take() { await body(item) }
    }
  }

  private func take() -> [Item] {
    state.withLock { state in
      state.waiting.removeAll(keepingCapacity: true)
      defer { state.items = [] }
      return state.items
    }
  }
}
