import Foundation

/// Finds the directories that come with the program.
enum InstalledFiles {
  /// Where a directory is: the one named, else in the working directory, else upward from the
  /// executable, else in `../share/rastro`.
  ///
  /// - Parameters:
  ///   - name: `Public` or `Traces`.
  ///   - named: What the option says, or nil.
  ///   - marker: A file that must be in it, or nil.
  /// - Returns: The directory, or nil when it is not there.
  static func directory(_ name: String, named: String?, marker: String? = nil) -> String? {
    if let named { return isThere(named, marker) ? named : nil }
    var candidates = ["./\(name)"]
    var place = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let share = place.deletingLastPathComponent().appendingPathComponent("share/rastro/\(name)")
    while place.path != "/" {
      candidates.append(place.appendingPathComponent(name).path)
      place = place.deletingLastPathComponent()
    }
    candidates.append(share.path)
    return candidates.first { isThere($0, marker) }
  }

  private static func isThere(_ path: String, _ marker: String?) -> Bool {
    var isDirectory: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
      isDirectory.boolValue
    else { return false }
    return marker.map { FileManager.default.fileExists(atPath: "\(path)/\($0)") } ?? true
  }
}
