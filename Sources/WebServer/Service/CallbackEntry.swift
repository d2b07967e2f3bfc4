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

/// A timer of the library's, with who it is for; the library knows only its first part.
// Safe: the owner is borrowed and outlives the timer, which it cancels with the context.
@safe struct ServiceTimer {
  var entry = unsafe lws_sorted_usec_list_t()
  let owner: Unmanaged<WebServer>

  /// Asks for a call of the owner's `sweep` after a while.
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
        let owner = unsafe UnsafeRawPointer(entry)
          .assumingMemoryBound(to: ServiceTimer.self).pointee.owner
        unsafe owner.takeUnretainedValue().assumeIsolated { $0.sweep() }
      }, lws_usec_t(microseconds))
  }
}
