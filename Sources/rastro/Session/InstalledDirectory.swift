import Glibc

/// Where the files lie that come with the command: `Public` and `Traces`.
enum InstalledDirectory {
  /// Finds a directory: the one that was named, else one in the working directory, then upward from
  /// the executable's real path, then in `../share/rastro` beside it.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - named: What an option named, or nil.
  ///   - option: That option, for the message.
  /// - Returns: Its path.
  /// - Throws: `Failure` with status 66 when there is none.
  static func find(
    _ name: String, named: String?, option: String
  ) throws(Failure) -> String {
    if let named {
      guard isDirectory(named) else {
        throw Failure(.noInput, file: named, "no such directory; name another with \(option)")
      }
      return named
    }
    for path in candidates(name) where isDirectory(path) { return path }
    throw Failure(.noInput, file: "\(name)/", "not found; name it with \(option) DIR")
  }

  private static func candidates(_ name: String) -> [String] {
    var candidates = [name]
    guard let executable = executablePath() else { return candidates }
    var directory = executable.dropLastPathPart
    let share = "\(directory)/../share/rastro/\(name)"
    while true {
      candidates.append("\(directory)/\(name)")
      guard !directory.isEmpty else { break }
      directory = directory.dropLastPathPart
    }
    return candidates + [share]
  }

  private static func executablePath() -> String? {
    guard let path = unsafe realpath("/proc/self/exe", nil) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

extension StringProtocol {
  /// The path without its last part, empty for the root.
  fileprivate var dropLastPathPart: Substring {
    guard let slash = self[...].lastIndex(of: "/") else { return "" }
    return Substring(self[..<slash])
  }
}
