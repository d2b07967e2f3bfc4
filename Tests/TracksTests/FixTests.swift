import Testing
import Tracks

struct FixTests {
  private let place = Coordinate(wrappingLatitude: 46, longitude: 14)

  /// What is absent stays absent, and zero is a value.
  @Test func p06_zeroIsAValueAndAbsentIsNone() {
    var fix = Fix(place)
    #expect(fix.time == nil && fix.altitude == nil && fix.speed == nil && fix.course == nil)
    #expect(fix.horizontalAccuracy == nil && fix.verticalAccuracy == nil)
    #expect(fix.horizontalDilution == nil && fix.satellites == nil && fix.temperature == nil)
    #expect(fix.heartRate == nil && fix.cadence == nil && fix.power == nil)
    fix.time = SourceTime(nanoseconds: 0)
    fix.altitude = 0
    fix.speed = 0
    fix.course = 0
    fix.temperature = 0
    fix.satellites = 0
    #expect(fix.time?.nanoseconds == 0 && fix.altitude == 0 && fix.speed == 0 && fix.course == 0)
    #expect(fix.temperature == 0 && fix.satellites == 0)
    fix.altitude = -12.5
    #expect(fix.altitude == -12.5)
  }

  /// PITFALLS R6: minus one means absent, and what is not finite too.
  @Test(arguments: [-1.0, .nan, .infinity, -.infinity])
  func r06_whatIsNoValueIsAbsent(_ value: Double) {
    var fix = Fix(place)
    fix.speed = value
    fix.course = value
    fix.horizontalAccuracy = value
    #expect(fix.speed == nil && fix.course == nil && fix.horizontalAccuracy == nil)
  }

  @Test func coursesAreIn0To360() {
    var fix = Fix(place)
    fix.course = 360
    #expect(fix.course == 0)
    fix.course = 359.99
    #expect(fix.course == 359.99)
    fix.course = 360.5
    #expect(fix.course == nil)
  }

  @Test func packedValuesReadBack() {
    var fix = Fix(place)
    fix.horizontalAccuracy = 4.2
    fix.horizontalDilution = 0.9
    fix.temperature = -12.375
    fix.heartRate = 70_000
    #expect(fix.horizontalAccuracy == 4.2 && fix.horizontalDilution == 0.9)
    #expect(fix.temperature == -12.375)
    #expect(fix.heartRate == Int(Int16.max))
    fix.heartRate = -5
    #expect(fix.heartRate == nil)
  }
}
