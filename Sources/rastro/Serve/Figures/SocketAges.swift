import StreamMetrics
import Synchronization

/// How old position frames were, from their emission, when a socket had taken the last byte of them:
/// all that the server can know of their way. What comes after, the page measures.
final class SocketAges: Sendable {
  private let ages = Mutex(LatencyHistogram())

  /// All ages since the start.
  var histogram: LatencyHistogram { ages.withLock { $0 } }

  /// Takes over that a socket has a frame.
  ///
  /// - Parameters:
  ///   - emitted: When the frame was emitted, on CLOCK_MONOTONIC in nanoseconds.
  ///   - now: When the socket had it, on the same clock.
  func record(emitted: UInt64, at now: UInt64) {
    ages.withLock { $0.record(nanoseconds: now > emitted ? now - emitted : 0) }
  }
}
