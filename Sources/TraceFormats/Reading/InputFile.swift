import Glibc

/// A file open for reading; owns one descriptor.
struct InputFile: ~Copyable {
  /// Bytes in the file, or nil for what is no regular file.
  let size: Int?
  private let descriptor: CInt

  /// Opens a file.
  ///
  /// - Parameter path: Where it is.
  /// - Throws: `TraceError` with code `notFound` or `unreadable`.
  init(path: String) throws(TraceError) {
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.error(errno) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      let error = Self.error(errno)
      close(descriptor)
      throw error
    }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFDIR {
      close(descriptor)
      throw TraceError(.unreadable, "is a directory, not a trace")
    }
    size = kind == S_IFREG ? Int(status.st_size) : nil
  }

  deinit {
    close(descriptor)
  }

  /// Reads the next bytes into the beginning of a buffer.
  ///
  /// - Parameter buffer: Where they go.
  /// - Returns: How many came; 0 at the end.
  /// - Throws: `TraceError` with code `unreadable`.
  borrowing func read(into buffer: inout [UInt8]) throws(TraceError) -> Int {
    while true {
      let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { throw Self.error(errno) }
    }
  }

  private static func error(_ code: CInt) -> TraceError {
    switch code {
    case ENOENT, ENOTDIR: TraceError(.notFound, "no such file")
    case EACCES, EPERM: TraceError(.unreadable, "permission denied")
    default: TraceError(.unreadable, unsafe String(cString: strerror(code)))
    }
  }
}
