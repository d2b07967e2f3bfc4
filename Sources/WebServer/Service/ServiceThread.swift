import CLibWebSockets
import Glibc
import Synchronization

/// A thread of its own that serves one libwebsockets context and is an actor's executor.
///
/// The library may be touched from this thread alone. An actor whose executor this is therefore
/// holds everything of the library, and the compiler keeps others away from it.
final class ServiceThread<Message: Sendable>: SerialExecutor {
  /// How many service threads live in this process; tests wait for it to return to its old value.
  static var liveCount: Int { liveServiceThreads.load(ordering: .acquiring) }

  let mailbox = Mailbox<Message>()

  /// Who runs jobs now: the service thread while it lives, then whoever enqueues.
  private let runner = SystemMutex(Runner())

  private struct Runner {
    var thread: pthread_t?
    var waiting: [UnownedJob] = []
  }

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - name: Shown by `top -H` and debuggers; at most 15 bytes.
  ///   - body: Runs on the thread; the thread ends with it.
  /// - Throws: `WebServerError` when the system grants no thread.
  func start(name: String, body: @escaping @Sendable () -> Void) throws(WebServerError) {
    // Retained here, released by the thread's entry, which is the only other holder.
    let work = unsafe Unmanaged.passRetained(
      ThreadWork { [self] in
        runner.withLock { $0.thread = pthread_self() }
        liveServiceThreads.add(1, ordering: .acquiringAndReleasing)
        unsafe name.withCString { unsafe CLibWebSockets_nameThread($0) }
        body()
        finish()
        liveServiceThreads.subtract(1, ordering: .acquiringAndReleasing)
      })
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { unsafe pthread_attr_destroy(&attributes) }
    var thread = pthread_t()
    let status = unsafe pthread_create(&thread, &attributes, runThreadWork, work.toOpaque())
    guard status == 0 else {
      unsafe work.release()
      throw WebServerError(.system, "no thread to serve on: \(describe(errno: status))")
    }
  }

  /// Does what lies in the mailbox; only the service thread calls this.
  func drain(scratch: inout [Mailbox<Message>.Item], _ receive: (Message) -> Void) {
    mailbox.take(into: &scratch)
    for item in scratch {
      switch item {
      case .job(let job): unsafe job.runSynchronously(on: asUnownedSerialExecutor())
      case .message(let message): receive(message)
      }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let unowned = UnownedJob(job)
    if !mailbox.post(.job(unowned)) { runAfterEnd(unowned) }
  }

  func checkIsolated() {
    precondition(
      isCurrent,
      "the web server was touched from another thread: use its nonisolated methods or await it")
  }

  func isIsolatingCurrentContext() -> Bool? { isCurrent }

  private var isCurrent: Bool {
    runner.withLock { $0.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
  }

  /// Hands over what still waits to whoever comes: the thread is about to end.
  private func finish() {
    let rest = mailbox.close()
    for case .job(let job) in rest {
      unsafe job.runSynchronously(on: asUnownedSerialExecutor())
    }
    runWaiting()
  }

  /// Runs a job that came after the thread's end, in turn with others of its kind.
  private func runAfterEnd(_ job: UnownedJob) {
    // Nothing else need hold this executor: the job may let go of the last one that does.
    let ourselves = unsafe Unmanaged.passRetained(self)
    defer { unsafe ourselves.release() }
    let isMine = runner.withLock { runner in
      runner.waiting.append(job)
      guard runner.thread == nil else { return false }
      runner.thread = pthread_self()
      return true
    }
    if isMine { runWaiting() }
  }

  /// Runs what came after the mailbox was closed, until nothing waits and nobody is the runner.
  private func runWaiting() {
    while true {
      let next = runner.withLock { runner -> UnownedJob? in
        guard !runner.waiting.isEmpty else {
          runner.thread = nil
          return nil
        }
        return runner.waiting.removeFirst()
      }
      guard let next else { return }
      unsafe next.runSynchronously(on: asUnownedSerialExecutor())
    }
  }
}

private let liveServiceThreads = Atomic<Int>(0)

/// Carries a closure through `pthread_create`.
private final class ThreadWork: Sendable {
  let body: @Sendable () -> Void

  init(body: @escaping @Sendable () -> Void) { self.body = body }
}

private func runThreadWork(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument = unsafe argument else { return nil }
  unsafe Unmanaged<ThreadWork>.fromOpaque(argument).takeRetainedValue().body()
  return nil
}
