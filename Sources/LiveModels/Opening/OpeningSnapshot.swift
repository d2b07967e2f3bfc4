/// What a dashboard shows first, read from three sources at once.
public struct OpeningSnapshot<Catalogue: Sendable, Fleet: Sendable, Metrics: Sendable>: Sendable {
  /// The traces that can be loaded.
  public let catalogue: Catalogue
  /// The vehicles and where they are.
  public let fleet: Fleet
  /// The figures.
  public let metrics: Metrics

  /// Reads the three sources side by side: it takes as long as the slowest, and an error of one
  /// cancels the others.
  ///
  /// - Parameters:
  ///   - catalogue: Reads the traces.
  ///   - fleet: Reads the vehicles.
  ///   - metrics: Reads the figures.
  /// - Throws: The first error.
  public init(
    catalogue: @escaping @Sendable () async throws -> Catalogue,
    fleet: @escaping @Sendable () async throws -> Fleet,
    metrics: @escaping @Sendable () async throws -> Metrics
  ) async throws {
    async let readCatalogue = catalogue()
    async let readFleet = fleet()
    async let readMetrics = metrics()
    (self.catalogue, self.fleet, self.metrics) = try await (readCatalogue, readFleet, readMetrics)
  }
}
