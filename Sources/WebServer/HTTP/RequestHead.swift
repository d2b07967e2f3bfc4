/// A request's first line and headers, read out of the library before it reuses the memory.
struct RequestHead: Sendable {
  var method: HTTPRequest.Method
  var path: String
  var query: [HTTPRequest.QueryItem]
  var headers: HTTPHeaders

  /// Whether the path was UTF-8; what was not is replaced in `path`.
  var hasValidPath: Bool

  /// Whether the peer speaks HTTP/1.1; if not it is HTTP/1.0.
  var isVersion11: Bool

  /// Whether the connection stays open after the answer, by the rules the library applies.
  var keepsAlive: Bool {
    let asked = headers["connection"]?.lowercased()
    if asked == "keep-alive" { return true }
    return asked == "close" ? false : isVersion11
  }
}
