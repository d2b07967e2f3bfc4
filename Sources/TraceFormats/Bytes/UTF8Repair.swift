/// Makes sound UTF-8 of bytes that claim to be it: what is no UTF-8 is read as Windows-1252.
///
/// One name in a wrong encoding is then no fault of the document, whatever the pieces it comes in.
struct UTF8Repair {
  /// Whether something was repaired so far.
  private(set) var hasRepaired = false
  /// The beginning of a character that the end of a piece cut.
  private var pending: [UInt8] = []

  /// Whether a piece may be taken as it is: nothing waits, and it is plain ASCII.
  func passes(_ piece: Span<UInt8>) -> Bool {
    guard pending.isEmpty else { return false }
    var index = 0
    // 32 bytes at a time, since this sees every byte of a file; in bounds by the loop's condition.
    while index + 32 <= piece.count {
      let bits = unsafe piece.bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: index, as: SIMD4<UInt64>.self)
      if bits & 0x8080_8080_8080_8080 != .zero { return false }
      index += 32
    }
    while index < piece.count {
      if piece[index] >= 0x80 { return false }
      index += 1
    }
    return true
  }

  /// Appends a piece, repaired, to a buffer; a character that it cuts waits for the next piece.
  mutating func append(_ piece: Span<UInt8>, to output: inout [UInt8]) {
    var bytes = pending
    pending = []
    for index in piece.indices { bytes.append(piece[index]) }
    var index = 0
    while index < bytes.count {
      let length = Self.length(bytes[index])
      guard length > 1 else {
        append(bytes[index], isSound: length == 1, to: &output)
        index += 1
        continue
      }
      let end = min(index + length, bytes.count)
      if Self.isSound(bytes[index..<end]) {
        if end < index + length {
          pending = Array(bytes[index...])
          return
        }
        output += bytes[index..<end]
        index = end
      } else {
        append(bytes[index], isSound: false, to: &output)
        index += 1
      }
    }
  }

  /// Appends what still waits at the end of the document.
  mutating func finish(to output: inout [UInt8]) {
    for byte in pending { append(byte, isSound: false, to: &output) }
    pending = []
  }

  private mutating func append(_ byte: UInt8, isSound: Bool, to output: inout [UInt8]) {
    if isSound {
      output.append(byte)
    } else {
      hasRepaired = true
      output.append(contentsOf: String(Windows1252.scalar(byte)).utf8)
    }
  }

  /// How many bytes a character has that begins with a byte, or 0 when none does.
  private static func length(_ byte: UInt8) -> Int {
    switch byte {
    case 0..<0x80: 1
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 0
    }
  }

  /// Whether some bytes are a character, or the beginning of one.
  private static func isSound(_ bytes: ArraySlice<UInt8>) -> Bool {
    let first = bytes[bytes.startIndex]
    for (place, byte) in bytes.dropFirst().enumerated() {
      // The second byte alone tells overlong forms, surrogates and what is beyond Unicode.
      let range: ClosedRange<UInt8> =
        switch (place, first) {
        case (0, 0xE0): 0xA0...0xBF
        case (0, 0xED): 0x80...0x9F
        case (0, 0xF0): 0x90...0xBF
        case (0, 0xF4): 0x80...0x8F
        default: 0x80...0xBF
        }
      if !range.contains(byte) { return false }
    }
    return true
  }
}
