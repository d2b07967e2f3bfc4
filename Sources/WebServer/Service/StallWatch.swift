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
  /// How often the threads are looked at.
  static let interval = Duration.seconds(1)
  /// Processor time without a round, in nanoseconds, that makes a thread one that does not come back:
  /// a round takes a small part of it, and a thread that waits or is not let run takes none.
  static let limit: UInt64 = 2_000_000_000

  private let rounds = Atomic<UInt64>(0)
  private let sockets = SystemMutex<Set<Int32>>([])
  /// Tells the thread's processor time; -1 before it runs.
  private let clock = Atomic<clockid_t>(-1)

  /// The thread that calls is the one to be looked after.
  func begin() {
    var identifier = clockid_t()
    if unsafe pthread_getcpuclockid(pthread_self(), &identifier) == 0 {
      clock.store(identifier, ordering: .relaxed)
    }
  }

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
    var seen = watches.map(\.look)
    while true {
      do {
        try await Task.sleep(for: interval)
      } catch {
        return
      }
      for (index, watch) in watches.enumerated() {
        let now = watch.look
        if now.rounds != seen[index].rounds {
          seen[index] = now
        } else if now.processorTime >= seen[index].processorTime + limit {
          watch.freeThread()
          seen[index] = now
        }
      }
    }
  }

  private var look: (rounds: UInt64, processorTime: UInt64) {
    var time = timespec()
    let identifier = clock.load(ordering: .relaxed)
    let isKnown = unsafe identifier != -1 && clock_gettime(identifier, &time) == 0
    return (
      rounds.load(ordering: .relaxed),
      isKnown ? UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec) : 0
    )
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
