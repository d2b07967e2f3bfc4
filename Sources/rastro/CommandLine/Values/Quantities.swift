import TraceFormats

/// A speed over ground, as it is written on the command line.
struct SpeedOption: Hashable, OptionValue {
  /// Metres per second, more than 0.
  var metersPerSecond: Double

  static let allowed = "a speed such as 50km/h, 10m/s, 5kn or 30mph"

  init?(option text: String) {
    let units: [(String, Double)] = [
      ("km/h", 1 / 3.6), ("kmh", 1 / 3.6), ("m/s", 1), ("mph", 0.447_04), ("kn", 1852.0 / 3600),
    ]
    for (suffix, factor) in units where text.hasSuffix(suffix) {
      guard let number = Double(option: String(text.dropLast(suffix.count))), number > 0,
        number * factor <= 100_000
      else { return nil }
      metersPerSecond = number * factor
      return
    }
    return nil
  }
}

/// A distance, as it is written on the command line.
struct DistanceOption: Hashable, OptionValue {
  /// Metres, more than 0.
  var meters: Double

  static let allowed = "a distance such as 500m or 1km"

  init?(option text: String) {
    for (suffix, factor) in [("km", 1000.0), ("m", 1)] where text.hasSuffix(suffix) {
      guard let number = Double(option: String(text.dropLast(suffix.count))), number > 0 else {
        return nil
      }
      meters = number * factor
      return
    }
    return nil
  }
}

/// A share of the whole, as it is written on the command line.
struct ShareOption: Hashable, OptionValue {
  /// The share, 0...1.
  var share: Double

  static let allowed = "a share such as 1% or 0.01"

  init?(option text: String) {
    let percent = text.hasSuffix("%")
    guard let number = Double(option: percent ? String(text.dropLast()) : text) else { return nil }
    share = percent ? number / 100 : number
    guard (0...1).contains(share) else { return nil }
  }
}

extension GapThreshold: OptionValue {
  static let allowed = "a duration, a distance, or both: 60s, 1km or 60s,1km"

  init?(option text: String) {
    self.init()
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard (1...2).contains(parts.count) else { return nil }
    for part in parts {
      // A lone m is metres here: one minute is written 60s or 1min.
      if let distance = DistanceOption(option: part) {
        self.distance = distance.meters
      } else if let time = Duration(option: part), time > .zero {
        self.time = time
      } else {
        return nil
      }
    }
  }
}
