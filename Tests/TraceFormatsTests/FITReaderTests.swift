import Testing
import TraceFormats
import Tracks

struct FITReaderTests {
  /// To a millionth of a degree, since semicircles hold no round numbers.
  private func rounded(_ degrees: Double) -> Double { (degrees * 1e6).rounded() / 1e6 }

  @Test func p17_invalidValuesAreAbsentAndZeroIsAValue() throws {
    var file = FITFile()
    file.define(0, global: 20, fields: [.time, .latitude, .longitude, .altitude, .heartRate])
    file.data(0, [.u32(1000), .s32(degrees: 46.1), .s32(degrees: 7.2), .u16(2500), .u8(0xFF)])
    file.data(0, [.u32(1001), .raw32(0x7FFF_FFFF), .raw32(0x7FFF_FFFF), .u16(0xFFFF), .u8(90)])
    file.data(0, [.u32(1002), .s32(degrees: 0), .s32(degrees: 7.2), .u16(0xFFFF), .u8(0)])
    let trace = try TraceFile.read(bytes: file.bytes)

    let fixes = trace.tracks.flatMap(\.segments).flatMap(\.fixes)
    #expect(fixes.map { rounded($0.coordinate.latitude) } == [46.1, 0])
    #expect(fixes.map(\.altitude) == [0, nil])
    #expect(fixes.map(\.heartRate) == [nil, 0])
    #expect(fixes.map(\.speed) == [nil, nil])
    #expect(trace.positionless.map(\.heartRate) == [90])
    #expect(trace.skipped == 1)
  }

  @Test(arguments: [false, true])
  func byteOrderIsEachDefinitionsOwn(isBigEndian: Bool) throws {
    var file = FITFile()
    file.define(3, global: 20, fields: [.time, .latitude, .longitude], isBigEndian: isBigEndian)
    file.data(3, [.u32(1_000_000_000), .s32(degrees: -33.5), .s32(degrees: 151.25)])
    // The local type is defined anew in the other order, with developer data behind the fields.
    file.define(
      3, global: 20, fields: [.longitude, .latitude, .time], isBigEndian: !isBigEndian,
      developerBytes: 3)
    file.data(3, [.s32(degrees: 151.5), .s32(degrees: -33.25), .u32(1_000_000_001)])
    file.append([1, 2, 3])
    let trace = try TraceFile.read(bytes: file.bytes)

    let fixes = trace.tracks.flatMap(\.segments).flatMap(\.fixes)
    #expect(fixes.map { rounded($0.coordinate.latitude) } == [-33.5, -33.25])
    #expect(fixes.map { rounded($0.coordinate.longitude) } == [151.25, 151.5])
    #expect(fixes.first?.time?.iso8601Milliseconds == "2021-09-08T01:46:40.000Z")
    #expect(trace.notes.isEmpty)
  }

  @Test func compressedTimestampsCountOnAndRollOver() throws {
    var file = FITFile()
    file.define(0, global: 20, fields: [.time, .latitude, .longitude])
    file.define(1, global: 20, fields: [.latitude, .longitude])
    // 0x3B9ACA1E ends in 30 of 32.
    file.data(0, [.u32(0x3B9A_CA1E), .s32(degrees: 1), .s32(degrees: 2)])
    file.compressed(1, offset: 31, [.s32(degrees: 1), .s32(degrees: 2)])
    file.compressed(1, offset: 2, [.s32(degrees: 1), .s32(degrees: 2)])
    let times = try TraceFile.read(bytes: file.bytes).tracks.flatMap(\.segments).flatMap(\.fixes)
      .compactMap { $0.time?.secondsSince1970 }
    #expect(times.map { $0 - times[0] } == [0, 1, 4])
  }

  @Test func chainedFilesAreTracks() throws {
    var file = FITFile()
    file.define(0, global: 20, fields: [.latitude, .longitude])
    file.data(0, [.s32(degrees: 1), .s32(degrees: 2)])
    let trace = try TraceFile.read(bytes: file.bytes + file.bytes)
    #expect(trace.tracks.map(\.fixCount) == [1, 1])
  }

  @Test func wrongChecksumIsNotedAndHeaderChecksumZeroIsUnused() throws {
    var file = FITFile()
    file.define(0, global: 20, fields: [.latitude, .longitude])
    file.data(0, [.s32(degrees: 1), .s32(degrees: 2)])
    #expect(try TraceFile.read(bytes: file.bytes).notes.map(\.code) == [.untimed])
    var broken = file.bytes
    broken[broken.count - 1] ^= 1
    let trace = try TraceFile.read(bytes: broken)
    #expect(trace.notes.map(\.code) == [.badChecksum, .untimed])
    #expect(trace.tracks.map(\.fixCount) == [1])
  }

