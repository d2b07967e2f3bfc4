import CZlib

/// Compression of answers.
enum Gzip {
  /// Bodies below this gain nothing.
  static let minimumCount = 1_024

  /// Bodies above this would keep the peer waiting.
  static let maximumCount = 32 << 20

  /// Whether a peer takes gzip: RFC 9110, section 12.5.3.
  ///
  /// - Parameter header: The Accept-Encoding header.
  /// - Returns: Whether gzip is among what it takes.
  static func isAccepted(by header: String?) -> Bool {
    guard let header else { return false }
    for part in header.lowercased().split(separator: ",") {
      let pieces = part.split(separator: ";").map { $0.filter { $0 != " " } }
      guard let name = pieces.first, name == "gzip" || name == "*" else { continue }
      let quality = pieces.dropFirst().first { $0.hasPrefix("q=") }
      return quality.map { (Double($0.dropFirst(2)) ?? 0) > 0 } ?? true
    }
    return false
  }

  /// Compresses.
  ///
  /// - Parameter bytes: The body.
  /// - Returns: The gzip stream, or nil when it would not be smaller.
  static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= minimumCount, bytes.count <= maximumCount else { return nil }
    var stream = unsafe z_stream()
    // Window bits of 15, plus 16 for a gzip header.
    guard unsafe CZlib_deflateInit2(&stream, 6, 31) == Z_OK else { return nil }
    defer { unsafe deflateEnd(&stream) }
    let packed = unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
      unsafe bytes.withUnsafeBufferPointer { input in
        // zlib's input pointer is not const in its header, yet zlib does not write through it.
        unsafe stream.next_in = unsafe UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.avail_in = uInt(input.count)
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = uInt(output.count)
        let isWhole = unsafe deflate(&stream, Z_FINISH) == Z_STREAM_END
        count = unsafe isWhole ? Int(stream.total_out) : 0
      }
    }
    return packed.isEmpty ? nil : packed
  }
}
