import Synchronization

/// What a test saw, in order, written from any task.
public final class Log<Element: Sendable>: Sendable {
  private let stored = Mutex<[Element]>([])

  /// Makes an empty log.
  public init() {}

  /// Everything written so far.
  public var elements: [Element] { stored.withLock { $0 } }

  /// How much was written.
  public var count: Int { stored.withLock { $0.count } }

  /// Writes one more.
  public func append(_ element: Element) {
    stored.withLock { $0.append(element) }
  }

  /// Forgets everything.
  public func removeAll() {
    stored.withLock { $0.removeAll() }
  }
}
