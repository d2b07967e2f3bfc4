/// The status line and headers of an answer, as bytes.
enum ResponseHead {
  private static let reasons = [
    101: "Switching Protocols", 200: "OK", 201: "Created", 202: "Accepted", 204: "No Content",
    301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict",
    411: "Length Required", 413: "Content Too Large", 415: "Unsupported Media Type",
    422: "Unprocessable Content", 426: "Upgrade Required", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented",
    503: "Service Unavailable", 507: "Insufficient Storage",
  ]

  /// How the end of a body is known.
  enum Length {
    /// By a count given before it.
    case known(Int)

    /// By a last part of length nothing.
    case chunked

    /// By the connection's end.
    case untilClose

    /// There is none.
    case none
  }

  /// Writes a head.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - headers: The application's and the server's headers.
  ///   - length: How the end of the body is known.
  ///   - keepsAlive: Whether the connection stays open.
  /// - Returns: The bytes, the empty line included.
  static func bytes(
    status: Int, headers: [HTTPResponse.Header], length: Length, keepsAlive: Bool
  ) -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(reasons[status] ?? "Status")\r\n"
    for header in headers {
      text += "\(singleLine(header.name)): \(singleLine(header.value))\r\n"
    }
    switch length {
    case .known(let count): text += "Content-Length: \(count)\r\n"
    case .chunked: text += "Transfer-Encoding: chunked\r\n"
    case .untilClose, .none: break
    }
    text += "Connection: \(keepsAlive ? "keep-alive" : "close")\r\n\r\n"
    return Array(text.utf8)
  }

  /// Takes out line breaks and other controls, so that no value can add a header.
  private static func singleLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return text }
    return String(decoding: text.utf8.filter { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
  }
}
