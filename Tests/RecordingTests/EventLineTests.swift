import Simulation
import Testing
import Tracks

@testable import Recording

struct EventLineTests {
  private func line(_ emission: Emission) -> String {
    var line = EventLine(vehicles: ["tram-1"])
    var bytes: [UInt8] = []
    line.append(emission, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func aFullFixHasAllKeysInOrder() throws {
    var fix = try Sample.fix(47.123_456_7, -8.5)
    fix.time = try #require(ISO8601Time("2024-05-01T10:00:00.123456789Z")).time
    fix.altitude = 0
    fix.speed = 13.9
    fix.course = 0
    fix.horizontalAccuracy = 4.2
    fix.marks = [.derivedSpeed, .derivedCourse, .derivedTime, .interpolated]
    let update = LocationUpdate(
      vehicle: 0, fix: fix, sequence: 12, generation: 3, due: .seconds(1),
      emitted: .microseconds(1_000_500))
    #expect(
      line(.location(update))
        == #"{"type":"fix","sequence":12,"generation":3,"vehicle":"tram-1","#
        + #""time":"2024-05-01T10:00:00.123456789Z","lat":47.1234567,"lon":-8.5,"alt":0,"#
        + #""speed":13.9,"course":0,"accuracy":4.2,"derived":["time","speed","course"],"#
        + #""interpolated":true,"emitted_ms":1000.5}"# + "\n")
  }

  @Test func whatIsAbsentIsLeftOut() throws {
    let update = LocationUpdate(
      vehicle: 0, fix: Fix(try Sample.fix().coordinate), sequence: 1, generation: 0, due: .zero,
      emitted: .zero)
    #expect(
      line(.location(update))
        == #"{"type":"fix","sequence":1,"generation":0,"vehicle":"tram-1","lat":47.1,"lon":8.5,"#
        + #""emitted_ms":0}"# + "\n")
  }

  @Test func anEventHasItsDetailsBeforeItsTime() throws {
    let event = SimulationEvent(
      kind: .geofenceEnter, sequence: 5, generation: 0, vehicle: 0, time: try Sample.fix().time,
      coordinate: try Sample.fix().coordinate,
      details: [
        .init("geofence", .text("a \"b\"\n")), .init("lap", .integer(2)),
        .init("limit_mps", .number(13.5)), .init("bad", .number(.nan)),
      ], emitted: .seconds(2))
    #expect(
      line(.event(event))
        == #"{"type":"event","kind":"geofence.enter","sequence":5,"generation":0,"#
        + #""vehicle":"tram-1","time":"2024-05-01T10:00:00Z","lat":47.1,"lon":8.5,"#
        + #""geofence":"a \"b\"\u000a","lap":2,"limit_mps":13.5,"emitted_ms":2000}"# + "\n")
  }

  @Test func anEventOfNoVehicleHasNone() {
    let event = SimulationEvent(kind: .started, sequence: 1, generation: 0, emitted: .zero)
    #expect(
      line(.event(event))
        == #"{"type":"event","kind":"started","sequence":1,"generation":0,"emitted_ms":0}"# + "\n")
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (1, "1"), (0.1, "0.1"), (-179.999_999_9, "-179.9999999"),
    (0.000_05, "5e-05"), (47.123_456_789_012_34, "47.12345678901234"),
  ])
  func numbersAreTheShortestThatReadBack(value: Double, text: String) {
    var bytes: [UInt8] = []
    bytes.append(shortest: value)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
    #expect(Double(text) == value)
  }
}
