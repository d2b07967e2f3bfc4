import CLibWebSockets

/// One client as its service thread keeps it.
// Safe: `wsi` is nil before the library makes it and after its destroy callback.
@safe struct ClientRecord {
  /// How far a client has come.
  enum Stage: UInt8 {
    case waiting
    case connecting
    case open
    case ended
    case failed
  }

  let number: Int

  /// The library's handle. Borrowed: the library frees it after the destroy callback.
  var wsi: OpaquePointer?

  var stage = Stage.waiting
  var reading: WebSocketClientOptions.Reading

  /// Of the message under way: its bytes so far and its first eight.
  var count = 0
  var stamp: UInt64 = 0

  /// A text message under way.
  var text: [UInt8] = []

  /// What it may still read now, when its reading is limited.
  var budget = 0

  /// What waits to be sent.
  var outgoing: [[UInt8]] = []

  var messages = 0
  var bytes = 0
}
