@testable import WebServer

/// A clock that a test turns by hand.
final class HandClock: Sendable {
  private let nanoseconds = SystemMutex<UInt64>(1_000_000_000)

  @Sendable func read() -> UInt64 { nanoseconds.withLock { $0 } }

  func advance(by duration: Duration) {
    let (seconds, attoseconds) = duration.components
    nanoseconds.withLock {
      $0 += UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    }
  }
}
