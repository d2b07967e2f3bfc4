public import StreamMetrics

/// A cold sequence of a source's elements with a stated buffer, which counts what it drops.
///
/// Making an iterator subscribes to the source, so that each iteration has a buffer of its own and
/// sees every element, as far as the policy keeps it. An iteration ends in one of four ways, and
/// whichever comes first, the source is told exactly once:
/// - the loop is left, and its iterator goes;
/// - the task is cancelled: the iteration ends at once, and what waits is dropped;
/// - the source finishes: what waits is still handed out, then nil;
/// - the source is released without finishing, which counts as finishing.
///
/// After its end an iterator gives nil for ever.
public struct CountedStream<Element: Sendable>: AsyncSequence, Sendable {
  /// The end of an iteration is never an error.
  public typealias Failure = Never

  /// What happens to elements that are not asked for in time.
  public let bufferingPolicy: BufferingPolicy
  private let clock: (any ElapsedClock)?
  private let ledger: StageLedger
  private let isVoid: (@Sendable (Element) -> Bool)?
  private let subscribe: @Sendable (SubscriberID, StreamSink<Element>) -> Void
  private let unsubscribe: @Sendable (SubscriberID) -> Void

  /// Makes a sequence over a source of callbacks.
  ///
  /// - Parameters:
  ///   - bufferingPolicy: What happens to elements that are not asked for in time.
  ///   - clock: Measures latency and rate, which are absent without one.
  ///   - isVoid: Tells elements that became void while they waited; they are dropped when their
  ///     turn comes, unless the source has finished by then.
  ///   - subscribe: Starts the source for one subscription. It may finish the sink at once. What it
  ///     captures lives as long as an iterator does.
  ///   - unsubscribe: Stops the source for that subscription; called exactly once for each, without
  ///     any lock held, and without a reference to the source, which it has to hold weakly.
  public init(
    bufferingPolicy: BufferingPolicy, clock: (any ElapsedClock)? = nil,
    isVoid: (@Sendable (Element) -> Bool)? = nil,
    subscribe: @escaping @Sendable (SubscriberID, StreamSink<Element>) -> Void,
    unsubscribe: @escaping @Sendable (SubscriberID) -> Void
  ) {
    self.bufferingPolicy = bufferingPolicy
    self.clock = clock
    self.isVoid = isVoid
    self.subscribe = subscribe
    self.unsubscribe = unsubscribe
    ledger = StageLedger(clock: clock)
  }

  /// What became of the elements offered to all iterations of this sequence.
  public var counters: StageCounters { ledger.counters }

  /// From due to taken, over all iterations, or nil without a clock or an element.
  public var latency: LatencyHistogram? { ledger.latency }

  /// A snapshot of the figures of all iterations.
  public var figures: StageFigures {
    StageFigures(
      stage: .consumer, policy: bufferingPolicy, counters: counters, rate: ledger.rate,
      latency: latency.flatMap(LatencySummary.init))
  }

  /// Subscribes to the source.
  public func makeAsyncIterator() -> Iterator {
    let (stream, continuation) = AsyncStream.makeStream(
      of: StreamSink<Element>.Stamped.self, bufferingPolicy: .init(bufferingPolicy))
    let meter = ledger.open()
    let sink = StreamSink(continuation, meter: meter)
    let id = SubscriberID(sink)
    continuation.onTermination = { [unsubscribe] _ in unsubscribe(id) }
    subscribe(id, sink)
    return Iterator(
      stream.makeAsyncIterator(), meter: meter, isVoid: isVoid, source: subscribe)
  }

  /// Hands the elements of one subscription out.
  public struct Iterator: AsyncIteratorProtocol {
    private var base: AsyncStream<StreamSink<Element>.Stamped>.Iterator?
    private let end: SubscriptionEnd
    private let isVoid: (@Sendable (Element) -> Bool)?
    /// Only held, never called, so that what it captures lives on.
    private let source: @Sendable (SubscriberID, StreamSink<Element>) -> Void

    fileprivate init(
      _ base: AsyncStream<StreamSink<Element>.Stamped>.Iterator, meter: SubscriptionMeter,
      isVoid: (@Sendable (Element) -> Bool)?,
      source: @escaping @Sendable (SubscriberID, StreamSink<Element>) -> Void
    ) {
      self.base = base
      self.isVoid = isVoid
      self.source = source
      end = SubscriptionEnd(meter)
    }

    /// Waits for the next element.
    ///
    /// - Returns: The element, or nil after the end.
    public mutating func next() async -> Element? {
      await next(isolation: #isolation)
    }

    /// Waits for the next element without leaving the caller's isolation.
    ///
    /// - Parameter actor: The caller's isolation.
    /// - Returns: The element, or nil after the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      while !Task.isCancelled, let stamped = await base?.next(isolation: actor) {
        if let isVoid, isVoid(stamped.element), !end.meter.isFinished {
          end.meter.drop()
        } else {
          end.meter.take(due: stamped.due)
          return stamped.element
        }
      }
      // Letting the stream go ends the subscription, should the source not have done so.
      base = nil
      end.meter.close()
      return nil
    }
  }
}

/// Closes a subscription's account when its iterator goes.
private final class SubscriptionEnd: Sendable {
  let meter: SubscriptionMeter

  init(_ meter: SubscriptionMeter) {
    self.meter = meter
  }

  deinit {
    meter.close()
  }
}

extension AsyncStream.Continuation.BufferingPolicy {
  init(_ policy: BufferingPolicy) {
    self =
      switch policy {
      case .newest(let limit): .bufferingNewest(limit)
      case .oldest(let limit): .bufferingOldest(limit)
      case .unbounded: .bufferingOldest(BufferingPolicy.mostWaiting)
      }
  }
}
