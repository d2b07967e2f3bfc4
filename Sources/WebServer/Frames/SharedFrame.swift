/// One WebSocket message, framed once and shared by every connection that gets it.
///
/// Frames from a server carry no mask, so the same bytes serve all of them. The bytes never change
/// after `init`; the reference count keeps them alive for whoever still needs them.
public final class SharedFrame: Sendable {
  /// What a message is made of.
  public enum Kind: UInt8, Sendable {
    /// UTF-8 text.
    case text = 1

    /// Bytes.
    case binary = 2
  }

  /// What of the state a frame shows; it decides what a reader who missed one may still get.
  public enum Extent: Sendable {
    /// Everything: good for any reader at any time.
    case full

    /// What changed since the frame before it: only for readers who have that one.
    case changes
  }

  /// Text or bytes.
  public let kind: Kind

  /// Whether the frame stands alone.
  public let extent: Extent

  /// On CLOCK_MONOTONIC in nanoseconds, when the message was made, so that the application is told how
  /// long it takes; 0 when it is not to be told.
  public let made: UInt64

  /// The payload's length in bytes.
  public let payloadCount: Int

  /// Header and payload, as they go out.
  let bytes: [UInt8]

  /// Frames a message.
  ///
  /// - Parameters:
  ///   - kind: Text or bytes. Text must be UTF-8: readers close the connection otherwise.
  ///   - payload: The message.
  ///   - extent: Whether it stands alone.
  ///   - made: When it was made, if the application wants to be told when sockets have taken it.
  public init(
    _ kind: Kind, _ payload: some Collection<UInt8>, extent: Extent = .full, made: UInt64 = 0
  ) {
    self.kind = kind
    self.extent = extent
    self.made = made
    payloadCount = payload.count
    let header = FrameHeader(opcode: kind.rawValue, payloadCount: payload.count)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(header.bytes.count + payload.count)
    bytes.append(contentsOf: header.bytes)
    bytes.append(contentsOf: payload)
    self.bytes = bytes
  }
}
