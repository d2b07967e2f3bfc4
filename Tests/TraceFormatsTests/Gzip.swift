import CZlib

/// Makes gzip files for tests.
enum Gzip {
  struct Failure: Error {}

  /// Compresses some bytes.
  static func of(_ bytes: [UInt8]) throws -> [UInt8] {
    try deflated { write in _ = try write(bytes, true) }
  }

  /// Compresses a beginning and then mebibytes of one byte, of which only one is really compressed: a
  /// block after a full flush stands for itself, so that it may be repeated. The checksum is missing.
  static func of(
    mebibytes count: Int, of filler: UInt8, after beginning: [UInt8]
  ) throws -> [UInt8] {
    let mebibyte = [UInt8](repeating: filler, count: 1 << 20)
    var block: [UInt8] = []
    let whole = try deflated(flush: Z_FULL_FLUSH) { write in
      _ = try write(beginning, false)
      block = try write(mebibyte, false)
    }
    return whole + Array(repeatElement(block, count: count - 1).joined())
  }

  private static func deflated(
    flush: CInt = Z_NO_FLUSH,
    _ body: ((_ bytes: [UInt8], _ isLast: Bool) throws -> [UInt8]) throws -> Void
  ) throws -> [UInt8] {
    var stream = unsafe z_stream()
    guard unsafe CZlib_deflateInit2(&stream, 9, 31) == Z_OK else { throw Failure() }
    defer { unsafe deflateEnd(&stream) }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    try body { bytes, isLast in
      var input = bytes
      let start = output.count
      // The pointers live only while zlib uses them.
      try unsafe input.withUnsafeMutableBufferPointer { source in
        unsafe stream.next_in = source.baseAddress
        unsafe stream.avail_in = UInt32(source.count)
        var status = Z_OK
        repeat {
          let written = unsafe buffer.withUnsafeMutableBufferPointer { target in
            unsafe stream.next_out = target.baseAddress
            unsafe stream.avail_out = UInt32(target.count)
            status = unsafe deflate(&stream, isLast ? Z_FINISH : flush)
            return unsafe target.count - Int(stream.avail_out)
          }
          guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
            throw Failure()
          }
          output += buffer[..<written]
          if written < buffer.count { break }
        } while status != Z_STREAM_END
      }
      return Array(output[start...])
    }
    return output
  }
}
