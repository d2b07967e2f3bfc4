import Synchronization

/// What a cancelled task leaves for the thread that works for it.
final class CancellationFlag: Sendable {
  private let flag = Atomic(false)

  /// Whether the task was cancelled.
  var isSet: Bool { flag.load(ordering: .relaxed) }

  /// Says that the task was cancelled.
  func set() {
    flag.store(true, ordering: .relaxed)
  }
}
