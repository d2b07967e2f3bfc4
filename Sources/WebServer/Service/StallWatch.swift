import CLibWebSockets
import Glibc
import Synchronization

/// Gets a service thread out of the library when it does not come back by itself.
///
/// libwebsockets 4.1 looks at a peer's end again and again, and at nothing else, while bytes of its
/// own wait in a connection. Ends are not met while a message of ours waits; but a pong also waits
/// when the system is so short of memory that it takes no byte of a socket that it called writable,
/// and then a ping with an end behind it stops the thread for ever. From outside, the socket at fault
/// can be replaced by one without a peer: the library reads nothing from it, goes on, fails to write
/// to it and closes it as usual.
final class StallWatch: Sendable {
  /// How often the threads are looked at. An idle thread makes several rounds in between.
  static let interval = Duration.seconds(1)
  /// After so many looks without a round a thread is stopped, and not only short of processor time.
  static let patience = 3

  private let rounds = Atomic<UInt64>(0)
  private let sockets = Mutex<Set<Int32>>([])

  /// The thread has come back from the library.
  func noteRound() { rounds.add(1, ordering: .relaxed) }

  /// The library has a connection from now on.
  func insert(_ socket: Int32) { sockets.withLock { _ = $0.insert(socket) } }

  /// The library has closed a connection.
  func remove(_ socket: Int32) { sockets.withLock { _ = $0.remove(socket) } }

  /// The library is about to close all connections: their numbers will be others' sockets.
  func removeAll() { sockets.withLock { $0 = [] } }

  /// Looks after the service threads until the task is cancelled.
  ///
  /// - Parameter watches: One for each thread.
  static func run(_ watches: [StallWatch]) async {
    var seen = watches.map { (rounds: $0.rounds.load(ordering: .relaxed), looks: 0) }
    while true {
      do {
        try await Task.sleep(for: interval)
      } catch {
        return
      }
      for (index, watch) in watches.enumerated() {
        let now = watch.rounds.load(ordering: .relaxed)
        seen[index] = now == seen[index].rounds ? (now, seen[index].looks + 1) : (now, 0)
        if seen[index].looks >= patience { watch.freeThread() }
      }
    }
  }

  /// Takes the sockets away whose peer has ended; it is one of these that the library looks at.
  private func freeThread() {
    for socket in sockets.withLock({ $0 }) {
      var byte: UInt8 = 0
      let count = unsafe recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
      guard count == 0 || (count < 0 && errno == ECONNRESET) else { continue }
      let flags = Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
      let dead = Glibc.socket(AF_UNIX, flags, 0)
      guard dead >= 0 else { return }
      dup2(dead, socket)
      Glibc.close(dead)
    }
  }
}
