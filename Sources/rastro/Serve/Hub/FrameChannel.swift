import DashboardProtocol
import Simulation
import WebServer

/// One distinct wish for position frames, and the connections that share its frames.
struct FrameChannel {
  /// A full frame comes at least so often, counted in frames.
  static let fullEvery = 10

  let wish: FrameWish
  let group: FanOutGroup
  var members: Set<Connection.ID> = []
  var filter: FrameFilter
  /// Whether the next frame must be a full one.
  var needsFull = true
  /// Whether a sample was passed over since the last frame, because the period was not over.
  var hasUnsent = true
  private var lastSent: Duration?
  private var lastColumns = PositionColumns()
  private var framesSinceFull = 0

  init(wish: FrameWish, group: FanOutGroup, numbers: [String: UInt32]) {
    self.wish = wish
    self.group = group
    filter = FrameFilter(wish, numbers: numbers)
  }

  /// Whether the period since the last frame is over; a frame may come by half a tick early, so that
  /// ticks and periods of the same length do not beat.
  func isDue(at elapsed: Duration, tick: Duration) -> Bool {
    guard let lastSent, wish.period > .zero else { return true }
    return elapsed >= lastSent + wish.period - tick / 2
  }

  /// The next frame of the channel, which counts as sent.
  mutating func frame(
    _ header: PositionFrame.Header, _ columns: PositionColumns, at elapsed: Duration
  ) -> SharedFrame {
    let frame = PositionFrame(header: header, columns: columns)
    let wanted = filter.indexes(of: columns)
    let selected = wanted.map { columns.selecting($0) } ?? columns
    hasUnsent = false
    lastSent = elapsed
    defer { lastColumns = selected }
    if !needsFull, framesSinceFull < Self.fullEvery {
      let changed = selected.changes(since: lastColumns)
      // A vehicle that has gone is told by a full frame; so is a change of most of them.
      if changed.count * 2 < selected.vehicles.count, selected.holdsAll(of: lastColumns) {
        framesSinceFull += 1
        var header = header
        header.kind = .changed
        return SharedFrame(
          .binary, PositionFrame(header: header, columns: selected).encoded(selecting: changed),
          extent: .changes, made: header.emittedNanoseconds)
      }
    }
    needsFull = false
    framesSinceFull = 0
    return SharedFrame(
      .binary, frame.encoded(selecting: wanted), made: header.emittedNanoseconds)
  }
}

extension PositionColumns {
  /// The vehicles at some indexes.
  fileprivate func selecting(_ indexes: [Int]) -> PositionColumns {
    PositionColumns(
      vehicles: indexes.map { vehicles[$0] }, latitudes: indexes.map { latitudes[$0] },
      longitudes: indexes.map { longitudes[$0] }, speeds: indexes.map { speeds[$0] },
      courses: indexes.map { courses[$0] })
  }

  /// Whether no vehicle of another has gone.
  fileprivate func holdsAll(of other: PositionColumns) -> Bool {
    vehicles == other.vehicles || Set(vehicles).isSuperset(of: other.vehicles)
  }
}
