/// The connections of one group on one service thread, with the frames they are due.
///
/// The members lie in one flat piece of memory; walking it costs no reference count and no
/// allocation.
// Safe: the table that owns the records takes a record out of its group before freeing it.
@safe final class FanOutMembers {
  /// The newest frame and its number; nil before the first.
  private(set) var newest: SharedFrame?

  /// The newest frame that stands alone.
  private(set) var newestFull: SharedFrame?
  private(set) var newestFullNumber: UInt64 = 0

  /// Frames so far.
  private(set) var number: UInt64 = 0

  /// Members whose socket is full.
  var busyCount = 0

  private var members: UnsafeMutableBufferPointer<RecordPointer>
  private(set) var count = 0
  private var start = 0

  init() {
    unsafe members = .allocate(capacity: 16)
  }

  deinit {
    unsafe members.deallocate()
  }

  /// Makes a frame the one that is due.
  func publish(_ frame: SharedFrame) {
    number += 1
    newest = frame
    if frame.extent == .full {
      newestFull = frame
      newestFullNumber = number
    }
  }

  /// The frame that a member is due, given the last it was sent.
  ///
  /// - Parameter last: The number of that frame.
  /// - Returns: The frame and its number; nil when there is none newer that it can use.
  func due(after last: UInt64) -> (frame: SharedFrame, number: UInt64)? {
    guard last < number, let newest else { return nil }
    if newest.extent == .full || last + 1 == number { return (newest, number) }
    guard let newestFull, newestFullNumber > last else { return nil }
    return (newestFull, newestFullNumber)
  }

  /// Takes in a member.
  func insert(_ record: RecordPointer, groupIndex: Int32) {
    if unsafe count == members.count {
      let larger = UnsafeMutableBufferPointer<RecordPointer>.allocate(capacity: count * 2)
      _ = unsafe larger.initialize(fromContentsOf: members)
      unsafe members.deallocate()
      unsafe members = larger
    }
    unsafe members.initializeElement(at: count, to: record)
    unsafe record.pointee.groupIndex = groupIndex
    unsafe record.pointee.placeInGroup = Int32(count)
    if unsafe record.pointee.isBusy { busyCount += 1 }
    count += 1
  }

  /// Lets a member go; the last one takes its place.
  func remove(_ record: RecordPointer) {
    let place = unsafe Int(record.pointee.placeInGroup)
    count -= 1
    let last = unsafe members[count]
    unsafe members[place] = last
    unsafe last.pointee.placeInGroup = Int32(place)
    unsafe record.pointee.groupIndex = -1
    unsafe record.pointee.placeInGroup = -1
    if unsafe record.pointee.isBusy { busyCount -= 1 }
  }

  /// Visits the members, beginning elsewhere each time, so that the same ones are not always last.
  func visitAll(_ visit: (RecordPointer) -> Void) {
    guard count > 0 else { return }
    // The golden section never falls into step with a small count.
    start = (start + max(1, count * 618 / 1_000)) % count
    let first = start
    for index in first..<count { unsafe visit(members[index]) }
    for index in 0..<first { unsafe visit(members[index]) }
  }
}
