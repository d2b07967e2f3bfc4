import Foundation
public import TraceFormats

/// Finds the trace files that paths on the command line name.
public enum TraceListing {
  /// A file to be read.
  public struct File: Hashable, Sendable {
    /// Where it is.
    public var path: String
    /// Its name without directories.
    public var name: String

    /// Makes a file from its path.
    public init(path: String) {
      self.path = path
      name = path.split(separator: "/").last.map(String.init) ?? path
    }
  }

  /// Names that files of a directory must end in to be taken for traces; a file that is named itself
  /// may be called anything.
  public static let extensions: Set<String> = [
    "gpx", "nmea", "nma", "txt", "log", "tcx", "kml", "kmz", "geojson", "json", "csv", "tsv", "fit",
    "igc", "ndjson", "jsonl", "rec", "gz",
  ]

  /// The trace files that some paths name, directories by their files in order of name.
  ///
  /// - Parameter paths: Files and directories.
  /// - Returns: The files.
  /// - Throws: `Missing` for the first path that is not there.
  public static func files(at paths: [String]) async throws -> [File] {
    try await FileThread.run {
      try paths.flatMap { path throws -> [File] in
        var isDirectory: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
          throw Missing(path: path, error: TraceError(.notFound, "no such file"))
        }
        return isDirectory.boolValue ? try files(inDirectory: path) : [File(path: path)]
      }
    }
  }

  /// A path that cannot be listed.
  public struct Missing: Error, Hashable, Sendable {
    /// The path.
    public var path: String
    /// Why.
    public var error: TraceError
  }

  private static func files(inDirectory path: String) throws -> [File] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw Missing(path: path, error: TraceError(.unreadable, "cannot be listed"))
    }
    let base = path.hasSuffix("/") ? path : path + "/"
    return names.sorted().compactMap { name in
      let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
      guard !name.hasPrefix("."), extensions.contains(ending) else { return nil }
      return File(path: base + name)
    }
  }
}
