import Synchronization

/// Which generation is in force; what belongs to an older one is void wherever it has got to.
final class GenerationGate: Sendable {
  private let least = Atomic<UInt32>(0)

  /// Makes everything older void.
  func raise(to generation: UInt32) {
    least.max(generation, ordering: .acquiringAndReleasing)
  }

  func isVoid(_ generation: UInt32) -> Bool {
    generation < least.load(ordering: .acquiring)
  }
}
