import DashboardProtocol

/// The newest events as they went out, for readers that come back.
struct EventRing {
  /// An event as it went out.
  struct Entry {
    var event: EventMessage
    /// As a notification.
    var message: [UInt8]
    /// As a Server-Sent Event.
    var feed: [UInt8]

    var sequence: UInt64 { event.sequence }
  }

  private var entries: [Entry] = []
  private var start = 0
  private let capacity: Int
  /// The newest sequence that was let go, or 0.
  private(set) var lostThrough: UInt64 = 0

  /// Makes an empty ring of a capacity of at least 1.
  init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  /// Adds the newest event; the oldest goes when the ring is full.
  mutating func append(_ entry: Entry) {
    if entries.count < capacity {
      entries.append(entry)
    } else {
      lostThrough = entries[start].sequence
      entries[start] = entry
      start = (start + 1) % capacity
    }
  }

  /// The events, oldest first.
  var ordered: ArraySlice<Entry> { entries[start...] + entries[..<start] }

  /// The events after a sequence, oldest first, and the sequences that were asked for in vain.
  func events(after sequence: UInt64) -> (events: [Entry], lost: ClosedRange<UInt64>?) {
    let ordered = ordered
    let lost = sequence < lostThrough ? sequence + 1...lostThrough : nil
    return (ordered.filter { $0.sequence > sequence }, lost)
  }
}
