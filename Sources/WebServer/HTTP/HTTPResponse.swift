/// An answer to a request.
public struct HTTPResponse: Sendable {
  /// One header line.
  public struct Header: Sendable {
    /// The name as it goes out.
    public let name: String

    /// The value; line breaks in it are taken out.
    public let value: String
  }

  /// Where the body comes from.
  public enum Body: Sendable {
    /// It is here already.
    case bytes([UInt8])

    /// It is made as it goes out. The closure runs in the request's task, which is cancelled when
    /// the peer goes; the answer ends when it returns.
    case stream(@Sendable (HTTPBodyWriter) async throws -> Void)
  }

  /// The status code, such as 200.
  public var status: Int

  /// Headers beside those the server adds itself (length, connection, security, CORS).
  public var headers: [Header]

  /// The body.
  public var body: Body

  /// Makes an answer.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - type: The content type; nil for an answer without a body.
  ///   - headers: Further headers by name and value.
  ///   - body: The body.
  public init(
    status: Int = 200, type: String? = nil, headers: [(String, String)] = [],
    body: Body = .bytes([])
  ) {
    self.status = status
    self.headers = type.map { [Header(name: "Content-Type", value: $0)] } ?? []
    self.headers += headers.map { Header(name: $0.0, value: $0.1) }
    self.body = body
  }

  /// An answer of plain text, for people.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - text: The text; a line break is added.
  /// - Returns: The answer.
  public static func text(_ status: Int, _ text: String) -> HTTPResponse {
    HTTPResponse(
      status: status, type: "text/plain; charset=utf-8", body: .bytes(Array((text + "\n").utf8)))
  }

  /// An answer of JSON.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - body: The JSON text.
  /// - Returns: The answer.
  public static func json(_ status: Int = 200, _ body: [UInt8]) -> HTTPResponse {
    HTTPResponse(status: status, type: "application/json", body: .bytes(body))
  }

  /// The first header of a name.
  ///
  /// - Parameter name: The name, in any case.
  /// - Returns: Its value.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  mutating func setIfAbsent(_ name: String, _ value: String) {
    if header(name) == nil { headers.append(Header(name: name, value: value)) }
  }
}
