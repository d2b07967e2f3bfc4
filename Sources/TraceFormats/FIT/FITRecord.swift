import Tracks

/// The fields of a record message (global message 20) that a fix has a place for, as FIT keeps them.
struct FITRecord {
  /// Semicircles: 2³¹ of them are 180°.
  var latitude: Int?
  /// Semicircles: 2³¹ of them are 180°.
  var longitude: Int?
  private var altitude: Int?
  private var enhancedAltitude: Int?
  private var speed: Int?
  private var enhancedSpeed: Int?
  private var heartRate: Int?
  private var cadence: Int?
  private var power: Int?
  private var temperature: Int?
  private var accuracy: Int?

  mutating func set(_ field: UInt8, _ value: Int) {
    switch field {
    case 0: latitude = value
    case 1: longitude = value
    case 2: altitude = value
    case 3: heartRate = value
    case 4: cadence = value
    case 6: speed = value
    case 7: power = value
    case 13: temperature = value
    case 31: accuracy = value
    case 73: enhancedSpeed = value
    case 78: enhancedAltitude = value
    default: break
    }
  }

  /// The fix, or nil when the latitude is out of range.
  func fix(latitude: Int, longitude: Int, time: SourceTime?) -> Fix? {
    let degrees = 180.0 / 2_147_483_648
    guard
      let coordinate = Coordinate(
        latitude: Double(latitude) * degrees, longitude: Double(longitude) * degrees)
    else { return nil }
    var fix = Fix(coordinate, time: time)
    // Fifths of a metre above −500 m, and millimetres a second.
    fix.altitude = (enhancedAltitude ?? altitude).map { Double($0) / 5 - 500 }
    fix.speed = (enhancedSpeed ?? speed).map { Double($0) / 1000 }
    fix.horizontalAccuracy = accuracy.map(Double.init)
    fix.heartRate = heartRate
    fix.cadence = cadence
    fix.power = power
    fix.temperature = temperature.map(Double.init)
    return fix
  }

  func sample(time: SourceTime?) -> SensorSample {
    SensorSample(
      time: time, heartRate: heartRate, cadence: cadence, power: power,
      temperature: temperature.map(Double.init))
  }
}
