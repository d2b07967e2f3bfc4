import DashboardProtocol
import Testing

struct PositionFrameTests {
  private let header = PositionFrame.Header(
    emittedNanoseconds: 0x0102_0304_0506_0708, sourceMicroseconds: -2, sequence: 0xA0B0_C0D0,
    generation: 7, kind: .full)

  private var frame: PositionFrame {
    var columns = PositionColumns()
    columns.append(
      vehicle: 1, latitude: 341_234_567, longitude: -1_799_999_999, speed: 1234, course: 35_999)
    columns.append(vehicle: 70_000, latitude: -900_000_000, longitude: 0)
    return PositionFrame(header: header, columns: columns)
  }

  @Test func isWrittenAsTheDesignSays() throws {
    let rows = frame.encoded().enumerated().map { index, byte in
      let digits = String(byte, radix: 16)
      return (digits.count == 1 ? "0" : "") + digits + (index % 16 == 15 ? "\n" : " ")
    }
    try expectGolden(rows.joined(), "position-frame.hex")
  }

  @Test func readsBackTheSame() {
    #expect(PositionFrame(decoding: frame.encoded()) == frame)
  }

  @Test func selectsVehicles() {
    let bytes = frame.encoded(selecting: [1])
    #expect(bytes.count == 48)
    #expect(PositionFrame(decoding: bytes)?.columns.vehicles == [70_000])
    #expect(frame.encoded(selecting: []).count == 32)
  }

  @Test func refusesWhatIsNoFrame() {
    let bytes = frame.encoded()
    #expect(PositionFrame(decoding: Array(bytes.dropLast())) == nil)
    #expect(PositionFrame(decoding: []) == nil)
    var other = bytes
    other[28] = 2
    #expect(PositionFrame(decoding: other) == nil)
    other = bytes
    other[29] = 9
    #expect(PositionFrame(decoding: other) == nil)
  }

  @Test func tellsWhatChanged() {
    var now = PositionColumns()
    var before = PositionColumns()
    for vehicle: UInt32 in [1, 2, 4, 5] {
      before.append(vehicle: vehicle, latitude: 10, longitude: 20, speed: 1, course: 2)
    }
    now.append(vehicle: 0, latitude: 10, longitude: 20)
    now.append(vehicle: 1, latitude: 10, longitude: 20, speed: 1, course: 2)
    now.append(vehicle: 2, latitude: 11, longitude: 20, speed: 1, course: 2)
    now.append(vehicle: 3, latitude: 10, longitude: 20)
    now.append(vehicle: 5, latitude: 10, longitude: 20, speed: 1)
    #expect(now.changes(since: before) == [0, 2, 3, 4])
    #expect(now.changes(since: now).isEmpty)
    #expect(now.changes(since: PositionColumns()) == [0, 1, 2, 3, 4])
  }
}
