/// What the data messages of one local type look like, until the file defines it anew.
struct FITDefinition {
  /// The number of the message in the FIT profile.
  var global: Int
  /// The fields of the profile, with their places in the message.
  var fields: [Field] = []
  /// Bytes of a data message behind its header, developer fields included.
  var size = 0

  struct Field {
    var number: UInt8
    var offset: Int
    var size: Int
    var type: BaseType
    var isBigEndian: Bool
  }

  /// The base types of FIT by the low bits of their number.
  enum BaseType: UInt8 {
    case enumeration
    case int8
    case uint8
    case int16
    case uint16
    case int32
    case uint32
    case string
    case float32
    case float64
    case uint8z
    case uint16z
    case uint32z
    case bytes
    case int64
    case uint64
    case uint64z
  }

  /// Bytes of the definition message at an index, its header included, or nil when it is cut off.
  static func size(_ bytes: [UInt8], at index: Int) -> Int? {
    guard index + 6 <= bytes.count else { return nil }
    let size = 6 + 3 * Int(bytes[index + 5])
    guard bytes[index] & 0x20 != 0 else { return size }
    guard index + size < bytes.count else { return nil }
    return size + 1 + 3 * Int(bytes[index + size])
  }

  /// Reads a whole definition message.
  init(_ bytes: [UInt8], at index: Int) {
    let isBigEndian = bytes[index + 2] != 0
    let high = Int(bytes[index + (isBigEndian ? 3 : 4)])
    global = high << 8 | Int(bytes[index + (isBigEndian ? 4 : 3)])
    var place = index + 6
    for _ in 0..<bytes[index + 5] {
      let fieldSize = Int(bytes[place + 1])
      if let type = BaseType(rawValue: bytes[place + 2] & 0x1F) {
        fields.append(
          Field(
            number: bytes[place], offset: size, size: fieldSize, type: type,
            isBigEndian: isBigEndian))
      }
      size += fieldSize
      place += 3
    }
    guard bytes[index] & 0x20 != 0 else { return }
    for _ in 0..<bytes[place] {
      size += Int(bytes[place + 2])
      place += 3
    }
  }
}

extension FITDefinition.Field {
  /// The whole number in a message whose fields begin at an index, or nil when it is the type's
  /// invalid value, is no whole number, or its size does not fit its type.
  func integer(_ bytes: [UInt8], at index: Int) -> Int? {
    guard let width = type.width, size >= width, size % width == 0 else { return nil }
    var raw: UInt64 = 0
    for step in 0..<width {
      let place = index + offset + (isBigEndian ? step : width - 1 - step)
      raw = raw << 8 | UInt64(bytes[place])
    }
    return type.value(raw)
  }

  /// The text in a message whose fields begin at an index, up to its first NUL.
  func text(_ bytes: [UInt8], at index: Int) -> String? {
    guard type == .string else { return nil }
    let content = bytes[index + offset..<index + offset + size].prefix { $0 != 0 }
    return content.isEmpty ? nil : String(decoding: content, as: UTF8.self)
  }
}

extension FITDefinition.BaseType {
  /// Bytes of one whole number of the type, or nil for texts and decimals.
  var width: Int? {
    switch self {
    case .enumeration, .int8, .uint8, .uint8z: 1
    case .int16, .uint16, .uint16z: 2
    case .int32, .uint32, .uint32z: 4
    case .int64, .uint64, .uint64z: 8
    case .string, .float32, .float64, .bytes: nil
    }
  }

  /// The number that some bits stand for, or nil for the type's invalid value.
  func value(_ raw: UInt64) -> Int? {
    switch self {
    case .int8: raw == 0x7F ? nil : Int(Int8(truncatingIfNeeded: raw))
    case .int16: raw == 0x7FFF ? nil : Int(Int16(truncatingIfNeeded: raw))
    case .int32: raw == 0x7FFF_FFFF ? nil : Int(Int32(truncatingIfNeeded: raw))
    case .int64: raw == 0x7FFF_FFFF_FFFF_FFFF ? nil : Int(truncatingIfNeeded: raw)
    case .enumeration, .uint8: raw == 0xFF ? nil : Int(raw)
    case .uint16: raw == 0xFFFF ? nil : Int(raw)
    case .uint32: raw == 0xFFFF_FFFF ? nil : Int(raw)
    case .uint8z, .uint16z, .uint32z: raw == 0 ? nil : Int(raw)
    case .uint64: Int(exactly: raw)
    case .uint64z: raw == 0 ? nil : Int(exactly: raw)
    case .string, .float32, .float64, .bytes: nil
    }
  }
}
