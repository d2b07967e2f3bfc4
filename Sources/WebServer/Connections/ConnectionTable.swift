/// The connections of one service thread, found by name.
// Safe: a record is freed in `remove` alone, after which no slot and no group points to it.
@safe final class ConnectionTable {
  private let shard: Int
  private var slots: [RecordPointer?]
  private var generations: [UInt32] = []
  private var free: [Int] = []

  /// How many there are.
  private(set) var count = 0

  init(shard: Int) {
    self.shard = shard
    unsafe slots = []
  }

  deinit {
    unsafe visitAll { record in
      unsafe record.deinitialize(count: 1)
      unsafe record.deallocate()
    }
  }

  /// Makes room for a connection and names it.
  ///
  /// - Parameter make: Makes the record for a name.
  /// - Returns: Where it lies until it is removed.
  func insert(_ make: (Connection.ID) -> ConnectionRecord) -> RecordPointer {
    let slot = unsafe free.popLast() ?? slots.count
    if unsafe slot == slots.count {
      unsafe slots.append(nil)
      generations.append(0)
    }
    generations[slot] &+= 1
    let id = Connection.ID(shard: shard, generation: generations[slot], slot: slot)
    let record = RecordPointer.allocate(capacity: 1)
    unsafe record.initialize(to: make(id))
    unsafe slots[slot] = record
    count += 1
    return unsafe record
  }

  /// Forgets a connection and frees its record.
  func remove(_ record: RecordPointer) {
    let slot = unsafe record.pointee.id.slot
    unsafe slots[slot] = nil
    free.append(slot)
    count -= 1
    unsafe record.deinitialize(count: 1)
    unsafe record.deallocate()
  }

  /// Finds a connection.
  ///
  /// - Parameter id: Its name.
  /// - Returns: Its record, or nil when it is gone.
  func find(_ id: Connection.ID) -> RecordPointer? {
    guard unsafe id.slot < slots.count, let record = unsafe slots[id.slot],
      unsafe record.pointee.id == id
    else { return nil }
    return unsafe record
  }

  /// Visits all; the visitor must not remove any.
  func visitAll(_ visit: (RecordPointer) -> Void) {
    for slot in unsafe slots.indices {
      if let record = unsafe slots[slot] { unsafe visit(record) }
    }
  }
}
