/// The bytes before a payload that a server sends: RFC 6455, section 5.2, without a mask.
struct FrameHeader {
  /// The header: 2, 4 or 10 bytes.
  let bytes: [UInt8]

  /// Describes a whole message in one frame.
  ///
  /// - Parameters:
  ///   - opcode: 1 text, 2 binary, 9 ping.
  ///   - payloadCount: The payload's length in bytes.
  init(opcode: UInt8, payloadCount: Int) {
    let final: UInt8 = 0x80
    switch payloadCount {
    case ..<126:
      bytes = [final | opcode, UInt8(payloadCount)]
    case ..<65_536:
      bytes = [final | opcode, 126, UInt8(payloadCount >> 8), UInt8(payloadCount & 0xFF)]
    default:
      let length = (0..<8).map { UInt8(truncatingIfNeeded: payloadCount >> (56 - 8 * $0)) }
      bytes = [final | opcode, 127] + length
    }
  }
}
