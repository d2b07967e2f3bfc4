import CLibWebSockets

/// Reads what the library has parsed of a request.
enum RequestReader {
  private static let methods: [(lws_token_indexes, HTTPRequest.Method)] = [
    (WSI_TOKEN_GET_URI, .get), (WSI_TOKEN_HEAD_URI, .head), (WSI_TOKEN_POST_URI, .post),
    (WSI_TOKEN_PUT_URI, .put), (WSI_TOKEN_PATCH_URI, .patch), (WSI_TOKEN_DELETE_URI, .delete),
    (WSI_TOKEN_OPTIONS_URI, .options),
  ]

  private static let names: [(lws_token_indexes, String)] = [
    (WSI_TOKEN_HOST, "host"), (WSI_TOKEN_ORIGIN, "origin"), (WSI_TOKEN_CONNECTION, "connection"),
    (WSI_TOKEN_UPGRADE, "upgrade"), (WSI_TOKEN_HTTP_ACCEPT, "accept"),
    (WSI_TOKEN_HTTP_ACCEPT_ENCODING, "accept-encoding"),
    (WSI_TOKEN_HTTP_ACCEPT_LANGUAGE, "accept-language"),
    (WSI_TOKEN_HTTP_AUTHORIZATION, "authorization"), (WSI_TOKEN_HTTP_COOKIE, "cookie"),
    (WSI_TOKEN_HTTP_CONTENT_LENGTH, "content-length"),
    (WSI_TOKEN_HTTP_CONTENT_TYPE, "content-type"),
    (WSI_TOKEN_HTTP_CONTENT_ENCODING, "content-encoding"),
    (WSI_TOKEN_HTTP_IF_NONE_MATCH, "if-none-match"),
    (WSI_TOKEN_HTTP_TRANSFER_ENCODING, "transfer-encoding"),
    (WSI_TOKEN_HTTP_USER_AGENT, "user-agent"),
    (WSI_TOKEN_PROTOCOL, "sec-websocket-protocol"), (WSI_TOKEN_VERSION, "sec-websocket-version"),
    (WSI_TOKEN_KEY, "sec-websocket-key"),
  ]

  /// Headers that the library has no number for; it wants the colon with the name.
  private static let customNames = ["last-event-id:", "x-requested-with:"]

  /// Reads a request's head.
  ///
  /// - Parameter wsi: A connection whose headers are parsed and not yet given back.
  /// - Returns: The head, or nil when its method is none that is known here.
  static func head(of wsi: OpaquePointer) -> RequestHead? {
    guard
      let (token, method) = methods.first(where: { unsafe lws_hdr_total_length(wsi, $0.0) > 0 }),
      let parts = unsafe fragments(of: token, wsi)
    else { return nil }
    let path = Array(parts.joined(separator: [UInt8(ascii: "&")]))
    var headers = HTTPHeaders()
    for (token, name) in names {
      if let value = unsafe value(of: token, wsi) { headers.set(name, to: value) }
    }
    for name in customNames {
      if let value = unsafe customValue(of: name, wsi) {
        headers.set(String(name.dropLast()), to: value)
      }
    }
    let query = unsafe fragments(of: WSI_TOKEN_HTTP_URI_ARGS, wsi)?.map { item(of: $0) } ?? []
    return RequestHead(
      method: method, path: String(decoding: path, as: UTF8.self),
      query: query.filter { !$0.name.isEmpty }, headers: headers,
      hasValidPath: String(validating: path, as: UTF8.self) != nil,
      isVersion11: unsafe value(of: WSI_TOKEN_HTTP, wsi)?.hasPrefix("HTTP/1.1") ?? false)
  }

  /// The value of a header, its repetitions joined by commas.
  static func value(of token: lws_token_indexes, _ wsi: OpaquePointer) -> String? {
    let count = unsafe Int(lws_hdr_total_length(wsi, token))
    guard count > 0 else { return nil }
    var buffer = [CChar](repeating: 0, count: count + 1)
    let copied = unsafe lws_hdr_copy(wsi, &buffer, Int32(buffer.count), token)
    guard copied > 0 else { return nil }
    return String(decoding: buffer.prefix(Int(copied)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func customValue(of name: String, _ wsi: OpaquePointer) -> String? {
    let nameCount = Int32(name.utf8.count)
    let count = unsafe lws_hdr_custom_length(wsi, name, nameCount)
    guard count > 0 else { return nil }
    var buffer = [CChar](repeating: 0, count: Int(count) + 1)
    let copied = unsafe lws_hdr_custom_copy(wsi, &buffer, Int32(buffer.count), name, nameCount)
    guard copied > 0 else { return nil }
    return String(decoding: buffer.prefix(Int(copied)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The parts of a path or query, which the library splits at `&` and decodes.
  private static func fragments(
    of token: lws_token_indexes, _ wsi: OpaquePointer
  ) -> [[UInt8]]? {
    let total = unsafe Int(lws_hdr_total_length(wsi, token))
    guard total > 0 else { return nil }
    var buffer = [CChar](repeating: 0, count: total + 1)
    var parts: [[UInt8]] = []
    while true {
      let count = unsafe lws_hdr_copy_fragment(
        wsi, &buffer, Int32(buffer.count), token, Int32(parts.count))
      guard count >= 0 else { return parts }
      parts.append(buffer.prefix(Int(count)).map { UInt8(bitPattern: $0) })
    }
  }

  private static func item(of bytes: [UInt8]) -> HTTPRequest.QueryItem {
    let parts = bytes.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    return HTTPRequest.QueryItem(
      name: String(decoding: parts[0], as: UTF8.self),
      value: parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : "")
  }
}
