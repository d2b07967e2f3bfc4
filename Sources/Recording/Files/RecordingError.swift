import Glibc

/// Why something could not be written.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, or what stands for it.
  public var path: String
  /// The system's number for the error.
  public var code: Int32

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - path: The file, or what stands for it.
  ///   - code: The system's number for the error.
  public init(path: String, code: Int32) {
    self.path = path
    self.code = code
  }

  /// What is wrong with which file, and what to do.
  public var description: String {
    let advice =
      switch code {
      case ENOSPC, EDQUOT: "; make room and run again"
      case EPIPE: "; its reader went away"
      case ENOENT, ENOTDIR: "; make its directory first"
      case EACCES, EPERM, EROFS: "; choose a place that may be written"
      default: ""
      }
    return "\(path): \(Self.systemMessage(code))\(advice)"
  }

  /// What the system calls an error.
  public static func systemMessage(_ code: Int32) -> String {
    // Safe on any thread since glibc 2.32.
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}
