/// A unit that a header or a cell names.
struct CSVUnit: Equatable {
  /// What the numbers are to be multiplied by to be in the unit of their kind.
  var factor: Double
  /// What is added before that.
  var offset = 0.0

  /// Finds a unit by its name, or returns nil.
  init?(_ name: String) {
    let key = name.lowercased().filter { $0 != " " && $0 != "." && $0 != "°" }
    if key == "f" || key == "fahrenheit" {
      self.init(factor: 5.0 / 9, offset: -32)
    } else if let factor = Self.factors[key] {
      self.init(factor: factor)
    } else {
      return nil
    }
  }

  init(factor: Double, offset: Double = 0) {
    self.factor = factor
    self.offset = offset
  }

  /// A number of the unit in the unit of its kind.
  func converted(_ value: Double) -> Double { factor == 1 ? value : (value + offset) * factor }

  static let feet = CSVUnit(factor: 0.3048)
  static let kilometresPerHour = CSVUnit(factor: 1 / 3.6)
  static let knots = CSVUnit(factor: 1852.0 / 3600)

  private static let factors: [String: Double] = [
    "m": 1, "meter": 1, "meters": 1, "metre": 1, "metres": 1, "msl": 1, "mamsl": 1,
    "ft": 0.3048, "feet": 0.3048, "foot": 0.3048, "km": 1000,
    "m/s": 1, "mps": 1, "ms": 1, "km/h": 1 / 3.6, "kmh": 1 / 3.6, "kph": 1 / 3.6, "kmph": 1 / 3.6,
    "mph": 0.44704, "mi/h": 0.44704, "kn": 1852.0 / 3600, "kt": 1852.0 / 3600,
    "kts": 1852.0 / 3600, "knot": 1852.0 / 3600, "knots": 1852.0 / 3600,
    "c": 1, "celsius": 1, "deg": 1, "degrees": 1, "bpm": 1, "rpm": 1, "w": 1,
  ]
}
