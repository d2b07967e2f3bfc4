/// The fixes of all lanes in the order of their times; at equal times those of recordings as they were
/// emitted, then the lower lane first, and within a lane as in the file.
struct MergedOrder: Sendable {
  /// The lane of each fix.
  private(set) var lanes: [UInt32] = []
  /// The index of each fix in its lane.
  private(set) var indexes: [UInt32] = []

  /// Merges lanes whose offsets never fall.
  init(_ lanes: [Lane]) {
    let count = lanes.reduce(0) { $0 + $1.offsets.count }
    guard lanes.count > 1 else { return }
    var keys: [(offset: Int64, sequence: UInt64, lane: UInt32, index: UInt32)] = []
    keys.reserveCapacity(count)
    for (number, lane) in lanes.enumerated() {
      for (index, offset) in lane.offsets.enumerated() {
        let sequence = lane.isRecording ? lane.sequences[index] : 0
        keys.append((offset, sequence, UInt32(number), UInt32(index)))
      }
    }
    // The lanes are sorted runs, which the library's sort merges without comparing all.
    keys.sort {
      ($0.offset, $0.sequence, $0.lane, $0.index) < ($1.offset, $1.sequence, $1.lane, $1.index)
    }
    self.lanes = keys.map(\.lane)
    self.indexes = keys.map(\.index)
  }
}
