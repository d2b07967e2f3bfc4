/// Makes the answer to an admitted request, in the request's own task: routes first, then files,
/// then what every answer carries.
struct Responder: Sendable {
  let handler: any WebServerHandler
  let files: StaticFiles
  let gatekeeper: Gatekeeper
  let contentSecurityPolicy: String

  /// Answers.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - grant: A token that came in the address, to be kept in a cookie from now on.
  /// - Returns: The answer, complete but for its length.
  @concurrent func answer(_ request: HTTPRequest, grant: String?) async -> HTTPResponse {
    var response: HTTPResponse
    if request.method == .options {
      response = preflight(request)
    } else if let grant, let redirection = redirection(request, grant: grant) {
      response = redirection
    } else if let own = await handler.request(request) {
      response = Self.compressed(own, for: request)
    } else {
      response = await files.response(to: request)
    }
    if let grant { response.headers.append(cookie(grant)) }
    finish(&response, origin: request.headers["origin"])
    return response
  }

  /// Adds what every answer carries, refusals included.
  func finish(_ response: inout HTTPResponse, origin: String?) {
    response.setIfAbsent("Content-Security-Policy", contentSecurityPolicy)
    response.setIfAbsent("X-Content-Type-Options", "nosniff")
    response.setIfAbsent("X-Frame-Options", "DENY")
    response.setIfAbsent("Referrer-Policy", "strict-origin-when-cross-origin")
    response.setIfAbsent("Cross-Origin-Opener-Policy", "same-origin")
    response.setIfAbsent("Cache-Control", "no-store")
    guard let origin, gatekeeper.isFriend(origin: origin) else {
      response.setIfAbsent("Cross-Origin-Resource-Policy", "same-origin")
      return
    }
    response.setIfAbsent("Cross-Origin-Resource-Policy", "cross-origin")
    response.setIfAbsent("Access-Control-Allow-Origin", origin)
    response.setIfAbsent("Access-Control-Allow-Credentials", "true")
    response.headers.append(.init(name: "Vary", value: "Origin"))
  }

  private func preflight(_ request: HTTPRequest) -> HTTPResponse {
    let methods = "GET, HEAD, POST, DELETE, OPTIONS"
    var headers = [("Allow", methods)]
    if gatekeeper.isFriend(origin: request.headers["origin"]) {
      headers += [
        ("Access-Control-Allow-Methods", methods),
        ("Access-Control-Allow-Headers", "Authorization, Content-Type, Last-Event-ID"),
        ("Access-Control-Max-Age", "600"),
      ]
    }
    return HTTPResponse(status: 204, headers: headers)
  }

  /// Sends a browser on to the same page without the token in its address bar; programs that take
  /// anything get their answer at once.
  private func redirection(_ request: HTTPRequest, grant: String) -> HTTPResponse? {
    guard request.method == .get, request.headers["accept"]?.contains("text/html") == true else {
      return nil
    }
    let name = request.path.hasSuffix("/") ? "" : request.path.split(separator: "/").last ?? ""
    let query = request.query.filter { $0.name != "token" }
      .map { "\(Self.escape($0.name))=\(Self.escape($0.value))" }.joined(separator: "&")
    let target = "./\(Self.escape(name))" + (query.isEmpty ? "" : "?\(query)")
    return HTTPResponse(status: 303, headers: [("Location", target)])
  }

  private func cookie(_ token: String) -> HTTPResponse.Header {
    let value =
      "\(gatekeeper.cookieName)=\(Hex.encode(token.utf8)); Path=/; HttpOnly"
      + "; SameSite=Strict\(gatekeeper.isSecure ? "; Secure" : "")"
    return .init(name: "Set-Cookie", value: value)
  }

  private static func compressed(_ response: HTTPResponse, for request: HTTPRequest) -> HTTPResponse
  {
    guard case .bytes(let body) = response.body, body.count >= Gzip.minimumCount,
      let type = response.header("Content-Type"), MIMEType.isCompressible(type),
      response.header("Content-Encoding") == nil
    else { return response }
    var response = response
    response.headers.append(.init(name: "Vary", value: "Accept-Encoding"))
    guard Gzip.isAccepted(by: request.headers["accept-encoding"]),
      let packed = Gzip.compress(body)
    else { return response }
    response.headers.append(.init(name: "Content-Encoding", value: "gzip"))
    response.body = .bytes(packed)
    return response
  }

  private static func escape(_ text: some StringProtocol) -> String {
    var escaped = ""
    for byte in text.utf8 {
      let scalar = Unicode.Scalar(byte)
      if scalar.isASCII,
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
          || "-._~".unicodeScalars.contains(scalar)
      {
        escaped.unicodeScalars.append(scalar)
      } else {
        escaped += "%" + Hex.encode([byte]).uppercased()
      }
    }
    return escaped
  }
}
