import Tracks

/// A number that a fix can hold beside its position and time, for formats that keep such numbers in
/// columns or arrays of their own.
enum FixValue: CaseIterable {
  case altitude
  case speed
  case course
  case horizontalAccuracy
  case verticalAccuracy
  case horizontalDilution
  case satellites
  case heartRate
  case cadence
  case power
  case temperature

  /// The value that a column or array of a name holds, or nil; only the letters of the name count.
  init?(name: String) {
    let key = String(name.lowercased().unicodeScalars.filter(\.properties.isAlphabetic))
    guard let value = Self.byName[key] else { return nil }
    self = value
  }

  /// The name by which our writers call it.
  var name: String {
    switch self {
    case .altitude: "altitude"
    case .speed: "speed"
    case .course: "course"
    case .horizontalAccuracy: "accuracy"
    case .verticalAccuracy: "vertical_accuracy"
    case .horizontalDilution: "hdop"
    case .satellites: "satellites"
    case .heartRate: "heart_rate"
    case .cadence: "cadence"
    case .power: "power"
    case .temperature: "temperature"
    }
  }

  /// The names by which others call it, reduced to their letters.
  private var names: String {
    switch self {
    case .altitude: "altitude alt ele elevation elev height gpsaltitude gpsalt enhancedaltitude"
    case .speed:
      "speed speeds velocity spd groundspeed gpsspeed enhancedspeed sog speedoverground"
    case .course:
      "course courses heading bearing track cog direction azimuth truetrack trk courseoverground "
        + "gpsbearing head"
    case .horizontalAccuracy:
      "accuracy accuracies acc hacc horizontalaccuracy accuracyhorizontal gpsaccuracy haccuracy"
    case .verticalAccuracy: "verticalaccuracy vacc accuracyvertical vaccuracy"
    case .horizontalDilution: "hdop"
    case .satellites: "satellites sat sats nsat numsat numsats satellitesused satused"
    case .heartRate: "heartrate heartrates heart hr heartratebpm bpm"
    case .cadence: "cadence cadences cad caden cadencerpm"
    case .power: "power powers watts powerwatts"
    case .temperature: "temperature temperatures temp atemp"
    }
  }

  private static let byName: [String: FixValue] = {
    var values: [String: FixValue] = [:]
    for value in allCases {
      for name in value.names.split(separator: " ") { values[String(name)] = value }
    }
    return values
  }()

  /// The number that a fix holds and that is to be written.
  func number(of fix: Fix, _ options: WritingOptions) -> Double? {
    switch self {
    case .altitude: fix.altitude
    case .speed: options.includes(.derivedSpeed, of: fix) ? fix.speed : nil
    case .course: options.includes(.derivedCourse, of: fix) ? fix.course : nil
    case .horizontalAccuracy: fix.horizontalAccuracy
    case .verticalAccuracy: fix.verticalAccuracy
    case .horizontalDilution: fix.horizontalDilution
    case .satellites: fix.satellites.map(Double.init)
    case .heartRate: fix.heartRate.map(Double.init)
    case .cadence: fix.cadence.map(Double.init)
    case .power: fix.power.map(Double.init)
    case .temperature: fix.temperature
    }
  }

  /// Sets a number that was read.
  func set(_ number: Double, of fix: inout Fix) {
    switch self {
    case .altitude: fix.altitude = number
    case .speed: fix.speed = number
    case .course: fix.course = number
    case .horizontalAccuracy: fix.horizontalAccuracy = number
    case .verticalAccuracy: fix.verticalAccuracy = number
    case .horizontalDilution: fix.horizontalDilution = number
    case .satellites: fix.satellites = Int(clamping: number)
    case .heartRate: fix.heartRate = Int(clamping: number)
    case .cadence: fix.cadence = Int(clamping: number)
    case .power: fix.power = Int(clamping: number)
    case .temperature: fix.temperature = number
    }
  }
}
