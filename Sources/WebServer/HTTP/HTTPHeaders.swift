/// The headers of a request that are passed on, by lower-case name.
public struct HTTPHeaders: Sendable {
  private var values: [String: String] = [:]

  init() {}

  /// A header's value.
  ///
  /// - Parameter name: The name in lower case: `accept`, `accept-encoding`, `content-type`,
  ///   `if-none-match`, `last-event-id`, `origin`, `host`, `user-agent` and a few more.
  public subscript(name: String) -> String? { values[name] }

  mutating func set(_ name: String, to value: String) { values[name] = value }
}
