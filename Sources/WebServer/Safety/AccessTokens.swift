/// The secrets that let people in.
public struct AccessTokens: Sendable {
  /// Lets its bearer watch and control.
  public let controller: String

  /// Lets its bearer watch.
  public let viewer: String?

  /// Sets the secrets.
  ///
  /// - Parameters:
  ///   - controller: Lets its bearer watch and control.
  ///   - viewer: Lets its bearer watch.
  public init(controller: String, viewer: String? = nil) {
    self.controller = controller
    self.viewer = viewer
  }

  /// What somebody with this token may do.
  ///
  /// - Parameter token: What was shown.
  /// - Returns: The role, or nil for a wrong token.
  func role(of token: some Collection<UInt8>) -> Role? {
    let isController = Self.equal(token, controller.utf8)
    let isViewer = viewer.map { Self.equal(token, $0.utf8) } ?? false
    if isController { return .controller }
    return isViewer ? .viewer : nil
  }

  /// Compares in a time that does not depend on where the two differ.
  static func equal(
    _ shown: some Collection<UInt8>, _ secret: some Collection<UInt8>
  ) -> Bool {
    var difference = shown.count ^ secret.count
    let secret = Array(secret)
    for (index, byte) in shown.enumerated() {
      difference |= Int(byte ^ (secret.isEmpty ? 0 : secret[index % secret.count]))
    }
    return difference == 0
  }
}
