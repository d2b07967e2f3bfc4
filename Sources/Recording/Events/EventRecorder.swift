import Foundation
public import Simulation

/// Writes every emission to a file, one JSON object a line, losing none.
///
/// Emissions are handed over to a thread of the recorder's own, which writes what waits as soon as it
/// can, so that what was handed over is in the system's hands at once: a process that is killed loses
/// at most what waited. Whoever emits calls `untilRoom` between batches, which suspends while too much
/// waits; so memory is bounded and nothing is lost. After an error nothing more is written; the file
/// then ends with its last whole line.
public final class EventRecorder: Sendable {
  /// Emissions that may wait before `untilRoom` suspends.
  static let waitingLimit = 1 << 15

  private let storage: EventRecorderStorage

  /// Opens the file and starts the thread.
  ///
  /// - Parameters:
  ///   - path: The file, emptied first; `-` is standard output.
  ///   - vehicles: The vehicles' ids by number.
  ///   - onFailure: Called at most once, on the recorder's thread, when the writing stops.
  /// - Throws: `RecordingError` when the file cannot be opened.
  public init(
    path: String, vehicles: [String],
    onFailure: @escaping @Sendable (RecordingError) -> Void = { _ in }
  ) async throws(RecordingError) {
    let storage = EventRecorderStorage(onFailure: onFailure)
    try await storage.start(path: path, vehicles: vehicles)
    self.storage = storage
  }

  deinit {
    storage.stop()
  }

  /// Hands an emission over; returns at once. After an error it is counted as lost.
  public func append(_ emission: Emission) {
    storage.append(emission)
  }

  /// Returns when there is room for more, at once after an error.
  public func untilRoom() async {
    await storage.untilRoom()
  }

  /// What stopped the writing, or nil.
  public var failure: RecordingError? { storage.failure }

  /// Writes what waits, closes the file and ends the thread; further calls do nothing.
  ///
  /// - Returns: How many emissions were written and how many were lost to an error.
  @discardableResult
  public func close() async -> (written: UInt64, lost: UInt64) {
    await storage.close()
  }
}
