import CLibWebSockets
import Glibc

/// Owns one libwebsockets context and what it points to. Made, used and freed on one thread.
// Safe: the pointers stay inside, and every one of them lives as long as the context does.
@safe final class ServiceContext {
  /// What a context is for.
  struct Settings {
    /// The one protocol that is spoken.
    var subprotocol: String
    /// What is read of a WebSocket at once; each open one holds a buffer of this size.
    var readBytes: Int
    var headerSeconds: Int
    var headerBytes: Int
    /// Headers of how many connections can be parsed at once.
    var headerPool: Int
    var tls: WebServerConfiguration.TLS?
    var isClient: Bool
  }

  /// The library's handle, valid until `deinit`.
  let handle: OpaquePointer

  /// Where connections are adopted or made; the context owns it.
  let virtualHost: OpaquePointer

  /// Tells which descriptors are ready, in a time that does not grow with their number as `poll` does.
  private let loop: OpaquePointer

  private let protocols: UnsafeMutablePointer<lws_protocols>
  private let texts: [UnsafeMutablePointer<CChar>]

  /// Makes a context that listens nowhere.
  ///
  /// - Parameters:
  ///   - settings: What it is for.
  ///   - owner: Handed to every callback. Borrowed: it outlives the context.
  /// - Throws: `WebServerError` when a certificate does not fit or memory is short.
  init(_ settings: Settings, owner: UnsafeMutableRawPointer) throws(WebServerError) {
    var texts: [UnsafeMutablePointer<CChar>] = unsafe []
    func keep(_ text: String) -> UnsafePointer<CChar>? {
      guard let copy = unsafe strdup(text) else { return nil }
      unsafe texts.append(copy)
      return unsafe UnsafePointer(copy)
    }
    let protocols = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 2)
    unsafe protocols.initialize(repeating: lws_protocols(), count: 2)
    unsafe protocols[0].name = keep(settings.subprotocol)
    if settings.isClient {
      unsafe protocols[0].callback = clientCallback
    } else {
      unsafe protocols[0].callback = serverCallback
    }
    unsafe protocols[0].rx_buffer_size = settings.readBytes
    // Large: the library would cut a write into pieces of this size.
    unsafe protocols[0].tx_packet_size = 1 << 30

    var info = unsafe lws_context_creation_info()
    unsafe info.port = settings.isClient ? CONTEXT_PORT_NO_LISTEN : CONTEXT_PORT_NO_LISTEN_SERVER
    unsafe info.protocols = UnsafePointer(protocols)
    unsafe info.user = owner
    unsafe info.gid = -1
    unsafe info.uid = -1
    unsafe info.vhost_name = keep("rastro")
    unsafe info.timeout_secs = UInt32(max(1, settings.headerSeconds))
    unsafe info.timeout_secs_ah_idle = UInt32(max(1, settings.headerSeconds))
    unsafe info.keepalive_timeout = 30
    unsafe info.max_http_header_data2 = UInt32(settings.headerBytes)
    unsafe info.max_http_header_pool2 = UInt32(settings.headerPool)
    unsafe info.pt_serv_buf_size = 65_536
    unsafe info.options =
      UInt64(LWS_SERVER_OPTION_VALIDATE_UTF8) | UInt64(LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME)
      | UInt64(LWS_SERVER_OPTION_LIBEV)
    if let tls = settings.tls {
      unsafe info.options |= UInt64(LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT)
      if !settings.isClient {
        unsafe info.ssl_cert_filepath = keep(tls.certificate)
        unsafe info.ssl_private_key_filepath = keep(tls.key)
        // Over HTTP/2 a stream has no socket of its own.
        unsafe info.alpn = keep("http/1.1")
      }
    }
    lws_set_log_level(0, nil)
    let loop = unsafe ev_loop_new(0)
    let handle = unsafe loop.flatMap { unsafe Self.makeContext(&info, on: $0) }
    let virtualHost = unsafe handle.flatMap { unsafe lws_get_vhost_by_name($0, "rastro") }
    guard let loop = unsafe loop, let handle = unsafe handle, let virtualHost = unsafe virtualHost
    else {
      if let handle = unsafe handle { unsafe lws_context_destroy(handle) }
      if let loop = unsafe loop { unsafe ev_loop_destroy(loop) }
      unsafe protocols.deallocate()
      while let text = unsafe texts.popLast() { unsafe free(text) }
      throw settings.tls.map {
        WebServerError(
          .badCertificate,
          "the certificate \($0.certificate) or key \($0.key) cannot be used; both must be PEM and fit"
        )
      }
        ?? WebServerError(
          .system,
          "libwebsockets made no context: memory or descriptors are short, or its part for libev is missing (apt-get install libwebsockets-evlib-ev)"
        )
    }
    unsafe self.loop = loop
    unsafe self.handle = handle
    unsafe self.virtualHost = virtualHost
    unsafe self.protocols = protocols
    unsafe self.texts = texts
  }

  /// Serves whatever is due, waiting for it if nothing is.
  func serve() { unsafe ev_run(loop, Int32(EVRUN_ONCE)) }

  private static func makeContext(
    _ info: inout lws_context_creation_info, on loop: OpaquePointer
  ) -> OpaquePointer? {
    var loops = unsafe UnsafeMutableRawPointer?(UnsafeMutableRawPointer(loop))
    return unsafe withUnsafeMutablePointer(to: &loops) { loops in
      unsafe info.foreign_loops = loops
      let handle = unsafe lws_create_context(&info)
      // The library looks at its timers after it has served something, and only then.
      if let handle = unsafe handle { unsafe lws_cancel_service(handle) }
      return unsafe handle
    }
  }

  deinit {
    unsafe lws_context_destroy(handle)
    unsafe ev_loop_destroy(loop)
    unsafe protocols.deallocate()
    for index in unsafe texts.indices { unsafe free(texts[index]) }
  }
}
