/// Who starts and stops playback.
public enum ProviderLifecycle: Hashable, Sendable {
  /// The first subscriber starts it and the last to leave stops it; the next starts it anew at the
  /// beginning. At its end every stream finishes. An explicit `play()` keeps it going without
  /// subscribers until `stop()`.
  case subscribers
  /// Commands alone do. Streams stay open at the end of playback, until `finish()`.
  case commands
}

/// Counts subscribers and tells when playback starts and stops on their account.
struct LifecycleStateMachine {
  private let lifecycle: ProviderLifecycle
  private(set) var subscriberCount = 0
  /// Whether playback was asked for by a command.
  private var isHeld = false
  private var isStartedBySubscribers = false

  init(_ lifecycle: ProviderLifecycle) {
    self.lifecycle = lifecycle
  }

  var finishesAtEnd: Bool { lifecycle == .subscribers }

  /// Notes a new subscriber, and tells whether playback starts for it.
  mutating func join() -> Bool {
    subscriberCount += 1
    guard lifecycle == .subscribers, subscriberCount == 1, !isHeld else { return false }
    isStartedBySubscribers = true
    return true
  }

  /// Notes that a subscriber left, and tells whether playback stops with it.
  mutating func leave() -> Bool {
    subscriberCount -= 1
    guard subscriberCount == 0, isStartedBySubscribers else { return false }
    isStartedBySubscribers = false
    return true
  }

  /// Notes that all subscribers were let go.
  mutating func removeAll() {
    subscriberCount = 0
    isStartedBySubscribers = false
  }

  /// Notes that playback was asked for by a command.
  mutating func hold() {
    isHeld = true
    isStartedBySubscribers = false
  }

  /// Notes that playback was stopped by a command, or came to its end.
  mutating func release() {
    isHeld = false
  }

  /// Tells whether what is loaded now starts at once, since somebody waits for it.
  var startsAfterLoading: Bool { lifecycle == .subscribers && subscriberCount > 0 }
}
