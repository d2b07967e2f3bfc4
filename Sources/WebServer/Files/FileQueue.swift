import Dispatch

/// An executor with a thread of its own for what waits on disks, off the cooperative pool.
final class FileQueue: SerialExecutor {
  private let queue = DispatchQueue(label: "rastro.files")

  func enqueue(_ job: consuming ExecutorJob) {
    let unowned = UnownedJob(job)
    queue.async { unsafe unowned.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
