import Glibc

/// The three streams of the command: data on standard output, words on standard error.
enum Console {
  /// Whether standard error is a terminal, where a progress bar may be drawn.
  static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes a line to standard output.
  ///
  /// - Throws: `Failure` with status 74 when it is closed or full.
  static func print(_ text: String) throws(Failure) {
    try write(Array((text + "\n").utf8))
  }

  /// Writes bytes to standard output.
  ///
  /// - Throws: `Failure` with status 74 when it is closed or full.
  static func write(_ bytes: [UInt8]) throws(Failure) {
    guard let code = writeAll(bytes, to: STDOUT_FILENO) else { return }
    throw Failure(
      .inputOutput,
      code == EPIPE
        ? "standard output: its reader went away"
        : "standard output: \(systemMessage(code)); nothing more was written")
  }

  /// Writes one line of words to standard error, with the command's name before it.
  static func report(_ message: some CustomStringConvertible) {
    note("rastro: \(message)\n")
  }

  /// Writes text to standard error as it is.
  static func note(_ text: String) {
    // Nobody is left to be told when standard error itself fails.
    _ = writeAll(Array(text.utf8), to: STDERR_FILENO)
  }

  /// What the system calls an error.
  static func systemMessage(_ code: Int32) -> String {
    // Safe on any thread since glibc 2.32.
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }

  /// Writes all bytes, or returns the error that stopped it.
  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var start = 0
    while start < bytes.count {
      let written = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress?.advanced(by: start), $0.count - start)
      }
      if written >= 0 {
        start += written
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}
