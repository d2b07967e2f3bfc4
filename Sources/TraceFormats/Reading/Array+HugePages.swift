import Glibc

extension Array {
  /// Asks the system for huge pages in the room that is reserved, where that is large.
  ///
  /// The first touch of a page costs as much as reading several of the fixes in it; all first touches
  /// together take four times as long with pages of 4 KiB. Where the system has no huge pages, nothing
  /// changes.
  mutating func adviseHugePages() {
    let hugePage = 1 << 21
    let length = capacity * MemoryLayout<Element>.stride
    guard length >= 2 * hugePage else { return }
    unsafe withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      // The whole huge pages between the ends of the array's own room; advice changes no byte there.
      let room = UnsafeMutableRawPointer(start)
      let first = unsafe room.alignedUp(toMultipleOf: hugePage)
      let last = unsafe (room + length).alignedDown(toMultipleOf: hugePage)
      if unsafe first < last { _ = unsafe madvise(first, last - first, MADV_HUGEPAGE) }
    }
  }
}
