import CLibWebSockets

// The one border where libwebsockets calls in. Each function finds the actor that owns the thread
// it is on and enters it; nothing else in this module is ever called by the library.

/// What the library tells a server about a connection, reduced to what is acted upon.
enum ServerEvent {
  case confirmUpgrade
  case request
  case body
  case bodyComplete
  case httpWriteable
  case established
  case receive
  case pong
  case peerCloses
  case writeable
  case closed
  case destroyed
  case listenerReadable
}

/// Receives everything that concerns a server's context.
func serverCallback(
  _ wsi: OpaquePointer?, _ reason: lws_callback_reasons, _ user: UnsafeMutableRawPointer?,
  _ input: UnsafeMutableRawPointer?, _ length: Int
) -> Int32 {
  guard let wsi = unsafe wsi, let event = ServerEvent(reason),
    // The context's owner: unretained, since the thread's body keeps the actor until the context
    // is destroyed.
    let owner = unsafe lws_get_context(wsi).flatMap({ unsafe lws_context_user($0) })
  else { return 0 }
  let server = unsafe Unmanaged<WebServer>.fromOpaque(owner).takeUnretainedValue()
  // Handed to an actor that is on this very thread and is done with them when the call returns.
  nonisolated(unsafe) let (handle, bytes) = unsafe (wsi, input)
  return server.assumeIsolated { server in
    unsafe server.handle(event, handle, bytes, length)
  }
}

extension ServerEvent {
  fileprivate init?(_ reason: lws_callback_reasons) {
    switch reason {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: self = .confirmUpgrade
    case LWS_CALLBACK_HTTP: self = .request
    case LWS_CALLBACK_HTTP_BODY: self = .body
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: self = .bodyComplete
    case LWS_CALLBACK_HTTP_WRITEABLE: self = .httpWriteable
    case LWS_CALLBACK_ESTABLISHED: self = .established
    case LWS_CALLBACK_RECEIVE: self = .receive
    case LWS_CALLBACK_RECEIVE_PONG: self = .pong
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: self = .peerCloses
    case LWS_CALLBACK_SERVER_WRITEABLE: self = .writeable
    case LWS_CALLBACK_CLOSED, LWS_CALLBACK_CLOSED_HTTP: self = .closed
    case LWS_CALLBACK_WSI_DESTROY: self = .destroyed
    case LWS_CALLBACK_RAW_RX_FILE: self = .listenerReadable
    default: return nil
    }
  }
}

/// A timer of the library's, with what to do; the library knows only its first part.
// Safe: what the closure captures is borrowed, and outlives the timer and its context.
@safe struct ServiceTimer {
  private var entry = unsafe lws_sorted_usec_list_t()
  private let fire: () -> Void

  /// Makes a timer.
  ///
  /// - Parameter fire: What to do on the service thread.
  init(fire: @escaping () -> Void) { self.fire = fire }

  /// Asks for a call after a while.
  ///
  /// - Parameters:
  ///   - timer: Memory that stays where it is until the context is destroyed.
  ///   - context: The context.
  ///   - microseconds: The while.
  static func schedule(
    _ timer: UnsafeMutablePointer<ServiceTimer>, on context: OpaquePointer, after microseconds: Int
  ) {
    let entry = unsafe UnsafeMutableRawPointer(timer)
      .assumingMemoryBound(to: lws_sorted_usec_list_t.self)
    unsafe lws_sul_schedule(
      context, 0, entry,
      { entry in
        guard let entry = unsafe entry else { return }
        // The entry is the timer's first field, so both begin at the same place.
        let timer = unsafe UnsafeRawPointer(entry).assumingMemoryBound(to: ServiceTimer.self)
        unsafe timer.pointee.fire()
      }, lws_usec_t(microseconds))
  }
}

/// What the library tells a client about a connection.
enum ClientEvent {
  case addHeaders
  case failed
  case established
  case receive
  case writeable
  case closed
  case destroyed
}

/// Receives everything that concerns a context of clients.
func clientCallback(
  _ wsi: OpaquePointer?, _ reason: lws_callback_reasons, _ user: UnsafeMutableRawPointer?,
  _ input: UnsafeMutableRawPointer?, _ length: Int
) -> Int32 {
  guard let wsi = unsafe wsi, let event = ClientEvent(reason),
    // Unretained, for the same reason as a server's.
    let owner = unsafe lws_get_context(wsi).flatMap({ unsafe lws_context_user($0) })
  else { return 0 }
  let clients = unsafe Unmanaged<WebSocketClients>.fromOpaque(owner).takeUnretainedValue()
  // Only carried into the closure, which runs at once on this thread.
  nonisolated(unsafe) let (handle, bytes) = unsafe (wsi, input)
  return clients.assumeIsolated { clients in
    unsafe clients.handle(event, handle, bytes, length)
  }
}

extension ClientEvent {
  fileprivate init?(_ reason: lws_callback_reasons) {
    switch reason {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER: self = .addHeaders
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR: self = .failed
    case LWS_CALLBACK_CLIENT_ESTABLISHED: self = .established
    case LWS_CALLBACK_CLIENT_RECEIVE: self = .receive
    case LWS_CALLBACK_CLIENT_WRITEABLE: self = .writeable
    case LWS_CALLBACK_CLIENT_CLOSED: self = .closed
    case LWS_CALLBACK_WSI_DESTROY: self = .destroyed
    default: return nil
    }
  }
}
