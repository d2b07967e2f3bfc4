import CZlib

/// Decompresses zlib's formats by pieces; owns one `z_stream`, which no other code sees.
@safe final class Inflater {
  /// What the compressed bytes are wrapped in.
  enum Wrapper: CInt {
    /// A gzip file, of one or more members.
    case gzip = 31
    /// Nothing, as in a zip archive.
    case raw = -15
  }

  /// How far a decompression came.
  enum State {
    /// More input is needed, or more output waits.
    case running
    /// The stream is whole and ended.
    case ended
    /// The compressed bytes are damaged from here on.
    case damaged
  }

  /// The decompressed bytes of the last call of `inflate`.
  private(set) var output: [UInt8] = []
  /// How far it came.
  private(set) var state = State.running
  // Has to stay at one address, which zlib keeps in its own state; freed in deinit.
  private let stream: UnsafeMutablePointer<z_stream>
  private let wrapper: Wrapper
  private var total = 0
  private let limit: Int
  private static let capacity = 1 << 17

  /// Makes a decompressor that gives at most a number of bytes.
  init(_ wrapper: Wrapper, limit: Int) {
    self.wrapper = wrapper
    self.limit = limit
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    if unsafe CZlib_inflateInit2(stream, wrapper.rawValue) != Z_OK { state = .damaged }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deinitialize(count: 1)
    unsafe stream.deallocate()
  }

  /// Decompresses from a place in some input until the output buffer is full or the input is used up.
  ///
  /// Call it again while it returns true, from the place it left `start` at.
  ///
  /// - Parameters:
  ///   - input: The compressed bytes.
  ///   - start: Where to begin in them; moved behind what was used.
  /// - Returns: Whether there may be more without further input.
  /// - Throws: `TraceError` with code `limit` past the limit on decompressed bytes.
  func inflate(_ input: Span<UInt8>, from start: inout Int) throws(TraceError) -> Bool {
    output.removeAll(keepingCapacity: true)
    guard state == .running else { return false }
    var used = 0
    var status = Z_OK
    output = unsafe [UInt8](unsafeUninitializedCapacity: Self.capacity) { buffer, count in
      unsafe input.extracting(start..<input.count).withUnsafeBufferPointer { bytes in
        // zlib takes 32-bit counts, and does not write to its input.
        let available = min(bytes.count, 1 << 30)
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(available)
        unsafe stream.pointee.next_out = buffer.baseAddress
        unsafe stream.pointee.avail_out = UInt32(buffer.count)
        status = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
        used = unsafe available - Int(stream.pointee.avail_in)
        count = unsafe buffer.count - Int(stream.pointee.avail_out)
      }
    }
    start += used
    total += output.count
    guard total <= limit else {
      throw TraceError(.limit, "more than \(limit) bytes after decompression")
    }
    switch status {
    case Z_OK: return output.count == Self.capacity || start < input.count
    case Z_BUF_ERROR: return false
    case Z_STREAM_END: return endOfMember(input, at: start)
    default:
      state = .damaged
      return false
    }
  }

  /// A gzip file goes on when another member follows; anything else after the end is padding.
  private func endOfMember(_ input: Span<UInt8>, at index: Int) -> Bool {
    if wrapper == .gzip, index < input.count, input[index] == 0x1F,
      unsafe inflateReset(stream) == Z_OK
    {
      return true
    }
    state = .ended
    return false
  }
}
