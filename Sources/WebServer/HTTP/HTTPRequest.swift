/// A request as the application sees it: checked, decoded and whole.
public struct HTTPRequest: Sendable {
  /// What is asked for.
  public enum Method: String, Sendable {
    /// Read.
    case get = "GET"
    /// Read without the body; the server leaves it out, the application answers as to `get`.
    case head = "HEAD"
    /// Do.
    case post = "POST"
    /// Replace.
    case put = "PUT"
    /// Change.
    case patch = "PATCH"
    /// Remove.
    case delete = "DELETE"
    /// Ask what is allowed; the server answers these itself.
    case options = "OPTIONS"
  }

  /// A name and a value from a query, both decoded.
  public struct QueryItem: Hashable, Sendable {
    /// What stands before the `=`.
    public let name: String

    /// What stands after it; empty without one.
    public let value: String
  }

  /// What is asked for.
  public let method: Method

  /// The path, decoded once, with `.` and `..` resolved; it begins with `/`.
  public let path: String

  /// The query in its order.
  public let query: [QueryItem]

  /// The headers that the server passes on.
  public let headers: HTTPHeaders

  /// The body, whole; empty without one.
  public let body: [UInt8]

  /// What the sender may do.
  public let role: Role

  /// Where it comes from.
  public let peer: PeerAddress

  /// The first value of a name in the query.
  ///
  /// - Parameter name: The name, decoded.
  /// - Returns: The value, or nil without such a name.
  public func queryValue(_ name: String) -> String? {
    query.first { $0.name == name }?.value
  }
}
