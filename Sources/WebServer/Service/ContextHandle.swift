import CLibWebSockets

/// A libwebsockets context as other threads may hold it: to wake its thread, nothing else.
// Unchecked: lws_cancel_service is the one call the library allows from any thread, and whoever
// keeps a handle gives it up before the context is destroyed.
@safe struct ContextHandle: @unchecked Sendable {
  private let context: OpaquePointer

  init(_ context: OpaquePointer) { unsafe self.context = context }

  /// Makes the service thread look into its mailbox soon.
  func wake() { unsafe lws_cancel_service(context) }
}
