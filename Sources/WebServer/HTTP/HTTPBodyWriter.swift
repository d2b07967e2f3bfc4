/// Sends the parts of a body that is made as it goes out.
public struct HTTPBodyWriter: Sendable {
  let send: @Sendable ([UInt8]) async throws(CancellationError) -> Void

  /// Sends a part and waits until the socket has taken it, so that a slow reader holds up only
  /// its own task.
  ///
  /// - Parameter bytes: The part.
  /// - Throws: `CancellationError` when the peer or the server has gone.
  public func write(_ bytes: [UInt8]) async throws(CancellationError) {
    guard !bytes.isEmpty else { return }
    try await send(bytes)
  }
}
