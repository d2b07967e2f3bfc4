/// What waits to go out on one connection, besides the newest position frame, which waits with its
/// group: bounded in number and bytes, oldest events first to go.
///
/// The bytes are those behind the next to go: an answer that is itself larger than the limit, as a
/// greeting that lists a great fleet, goes out when nothing stands before it.
struct Outbox {
  /// What may be left out.
  enum Importance {
    /// An answer to somebody who asked: never left out.
    case answer

    /// News: the oldest is left out when there is no room.
    case event
  }

  /// What became of something offered.
  enum Offer: Equatable {
    /// It waits; so many older events gave way.
    case queued(dropped: Int)

    /// It is itself left out: it is larger than all the room, or only answers stand before it.
    case refused

    /// The answers alone are over the limit: the peer asks and does not read.
    case overflow
  }

  private struct Entry {
    let frame: SharedFrame
    let importance: Importance
  }

  private var entries: [Entry] = []
  private var head = 0

  /// Bytes that wait.
  private(set) var byteCount = 0

  /// Whether nothing waits.
  var isEmpty: Bool { head == entries.count }

  /// How many wait.
  var count: Int { entries.count - head }

  /// The next to go.
  var first: SharedFrame? { isEmpty ? nil : entries[head].frame }

  /// Adds something, making room where that is allowed.
  ///
  /// - Parameters:
  ///   - frame: The message.
  ///   - importance: Whether it may be left out.
  ///   - maximumCount: How many may wait.
  ///   - maximumBytes: How many bytes may wait behind the next to go.
  /// - Returns: What became of it.
  mutating func offer(
    _ frame: SharedFrame, _ importance: Importance, maximumCount: Int, maximumBytes: Int
  ) -> Offer {
    var dropped = 0
    while count >= maximumCount
      || !hasRoom(for: frame, importance, maximumBytes: maximumBytes)
    {
      guard dropOldestEvent() else {
        return importance == .answer ? .overflow : .refused
      }
      dropped += 1
    }
    entries.append(Entry(frame: frame, importance: importance))
    byteCount += frame.bytes.count
    return .queued(dropped: dropped)
  }

  /// Takes out the next to go.
  mutating func removeFirst() {
    guard !isEmpty else { return }
    byteCount -= entries[head].frame.bytes.count
    head += 1
    if head > 32, head * 2 > entries.count {
      entries.removeFirst(head)
      head = 0
    }
  }

  private func hasRoom(
    for frame: SharedFrame, _ importance: Importance, maximumBytes: Int
  ) -> Bool {
    guard let first else { return importance == .answer || frame.bytes.count <= maximumBytes }
    return byteCount - first.bytes.count + frame.bytes.count <= maximumBytes
  }

  private mutating func dropOldestEvent() -> Bool {
    guard let index = entries[head...].firstIndex(where: { $0.importance == .event }) else {
      return false
    }
    byteCount -= entries[index].frame.bytes.count
    entries.remove(at: index)
    return true
  }
}
