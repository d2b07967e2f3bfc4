/// The CRC-16 of FIT files, a nibble at a time (FIT protocol, section "CRC").
struct FITChecksum {
  private(set) var value: UInt16 = 0

  private static let table: [UInt16] = [
    0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401,
    0xA001, 0x6C00, 0x7800, 0xB401, 0x5000, 0x9C01, 0x8801, 0x4400,
  ]

  mutating func add(_ byte: UInt8) {
    value = (value >> 4) ^ Self.table[Int(value & 0xF)] ^ Self.table[Int(byte & 0xF)]
    value = (value >> 4) ^ Self.table[Int(value & 0xF)] ^ Self.table[Int(byte >> 4)]
  }
}
