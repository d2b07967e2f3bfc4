import Glibc

/// Why a server or client could not start.
public struct WebServerError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure, for exit codes.
  public enum Code: Sendable {
    /// Another program listens on the address and port.
    case portInUse

    /// The host is not an address of this machine, or is not an address at all.
    case addressNotAvailable

    /// The system forbids the port, as it does below 1024 without privileges.
    case notPermitted

    /// A certificate or key cannot be read or does not fit.
    case badCertificate

    /// The peer refused or could not be reached.
    case connectionFailed

    /// The system refused a thread, memory or a descriptor.
    case system
  }

  /// The kind of failure.
  public let code: Code

  /// One line that says what failed and what to do.
  public let message: String

  /// The message.
  public var description: String { message }

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

/// The system's words for an error number.
func describe(errno number: Int32) -> String {
  // strerror's text may be overwritten by the next call, so it is copied at once.
  unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
}
