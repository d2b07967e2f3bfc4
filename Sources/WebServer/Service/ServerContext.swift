import CLibWebSockets
import Glibc

/// Owns one libwebsockets context and what it points to. Made, used and freed on one thread.
// Safe: the pointers stay inside, and every one of them lives as long as the context does.
@safe final class ServerContext {
  /// The library's handle, valid until `deinit`.
  let handle: OpaquePointer

  /// Where connections are adopted; the context owns it.
  let virtualHost: OpaquePointer

  private let protocols: UnsafeMutablePointer<lws_protocols>
  private let texts: [UnsafeMutablePointer<CChar>]

  /// Makes a context that listens nowhere.
  ///
  /// - Parameters:
  ///   - configuration: What is served, and how.
  ///   - owner: Handed to every callback. Borrowed: it outlives the context.
  /// - Throws: `WebServerError` when a certificate does not fit or memory is short.
  init(
    _ configuration: WebServerConfiguration, owner: UnsafeMutableRawPointer
  ) throws(WebServerError) {
    var texts: [UnsafeMutablePointer<CChar>] = unsafe []
    func keep(_ text: String) -> UnsafePointer<CChar>? {
      guard let copy = unsafe strdup(text) else { return nil }
      unsafe texts.append(copy)
      return unsafe UnsafePointer(copy)
    }
    let limits = configuration.limits
    let protocols = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 2)
    unsafe protocols.initialize(repeating: lws_protocols(), count: 2)
    unsafe protocols[0].name = keep(configuration.subprotocol)
    unsafe protocols[0].callback = serverCallback
    // Small: each open WebSocket holds a buffer of this size; control frames need 125 bytes.
    unsafe protocols[0].rx_buffer_size = 128
    // Large: the library would cut a write into pieces of this size.
    unsafe protocols[0].tx_packet_size = 1 << 30

    var info = unsafe lws_context_creation_info()
    unsafe info.port = CONTEXT_PORT_NO_LISTEN_SERVER
    unsafe info.protocols = UnsafePointer(protocols)
    unsafe info.user = owner
    unsafe info.gid = -1
    unsafe info.uid = -1
    unsafe info.vhost_name = keep("rastro")
    unsafe info.timeout_secs = UInt32(max(1, limits.headerTime.components.seconds))
    unsafe info.timeout_secs_ah_idle = UInt32(max(1, limits.headerTime.components.seconds))
    unsafe info.keepalive_timeout = 30
    unsafe info.max_http_header_data2 = UInt32(limits.headerBytes)
    unsafe info.max_http_header_pool2 = UInt32(limits.connections)
    unsafe info.pt_serv_buf_size = 65_536
    unsafe info.options =
      UInt64(LWS_SERVER_OPTION_VALIDATE_UTF8) | UInt64(LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME)
    if let tls = configuration.tls {
      unsafe info.options |= UInt64(LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT)
      unsafe info.ssl_cert_filepath = keep(tls.certificate)
      unsafe info.ssl_private_key_filepath = keep(tls.key)
      // Over HTTP/2 a stream has no socket of its own.
      unsafe info.alpn = keep("http/1.1")
    }
    lws_set_log_level(0, nil)
    let handle = unsafe lws_create_context(&info)
    let virtualHost = unsafe handle.flatMap { unsafe lws_get_vhost_by_name($0, "rastro") }
    guard let handle = unsafe handle, let virtualHost = unsafe virtualHost else {
      if let handle = unsafe handle { unsafe lws_context_destroy(handle) }
      unsafe protocols.deallocate()
      while let text = unsafe texts.popLast() { unsafe free(text) }
      throw configuration.tls.map {
        WebServerError(
          .badCertificate,
          "the certificate \($0.certificate) or key \($0.key) cannot be used; both must be PEM and fit"
        )
      } ?? WebServerError(.system, "libwebsockets made no context: memory or descriptors are short")
    }
    unsafe self.handle = handle
    unsafe self.virtualHost = virtualHost
    unsafe self.protocols = protocols
    unsafe self.texts = texts
  }

  /// Serves whatever is due, waiting for it if nothing is.
  func serve() { unsafe lws_service(handle, 0) }

  deinit {
    unsafe lws_context_destroy(handle)
    unsafe protocols.deallocate()
    for index in unsafe texts.indices { unsafe free(texts[index]) }
  }
}
