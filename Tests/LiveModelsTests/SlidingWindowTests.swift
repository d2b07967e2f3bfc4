import LiveModels
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SlidingWindowTests {
  @Test func c02_neverMoreThanTheWindowAndInOrder() async throws {
    let state = Mutex((now: 0, peak: 0))
    let inputs = Array(0..<10_000)
    let results = try await SlidingWindow.map(inputs, maxInFlight: 7) { input in
      state.withLock {
        $0.now += 1
        $0.peak = max($0.peak, $0.now)
      }
      for _ in 0..<(input * 31 % 5) { await Task.yield() }
      state.withLock { $0.now -= 1 }
      return input * 2
    }
    #expect(results == inputs.map { $0 * 2 })
    #expect(state.withLock { $0.peak } == 7)
    #expect(state.withLock { $0.now } == 0)
  }

  @Test func c02_stopsStartingWhenCancelled() async {
    let started = Mutex(0)
    let task = Task {
      try await SlidingWindow.map(Array(0..<1000), maxInFlight: 2) { _ in
        started.withLock { $0 += 1 }
        while !Task.isCancelled { await Task.yield() }
      }
    }
    while started.withLock({ $0 }) < 2 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(started.withLock { $0 } == 2)
  }
}
