import Glibc

/// An open file, closed when it goes. Its calls block: they belong on a thread of their own.
struct FileDescriptor: ~Copyable {
  /// What errors call it.
  let path: String
  private let number: Int32
  private let isOwned: Bool

  /// Opens a file for writing, empty.
  init(writing path: String) throws(RecordingError) {
    number = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    if number < 0 { throw RecordingError(path: path, code: errno) }
    self.path = path
    isOwned = true
  }

  private init(number: Int32, path: String, isOwned: Bool) {
    self.number = number
    self.path = path
    self.isOwned = isOwned
  }

  /// Standard output, which stays open.
  static func standardOutput() -> FileDescriptor {
    FileDescriptor(number: STDOUT_FILENO, path: "standard output", isOwned: false)
  }

  deinit {
    if isOwned { close(number) }
  }

  /// Writes all of some bytes.
  ///
  /// - Throws: `RecordingError`; what was written before it stays.
  func write(_ bytes: Span<UInt8>) throws(RecordingError) {
    var start = 0
    while start < bytes.count {
      let written = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(number, $0.baseAddress?.advanced(by: start), $0.count - start)
      }
      if written >= 0 {
        start += written
      } else if errno != EINTR {
        throw RecordingError(path: path, code: errno)
      }
    }
  }

  /// Cuts the file off after so many bytes, if it is one that can be cut, and goes on from there.
  func truncate(to length: Int) {
    // A pipe cannot be cut, and what went into it is gone anyway.
    if isOwned, ftruncate(number, length) == 0 { lseek(number, length, SEEK_SET) }
  }
}