  @Test func fieldWhoseSizeDoesNotFitItsTypeIsPassedOver() throws {
    var file = FITFile()
    file.define(
      0, global: 20, fields: [.latitude, .longitude, .init(number: 2, size: 3, type: 0x84)])
    file.data(0, [.s32(degrees: 1), .s32(degrees: 2)])
    file.append([1, 2, 3])
    let fixes = try TraceFile.read(bytes: file.bytes).tracks.flatMap(\.segments).flatMap(\.fixes)
    #expect(fixes.map { rounded($0.coordinate.latitude) } == [1])
    #expect(fixes.map(\.altitude) == [nil])
  }

  @Test func timesSinceThePowerUpAreSuspect() throws {
    var file = FITFile()
    file.define(0, global: 20, fields: [.time, .latitude, .longitude])
    file.data(0, [.u32(5), .s32(degrees: 1), .s32(degrees: 2)])
    let trace = try TraceFile.read(bytes: file.bytes)
    #expect(trace.notes.map(\.code) == [.suspectDate])
  }

  @Test func everyLengthOfAFileIsReadAsFarAsItGoes() throws {
    var file = FITFile()
    file.define(0, global: 20, fields: [.time, .latitude, .longitude])
    for second in 0..<5 {
      file.data(0, [.u32(1_000_000_000 + UInt32(second)), .s32(degrees: 1), .s32(degrees: 2)])
    }
    let points = try Reading.atEveryLength(file.bytes)
    #expect(points.last == 5)
    #expect(zip(points, points.dropFirst()).allSatisfy { $0 <= $1 })
    let cut = try TraceFile.read(bytes: Array(file.bytes.dropLast(5)))
    #expect(cut.tracks.map(\.fixCount) == [4])
    #expect(cut.notes.map(\.code) == [.truncated])
  }
}

/// Builds a FIT file message by message.
private struct FITFile {
  private var records: [UInt8] = []
  private var isBigEndian = [Bool](repeating: false, count: 16)

  struct Field {
    var number: UInt8
    var size: UInt8
    var type: UInt8

    static let time = Field(number: 253, size: 4, type: 0x86)
    static let latitude = Field(number: 0, size: 4, type: 0x85)
    static let longitude = Field(number: 1, size: 4, type: 0x85)
    static let altitude = Field(number: 2, size: 2, type: 0x84)
    static let heartRate = Field(number: 3, size: 1, type: 0x02)
  }

  struct Value {
    var bits: UInt32
    var size: Int

    static func u8(_ value: UInt8) -> Value { Value(bits: UInt32(value), size: 1) }
    static func u16(_ value: UInt16) -> Value { Value(bits: UInt32(value), size: 2) }
    static func u32(_ value: UInt32) -> Value { Value(bits: value, size: 4) }
    static func raw32(_ bits: UInt32) -> Value { Value(bits: bits, size: 4) }
    static func s32(degrees: Double) -> Value {
      Value(bits: UInt32(bitPattern: Int32((degrees / 180 * 2_147_483_648).rounded())), size: 4)
    }
  }

  mutating func define(
    _ local: UInt8, global: UInt16, fields: [Field], isBigEndian: Bool = false,
    developerBytes: UInt8? = nil
  ) {
    self.isBigEndian[Int(local)] = isBigEndian
    let (low, high) = (UInt8(global & 0xFF), UInt8(global >> 8))
    records += [0x40 | local | (developerBytes == nil ? 0 : 0x20), 0, isBigEndian ? 1 : 0]
    records += isBigEndian ? [high, low] : [low, high]
    records.append(UInt8(fields.count))
    for field in fields { records += [field.number, field.size, field.type] }
    if let developerBytes { records += [1, 0, developerBytes, 0] }
  }

  mutating func data(_ local: UInt8, _ values: [Value]) {
    records.append(local)
    append(values, local)
  }

  mutating func compressed(_ local: UInt8, offset: UInt8, _ values: [Value]) {
    records.append(0x80 | local << 5 | offset)
    append(values, local)
  }

  mutating func append(_ bytes: [UInt8]) {
    records += bytes
  }

  private mutating func append(_ values: [Value], _ local: UInt8) {
    for value in values {
      let little = (0..<value.size).map { UInt8(truncatingIfNeeded: value.bits >> ($0 * 8)) }
      records += isBigEndian[Int(local)] ? little.reversed() : little
    }
  }

  /// The whole file, its header checksum left at 0.
  var bytes: [UInt8] {
    let size = (0..<4).map { UInt8(truncatingIfNeeded: records.count >> ($0 * 8)) }
    let file = [14, 0x20, 0, 0] + size + Array(".FIT".utf8) + [0, 0] + records
    let checksum = file.reduce(UInt16(0)) { checksum, byte in
      (0..<8).reduce(checksum ^ UInt16(byte)) { value, _ in
        value & 1 == 1 ? value >> 1 ^ 0xA001 : value >> 1
      }
    }
    return file + [UInt8(checksum & 0xFF), UInt8(checksum >> 8)]
  }
}
