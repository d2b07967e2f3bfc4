/// A directory whose files are served under a prefix.
public struct StaticMount: Sendable {
  /// What a path begins with: `/` or `/vendor/leaflet/`; it ends with a slash.
  public let prefix: String

  /// The directory.
  public let root: String

  /// What caches are told. By default they ask each time whether the file is still the same, so
  /// that no page from before a restart lingers.
  public let cacheControl: String

  /// Mounts a directory.
  ///
  /// - Parameters:
  ///   - prefix: What a path begins with.
  ///   - root: The directory; it need not exist, then nothing is found in it.
  ///   - cacheControl: The Cache-Control header of its files.
  public init(prefix: String, root: String, cacheControl: String = "no-cache") {
    self.prefix = prefix.hasSuffix("/") ? prefix : prefix + "/"
    self.root = root
    self.cacheControl = cacheControl
  }
}
