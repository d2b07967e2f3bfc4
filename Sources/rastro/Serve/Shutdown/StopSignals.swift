import Dispatch
import Glibc
import Synchronization

/// SIGINT and SIGTERM as a wait: the first ends the run in good order, the second ends it at once.
final class StopSignals: Sendable {
  private let signals: AsyncStream<Int32>
  private let stopped: AsyncStream<Int32>.Continuation
  private let sources: [Source]

  /// A source that is made, activated and cancelled, and never changed.
  // Unchecked: those three calls are safe from any thread; the protocol merely does not say so.
  private struct Source: @unchecked Sendable {
    let base: any DispatchSourceSignal
  }

  init() {
    let (signals, continuation) = AsyncStream.makeStream(
      of: Int32.self, bufferingPolicy: .bufferingOldest(1))
    self.signals = signals
    stopped = continuation
    let seen = SignalCount()
    sources = [SIGINT, SIGTERM].map { number in
      // The default action would end the process before the source hears of it.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        // Somebody cannot wait.
        if seen.next() > 1 { _exit(128 + number) }
        continuation.yield(number)
      }
      source.activate()
      return Source(base: source)
    }
  }

  deinit {
    for source in sources { source.base.cancel() }
  }

  /// Stands in for a signal.
  func stop() {
    stopped.yield(0)
  }

  /// Waits for the first signal, or until the task is cancelled.
  func first() async {
    for await _ in signals { return }
  }
}

/// How many signals came.
private final class SignalCount: Sendable {
  private let count = Atomic<Int>(0)

  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
