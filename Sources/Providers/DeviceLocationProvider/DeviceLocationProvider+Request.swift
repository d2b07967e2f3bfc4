import Synchronization
public import Tracks

extension DeviceLocationProvider {
  /// Waits for one fix that is accurate enough.
  ///
  /// It ends in one of four ways, and exactly once: with a fix, after the timeout, by an error, or by
  /// being cancelled. The source plays for it as for any subscriber.
  ///
  /// - Parameter timeout: How long to wait on the source's clock, or nil to wait as long as it takes.
  ///   When it has passed, the most accurate fix that came is returned, if any did.
  /// - Returns: The fix.
  /// - Throws: `LocationError.timedOut` when no fix came in time, `.denied` when the app is not
  ///   authorized or ceases to be, `.locationUnknown` when the source comes to its end;
  ///   `CancellationError` when the task is cancelled.
  public func requestLocation(timeout: Duration? = nil) async throws -> Fix {
    let request = FixRequest(desiredAccuracy: desiredAccuracy)
    let clock = storage.withLock { $0.source.clock }
    let deadline = timeout.map { clock.now + $0 }
    change { state in
      state.hasEnded = false
      state.requests.append(request)
      return []
    }
    defer { withdraw(request) }
    return try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      if let deadline {
        group.addTask {
          try await clock.sleep(until: deadline)
          request.fail(with: .timedOut)
        }
      }
      return try await request.answer.value()
    }
  }

  private func withdraw(_ request: FixRequest) {
    change { state in
      state.requests.removeAll { $0 === request }
      return []
    }
  }
}

/// Someone who waits for one fix.
final class FixRequest: Sendable {
  let answer = OneShot<Fix>()
  private let desiredAccuracy: Double?
  private let best = Mutex<Fix?>(nil)

  init(desiredAccuracy: Double?) {
    self.desiredAccuracy = desiredAccuracy
  }

  /// Whether a fix is good enough; if not, it is kept for the time when none better comes.
  func accepts(_ fix: Fix) -> Bool {
    guard let desiredAccuracy, let accuracy = fix.horizontalAccuracy, accuracy > desiredAccuracy
    else { return true }
    best.withLock { best in
      if accuracy < best?.horizontalAccuracy ?? .infinity { best = fix }
    }
    return false
  }

  /// Answers with the best fix that came, or else with an error.
  func fail(with error: LocationError) {
    if let best = best.withLock({ $0 }) {
      answer.resolve(.success(best))
    } else {
      answer.resolve(.failure(error))
    }
  }
}

extension DeviceLocationProvider.State {
  /// Takes those out whom a fix answers.
  mutating func takeRequests(answeredBy fix: Fix) -> [FixRequest] {
    guard machine.authorization == .authorized, !requests.isEmpty else { return [] }
    let answered = requests.filter { $0.accepts(fix) }
    requests.removeAll { request in answered.contains { $0 === request } }
    return answered
  }
}
