/// Runs many pieces of work with never more than a number of them at once.
public enum SlidingWindow {
  /// Works on every input and puts the results back in the order of the inputs.
  ///
  /// A new child starts only when one ends, so memory does not grow with the inputs' number.
  ///
  /// - Parameters:
  ///   - inputs: What to work on.
  ///   - maxInFlight: How many at once, at least 1.
  ///   - body: The work on one; what goes wrong with one is part of its result.
  /// - Returns: The results in the order of the inputs.
  /// - Throws: `CancellationError` when the task is cancelled.
  public static func map<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], maxInFlight: Int, _ body: @escaping @Sendable (Input) async -> Output
  ) async throws -> [Output] {
    var results = [Output?](repeating: nil, count: inputs.count)
    try await withThrowingTaskGroup(of: (Int, Output).self) { group in
      var next = 0
      func start() {
        guard next < inputs.count else { return }
        let (index, input) = (next, inputs[next])
        group.addTask { (index, await body(input)) }
        next += 1
      }
      for _ in 0..<max(1, maxInFlight) { start() }
      while let (index, output) = try await group.next() {
        results[index] = output
        try Task.checkCancellation()
        start()
      }
    }
    return results.compactMap { $0 }
  }
}
