import Glibc

/// A file that is there whole or not at all: written under a temporary name and renamed at the end.
///
/// What is let go without `commit` is removed. A target that is no regular file, such as `/dev/null`
/// or a pipe, is written directly. Its calls block: they belong on a thread of their own.
public struct WholeFile: ~Copyable {
  private let path: String
  private let temporaryPath: String?
  private let file: FileDescriptor
  private var isCommitted = false

  /// Begins a file.
  ///
  /// - Parameter path: Where it will be; what is there now stays until `commit`.
  /// - Throws: `RecordingError`.
  public init(path: String) throws(RecordingError) {
    self.path = path
    if Self.isSpecial(path) {
      temporaryPath = nil
      file = try FileDescriptor(writing: path)
    } else {
      let temporaryPath = "\(path).\(getpid()).part"
      self.temporaryPath = temporaryPath
      do throws(RecordingError) {
        file = try FileDescriptor(writing: temporaryPath)
      } catch {
        throw RecordingError(path: path, code: error.code)
      }
    }
  }

  /// Makes sure that a file can be begun, and leaves nothing behind.
  ///
  /// - Parameter path: Where it would be.
  /// - Throws: `RecordingError`.
  public static func check(path: String) throws(RecordingError) {
    // To open a pipe would be seen at its other end.
    guard !isSpecial(path) else { return }
    _ = try WholeFile(path: path)
  }

  deinit {
    if let temporaryPath, !isCommitted { unsafe unlink(temporaryPath) }
  }

  /// Adds bytes to the end.
  ///
  /// - Throws: `RecordingError`; the file is then to be let go.
  public func write(_ bytes: Span<UInt8>) throws(RecordingError) {
    do throws(RecordingError) {
      try file.write(bytes)
    } catch {
      throw RecordingError(path: path, code: error.code)
    }
  }

  /// Puts the file in its place.
  ///
  /// - Throws: `RecordingError`; then what was there before is still there.
  public consuming func commit() throws(RecordingError) {
    if let temporaryPath, unsafe rename(temporaryPath, path) != 0 {
      throw RecordingError(path: path, code: errno)
    }
    isCommitted = true
  }

  private static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
  }
}
