/// Where a fleet is at one instant, as one binary frame of the wire.
///
/// Little-endian. A header of 32 bytes: `u64` CLOCK_MONOTONIC nanoseconds when it was emitted, `i64`
/// source time in microseconds since 1970, `u32` sequence, `u32` generation, `u32` count, `u8` version,
/// `u8` kind, `u16` flags. Then 16 bytes a vehicle: `u32` number, `i32` latitude and `i32` longitude in
/// 1e-7 degree, `u16` speed in cm/s, `u16` course in 0.01°, where 0xFFFF means absent.
public struct PositionFrame: Hashable, Sendable {
  /// The version that is written and read.
  public static let version: UInt8 = 1
  /// Bytes before the first vehicle.
  public static let headerSize = 32
  /// Bytes a vehicle.
  public static let vehicleSize = 16

  /// What the vehicles' positions hang on.
  public var header: Header
  /// The vehicles.
  public var columns: PositionColumns

  /// Makes a frame.
  public init(header: Header, columns: PositionColumns) {
    self.header = header
    self.columns = columns
  }

  /// What a frame says before its vehicles.
  public struct Header: Hashable, Sendable {
    /// CLOCK_MONOTONIC nanoseconds when the frame was emitted.
    public var emittedNanoseconds: UInt64
    /// The playhead, in microseconds since 1970 on the trace's clock.
    public var sourceMicroseconds: Int64
    /// Its place in the one count over frames and events; wraps at 2³².
    public var sequence: UInt32
    /// The player's generation; a reader drops frames of an older one.
    public var generation: UInt32
    /// Whether all vehicles are in it.
    public var kind: Kind

    /// Makes a header.
    public init(
      emittedNanoseconds: UInt64, sourceMicroseconds: Int64, sequence: UInt32,
      generation: UInt32, kind: Kind
    ) {
      self.emittedNanoseconds = emittedNanoseconds
      self.sourceMicroseconds = sourceMicroseconds
      self.sequence = sequence
      self.generation = generation
      self.kind = kind
    }
  }

  /// Which vehicles are in a frame.
  public enum Kind: UInt8, Hashable, Sendable {
    /// All that the reader asked for.
    case full = 0
    /// Those that changed since the frame before.
    case changed = 1
  }

  /// The frame's bytes, with all vehicles or those at the given indexes of the columns.
  public func encoded(selecting indexes: [Int]? = nil) -> [UInt8] {
    let count = indexes?.count ?? columns.vehicles.count
    let size = Self.headerSize + count * Self.vehicleSize
    // The buffer is written through a raw pointer, each store inside `size`: appending sixteen bytes a
    // vehicle one by one costs ten times as much with a hundred thousand vehicles.
    return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, written in
      let raw = UnsafeMutableRawBufferPointer(buffer)
      unsafe writeHeader(count: count, to: raw)
      if let indexes {
        for (place, index) in indexes.enumerated() {
          unsafe write(vehicleAt: index, place: place, to: raw)
        }
      } else {
        for index in 0..<count { unsafe write(vehicleAt: index, place: index, to: raw) }
      }
      written = size
    }
  }

  private func writeHeader(count: Int, to raw: UnsafeMutableRawBufferPointer) {
    unsafe raw.storeBytes(
      of: header.emittedNanoseconds.littleEndian, toByteOffset: 0, as: UInt64.self)
    unsafe raw.storeBytes(
      of: header.sourceMicroseconds.littleEndian, toByteOffset: 8, as: Int64.self)
    unsafe raw.storeBytes(of: header.sequence.littleEndian, toByteOffset: 16, as: UInt32.self)
    unsafe raw.storeBytes(of: header.generation.littleEndian, toByteOffset: 20, as: UInt32.self)
    unsafe raw.storeBytes(of: UInt32(count).littleEndian, toByteOffset: 24, as: UInt32.self)
    unsafe raw.storeBytes(of: Self.version, toByteOffset: 28, as: UInt8.self)
    unsafe raw.storeBytes(of: header.kind.rawValue, toByteOffset: 29, as: UInt8.self)
    unsafe raw.storeBytes(of: 0, toByteOffset: 30, as: UInt16.self)
  }

  @inline(__always)
  private func write(vehicleAt index: Int, place: Int, to raw: UnsafeMutableRawBufferPointer) {
    let offset = Self.headerSize + place * Self.vehicleSize
    unsafe raw.storeBytes(
      of: columns.vehicles[index].littleEndian, toByteOffset: offset, as: UInt32.self)
    unsafe raw.storeBytes(
      of: columns.latitudes[index].littleEndian, toByteOffset: offset + 4, as: Int32.self)
    unsafe raw.storeBytes(
      of: columns.longitudes[index].littleEndian, toByteOffset: offset + 8, as: Int32.self)
    unsafe raw.storeBytes(
      of: columns.speeds[index].littleEndian, toByteOffset: offset + 12, as: UInt16.self)
    unsafe raw.storeBytes(
      of: columns.courses[index].littleEndian, toByteOffset: offset + 14, as: UInt16.self)
  }

  /// Reads a frame, or returns nil when the bytes are none of this version.
  public init?(decoding bytes: [UInt8]) {
    func integer<I: FixedWidthInteger>(_ offset: Int, as type: I.Type) -> I {
      var value: I = 0
      for place in (0..<I.bitWidth / 8).reversed() {
        value = value << 8 | I(truncatingIfNeeded: bytes[offset + place])
      }
      return value
    }
    guard bytes.count >= Self.headerSize, bytes[28] == Self.version,
      let kind = Kind(rawValue: bytes[29])
    else { return nil }
    let count = Int(integer(24, as: UInt32.self))
    guard bytes.count == Self.headerSize + count * Self.vehicleSize else { return nil }
    header = Header(
      emittedNanoseconds: integer(0, as: UInt64.self),
      sourceMicroseconds: integer(8, as: Int64.self), sequence: integer(16, as: UInt32.self),
      generation: integer(20, as: UInt32.self), kind: kind)
    columns = PositionColumns()
    columns.reserve(count)
    for index in 0..<count {
      let offset = Self.headerSize + index * Self.vehicleSize
      columns.append(
        vehicle: integer(offset, as: UInt32.self), latitude: integer(offset + 4, as: Int32.self),
        longitude: integer(offset + 8, as: Int32.self),
        speed: integer(offset + 12, as: UInt16.self),
        course: integer(offset + 14, as: UInt16.self))
    }
  }
}
