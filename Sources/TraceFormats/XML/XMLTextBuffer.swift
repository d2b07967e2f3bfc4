/// The text of one element, at an address that stays while a handler reads it.
@safe struct XMLTextBuffer: ~Copyable {
  // Made in `init` or `grow`, freed in `deinit` or `grow`, and named by this value alone.
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity = 256
  /// How many bytes it holds.
  private(set) var count = 0

  init() {
    unsafe start = .allocate(capacity: capacity)
  }

  deinit {
    unsafe start.deallocate()
  }

  /// The bytes, until the next change.
  var bytes: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: start, count: count)
  }

  /// Forgets the text.
  mutating func clear() {
    count = 0
  }

  /// Adds bytes at the end.
  @inline(__always)
  mutating func append(_ part: UnsafeBufferPointer<UInt8>) {
    guard let source = part.baseAddress else { return }
    if count + part.count > capacity { grow(to: 2 * (count + part.count)) }
    unsafe (start + count).update(from: source, count: part.count)
    count += part.count
  }

  @inline(never)
  private mutating func grow(to newCapacity: Int) {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity)
    unsafe larger.update(from: start, count: count)
    unsafe start.deallocate()
    unsafe start = unsafe larger
    capacity = newCapacity
  }
}
