import StreamMetrics

/// What became of the frames that each connection was offered, asked again and again while they go on.
///
/// No count ever falls: a connection that has gone keeps what it was sent, and loses the rest.
struct SocketTally {
  /// What the server last said of one connection.
  private struct Figures {
    var sent: UInt64 = 0
    var replaced: UInt64 = 0
    var isOpen = true
  }

  private var connections: [Figures] = []

  /// Takes what the server says of a connection now.
  ///
  /// - Parameters:
  ///   - index: Which connection; they are counted from 0 in the order in which they came.
  ///   - sent: Frames given to its socket so far and frames that newer ones replaced so far, or nil when
  ///     it has gone.
  mutating func update(_ index: Int, _ sent: (sent: Int, replaced: Int)?) {
    while connections.count <= index { connections.append(Figures()) }
    guard let sent else {
      connections[index].isOpen = false
      return
    }
    connections[index].sent = UInt64(sent.sent)
    connections[index].replaced = UInt64(sent.replaced)
  }

  /// The counts of all connections.
  ///
  /// - Parameter frames: Frames made so far, read after the last update, so that it covers all that the
  ///   server has sent.
  /// - Returns: Delivered is what was given to a socket, dropped what a newer frame replaced; the rest waits.
  func counters(frames: UInt64) -> StageCounters {
    connections.reduce(into: StageCounters()) { sum, figures in
      let rest = frames - min(frames, figures.sent)
      let dropped = figures.isOpen ? min(rest, figures.replaced) : rest
      sum += StageCounters(
        delivered: min(frames, figures.sent), dropped: dropped, pending: rest - dropped)
    }
  }
}
