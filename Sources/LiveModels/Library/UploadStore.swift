import Foundation

/// Keeps uploads in memory, or as files of a directory.
struct UploadStore: Sendable {
  /// The directory, or nil for memory.
  let directory: String?

  /// Keeps an upload.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - name: What the uploader calls it, of which nothing but the last part is used.
  /// - Returns: Where it is read from.
  /// - Throws: When it cannot be written.
  func keep(_ bytes: [UInt8], name: String) async throws -> TraceLibrary.Source {
    guard let directory else { return .memory(bytes) }
    return try await FileThread.run {
      let manager = FileManager.default
      try manager.createDirectory(atPath: directory, withIntermediateDirectories: true)
      let safe = Self.fileName(name)
      var path = "\(directory)/\(safe)"
      var number = 2
      while manager.fileExists(atPath: path) {
        path = "\(directory)/\(number)-\(safe)"
        number += 1
      }
      // Written aside and renamed, so that a half-written file is never taken for a trace.
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
      return .file(path)
    }
  }

  /// Deletes an upload's file.
  ///
  /// - Parameter path: Where it is.
  /// - Throws: When it cannot be deleted.
  func delete(_ path: String) async throws {
    try await FileThread.run { try FileManager.default.removeItem(atPath: path) }
  }

  /// A name that stays in its directory and is not hidden.
  static func fileName(_ name: String) -> String {
    let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
    let safe = last.filter { $0.isLetter || $0.isNumber || "-_. ".contains($0) }
      .drop(while: { $0 == "." || $0 == " " })
    return safe.isEmpty ? "trace" : String(safe.prefix(100))
  }
}
