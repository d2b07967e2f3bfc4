import Glibc

/// A value behind a lock of the system's.
///
/// Thread checkers know the system's locks. They do not see into those of `Synchronization`, and call
/// what two threads do there by turns a race: among service threads that would be every run.
// Unchecked: the value is touched in `withLock` alone, under the lock.
@safe final class SystemMutex<Value>: @unchecked Sendable {
  private var value: Value
  private let lock: UnsafeMutablePointer<pthread_mutex_t>

  /// Puts a value behind a lock of its own.
  init(_ value: sending Value) {
    self.value = value
    unsafe lock = .allocate(capacity: 1)
    unsafe lock.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(lock, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(lock)
    unsafe lock.deallocate()
  }

  /// Runs a body that has the value for itself.
  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return body(&value)
  }
}
