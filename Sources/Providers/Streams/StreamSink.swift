public import StreamMetrics

/// The source's end of one subscription to a ``CountedStream``.
///
/// The stream finishes when the source says so, and at the latest when the source lets its sink go.
public final class StreamSink<Element: Sendable>: Sendable {
  struct Stamped: Sendable {
    let element: Element
    let due: Duration
  }

  private let continuation: AsyncStream<Stamped>.Continuation
  private let meter: SubscriptionMeter

  init(_ continuation: AsyncStream<Stamped>.Continuation, meter: SubscriptionMeter) {
    self.continuation = continuation
    self.meter = meter
  }

  deinit {
    finish()
  }

  /// What became of the elements offered to this subscription.
  public var counters: StageCounters { meter.counters }

  /// Puts an element into the subscriber's buffer, as far as its policy allows.
  ///
  /// One task offers at a time: the order of calls is the order of elements.
  ///
  /// - Parameters:
  ///   - element: What is new.
  ///   - due: When it was due on the stream's clock, from which its latency counts.
  /// - Returns: Whether the subscriber is still there.
  @discardableResult
  public func offer(_ element: Element, due: Duration = .zero) -> Bool {
    guard meter.offer() else { return false }
    switch continuation.yield(Stamped(element: element, due: due)) {
    case .enqueued:
      return true
    case .dropped:
      meter.drop()
      return true
    case .terminated:
      meter.drop()
      return false
    @unknown default:
      return false
    }
  }

  /// Ends the subscription after what waits in its buffer; further calls do nothing.
  public func finish() {
    meter.isFinished = true
    continuation.finish()
  }

  /// Calls back once the subscriber has taken all that waits, or has gone.
  ///
  /// - Parameter call: Called at most once, and not when nothing waits now.
  /// - Returns: Whether something waits.
  func whenDrained(_ call: @escaping @Sendable () -> Void) -> Bool {
    meter.whenDrained(call)
  }
}
