/// The parts of something large, the useful ones first, each worked out when it is asked for.
///
/// After the last part, or after an error, `next` returns nil for ever; what came before stays good.
public struct StagedSequence<Section: Sendable>: AsyncSequence, Sendable {
  /// What works out one part.
  public typealias Stage = @Sendable () async throws -> Section

  private let stages: [Stage]

  /// Makes a sequence of parts.
  public init(_ stages: [Stage]) {
    self.stages = stages
  }

  /// Makes an iterator before the first part.
  public func makeAsyncIterator() -> Iterator {
    Iterator(stages: stages[...])
  }

  /// Goes over the parts.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var stages: ArraySlice<Stage>

    /// The next part, or nil after the end or an error.
    ///
    /// - Returns: The part.
    /// - Throws: What went wrong with the part; the sequence ends with it.
    public mutating func next() async throws -> Section? {
      guard let stage = stages.popFirst() else { return nil }
      do {
        try Task.checkCancellation()
        return try await stage()
      } catch {
        stages = []
        throw error
      }
    }
  }
}
