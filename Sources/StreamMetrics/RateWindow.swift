/// How many elements a second came lately: counts over windows of one second.
///
/// Windows lie side by side from the clock's zero. The rate is that of the last whole window, so it
/// is steady within a second and needs no more memory than two counts.
public struct RateWindow: Hashable, Sendable {
  /// The number of the window that is being filled, which is its first second.
  private var current: Int64?
  /// Whether the window was already running when the first element came.
  private var isPartial = false
  private var counting: UInt64 = 0
  private var lastWhole: UInt64?

  /// Makes a window that has seen nothing.
  public init() {}

  /// Counts elements.
  ///
  /// - Parameters:
  ///   - count: How many came.
  ///   - elapsed: When, on the injected clock; what lies before the newest window counts in that.
  public mutating func record(_ count: UInt64 = 1, at elapsed: Duration) {
    advance(to: elapsed)
    counting += count
  }

  /// Elements a second in the last whole window.
  ///
  /// - Parameter elapsed: Now, on the injected clock.
  /// - Returns: The rate in hertz, 0 after a second without elements, nil before the first window
  ///   is whole.
  public mutating func rate(at elapsed: Duration) -> Double? {
    advance(to: elapsed)
    return lastWhole.map { Double($0) }
  }

  private mutating func advance(to elapsed: Duration) {
    let window = elapsed.components.seconds
    guard let current else {
      self.current = window
      isPartial = elapsed.components.attoseconds != 0
      return
    }
    guard window > current else { return }
    if window > current + 1 {
      lastWhole = 0
    } else if !isPartial {
      lastWhole = counting
    }
    isPartial = false
    counting = 0
    self.current = window
  }
}
