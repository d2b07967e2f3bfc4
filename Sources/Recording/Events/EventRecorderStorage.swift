import Foundation
import Simulation

/// What the recorder's two sides share: those who emit and the thread that writes.
///
/// `@unchecked`: all that changes is touched only while `condition` is locked. A `Mutex` could not be
/// waited on, and the writing thread has to wait.
final class EventRecorderStorage: @unchecked Sendable {
  private let condition = NSCondition()
  private let onFailure: @Sendable (RecordingError) -> Void
  private var waiting: [Emission] = []
  /// Emissions that the thread has taken and not yet written.
  private var takenCount = 0
  private var isClosed = false
  private var isEnded = false
  private var error: RecordingError?
  private var written: UInt64 = 0
  /// Emissions that were handed over, written or not.
  private var offered: UInt64 = 0
  private var roomWaiters: [CheckedContinuation<Void, Never>] = []
  private var endWaiters: [CheckedContinuation<Void, Never>] = []

  init(onFailure: @escaping @Sendable (RecordingError) -> Void) {
    self.onFailure = onFailure
  }

  var failure: RecordingError? { condition.withLock { error } }

  /// Starts the thread and waits until it has opened the file.
  func start(path: String, vehicles: [String]) async throws(RecordingError) {
    let opened: Result<Void, RecordingError> = await withCheckedContinuation { continuation in
      let thread = Thread { [self] in
        do throws(RecordingError) {
          let file = path == "-" ? .standardOutput() : try FileDescriptor(writing: path)
          continuation.resume(returning: .success(()))
          run(file, EventLine(vehicles: vehicles))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
      thread.name = "rastro events"
      thread.start()
    }
    try opened.get()
  }

  func append(_ emission: Emission) {
    condition.withLock {
      offered += 1
      guard error == nil, !isClosed else { return }
      waiting.append(emission)
      if waiting.count == 1 { condition.signal() }
    }
  }

  func untilRoom() async {
    await withCheckedContinuation { continuation in
      let hasRoom = condition.withLock {
        if waiting.count + takenCount <= EventRecorder.waitingLimit || isEnded { return true }
        roomWaiters.append(continuation)
        return false
      }
      if hasRoom { continuation.resume() }
    }
  }

  /// Lets the thread end once it has written what waits.
  func stop() {
    condition.withLock {
      isClosed = true
      condition.signal()
    }
  }

  func close() async -> (written: UInt64, lost: UInt64) {
    stop()
    await withCheckedContinuation { continuation in
      let isOver = condition.withLock {
        if !isEnded { endWaiters.append(continuation) }
        return isEnded
      }
      if isOver { continuation.resume() }
    }
    return condition.withLock { (written, offered - written) }
  }

  /// The life of the writing thread.
  private func run(_ file: consuming FileDescriptor, _ line: consuming EventLine) {
    var bytes: [UInt8] = []
    var length = 0
    while let emissions = take() {
      var count: UInt64 = 0
      var isWriting = true
      for emission in emissions {
        line.append(emission, to: &bytes)
        count += 1
        guard bytes.count > 1 << 18 else { continue }
        isWriting = flush(&bytes, &length, &count, file)
        if !isWriting { break }
      }
      if isWriting { _ = flush(&bytes, &length, &count, file) }
      settle()
    }
    end()
  }

  /// Waits for something to write; nil once closed and all is taken.
  private func take() -> [Emission]? {
    condition.withLock {
      while waiting.isEmpty, !isClosed { condition.wait() }
      guard !waiting.isEmpty else { return nil }
      takenCount = waiting.count
      defer { waiting = [] }
      return waiting
    }
  }

  /// Writes whole lines; after an error the file ends with the last whole line written before.
  private func flush(
    _ bytes: inout [UInt8], _ length: inout Int, _ count: inout UInt64,
    _ file: borrowing FileDescriptor
  ) -> Bool {
    defer {
      bytes.removeAll(keepingCapacity: true)
      count = 0
    }
    do throws(RecordingError) {
      if condition.withLock({ self.error }) != nil { return false }
      try file.write(bytes.span)
      length += bytes.count
      condition.withLock { written += count }
      return true
    } catch {
      file.truncate(to: length)
      condition.withLock { self.error = error }
      onFailure(error)
      return false
    }
  }

  /// Counts what was taken as no longer waiting and wakes those who wait for room.
  private func settle() {
    let waiters = condition.withLock {
      takenCount = 0
      defer { roomWaiters = [] }
      return roomWaiters
    }
    for waiter in waiters { waiter.resume() }
  }

  private func end() {
    let waiters = condition.withLock {
      isEnded = true
      defer { (roomWaiters, endWaiters) = ([], []) }
      return roomWaiters + endWaiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
