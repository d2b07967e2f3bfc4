import Glibc

/// Makes UTF-8 of bytes in another encoding, piece by piece, by the system's iconv.
// Safe: the descriptor is made in `init`, closed in `deinit` and named by this class alone.
@safe final class EncodingConverter {
  /// Whether bytes that are no character were replaced so far.
  private(set) var hasReplaced = false
  private let descriptor: iconv_t
  /// How many bytes are left out where there is no character.
  private let unit: Int
  /// The beginning of a character that the end of a piece cut.
  private var pending: [UInt8] = []

  /// Makes a converter, unless iconv does not know the name.
  ///
  /// - Parameters:
  ///   - name: The encoding's name.
  ///   - unit: How many bytes its smallest piece has.
  init?(_ name: String, unit: Int) {
    guard let descriptor = unsafe iconv_open("UTF-8", name),
      unsafe descriptor != iconv_t(bitPattern: -1)
    else { return nil }
    unsafe self.descriptor = unsafe descriptor
    self.unit = unit
  }

  /// Makes a converter of an encoding in which ASCII is ASCII, unless it is not or iconv does not know it.
  convenience init?(extendingASCII name: String) {
    self.init(name, unit: 1)
    let sample = Array("<?xml version=\"1.0\"?>".utf8)
    var output: [UInt8] = []
    append(sample.span, to: &output)
    finish(to: &output)
    guard output == sample else { return nil }
  }

  deinit { unsafe iconv_close(descriptor) }

  /// Appends a piece, converted, to a buffer; a character that it cuts waits for the next piece.
  func append(_ piece: Span<UInt8>, to output: inout [UInt8]) {
    var input = pending
    pending = []
    for index in piece.indices { input.append(piece[index]) }
    var start = 0
    while start < input.count {
      let (taken, status) = convert(&input, from: start, to: &output)
      start += taken
      switch status {
      case E2BIG: continue
      case EINVAL:
        pending = Array(input[start...])
        return
      case EILSEQ:
        replace(to: &output)
        start += unit
      default: return
      }
    }
  }

  /// Appends what still waits at the end of the document.
  func finish(to output: inout [UInt8]) {
    if !pending.isEmpty { replace(to: &output) }
    pending = []
  }

  private func replace(to output: inout [UInt8]) {
    hasReplaced = true
    output.append(contentsOf: "\u{FFFD}".utf8)
  }

  /// Converts as much as there is room for.
  ///
  /// - Returns: How many bytes were taken, and why no more were, 0 when all were.
  private func convert(
    _ input: inout [UInt8], from start: Int, to output: inout [UInt8]
  ) -> (taken: Int, status: Int32) {
    let count = input.count - start
    // Most characters take no more bytes in UTF-8 than half as many again.
    let room = count + count / 2 + 64
    var (taken, status) = (0, Int32(0))
    let converted = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, written in
      unsafe input.withUnsafeMutableBytes { bytes in
        var source = unsafe bytes.baseAddress?.advanced(by: start)
          .assumingMemoryBound(to: CChar.self)
        var target = unsafe UnsafeMutableRawPointer(buffer.baseAddress)?
          .assumingMemoryBound(to: CChar.self)
        var (sourceLeft, targetLeft) = (count, room)
        if unsafe iconv(descriptor, &source, &sourceLeft, &target, &targetLeft)
          == -1
        {
          status = errno
        }
        taken = count - sourceLeft
        written = room - targetLeft
      }
    }
    output += converted
    return (taken, status)
  }
}
