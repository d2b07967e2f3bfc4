/// What one column of a table means, and in which unit its numbers are.
struct CSVColumn: Equatable {
  var kind: Kind
  /// The unit that the header names, or nil for the unit of the kind: metres, metres per second,
  /// degrees Celsius.
  var unit: CSVUnit?
  /// Whether the header says that times are UTC.
  var isUTC = false
  /// Whether the header says that whole numbers are semicircles, as FIT keeps them.
  var isSemicircles = false

  /// What a column can mean.
  enum Kind {
    case latitude
    case longitude
    case position
    case latitudeHemisphere
    case longitudeHemisphere
    case altitude
    case date
    case time
    case speed
    case course
    case horizontalDilution
    case satellites
    case horizontalAccuracy
    case verticalAccuracy
    case heartRate
    case cadence
    case power
    case temperature
    case vehicle
    case segment
    case pointType
    case validity
  }

  /// Finds the meaning of a header's cell, or returns nil.
  ///
  /// Case, blanks, underscores and hyphens do not matter. A unit may follow in brackets, behind a blank
  /// or an underscore, or at the very end: `Speed (km/h)`, `alt_ft`, `speedKmh`.
  init?(header: String) {
    let (name, unit) = Self.splitUnit(header.lowercased())
    let key = String(name.unicodeScalars.filter { $0.properties.isAlphabetic || $0 == "/" })
      .replacing("/", with: "")
    self.unit = unit
    isUTC = key.contains("utc") || key.contains("gmt")
    if let kind = Self.kinds[key] {
      self.kind = kind
    } else if let (kind, unit) = Self.kindWithTrailingUnit(key) {
      self.kind = kind
      self.unit = unit
    } else {
      return nil
    }
    isSemicircles = key.hasPrefix("position") && (kind == .latitude || kind == .longitude)
  }

  private static func splitUnit(_ header: String) -> (name: String, unit: CSVUnit?) {
    if let open = header.firstIndex(where: { "([".contains($0) }) {
      let inside = header[open...].dropFirst().prefix { !")]".contains($0) }
      return (String(header[..<open]), CSVUnit(String(inside)))
    }
    let tokens = header.split { " _-".contains($0) }
    if tokens.count > 1, let last = tokens.last, let unit = CSVUnit(String(last)) {
      return (tokens.dropLast().joined(), unit)
    }
    return (header, nil)
  }

  private static func kindWithTrailingUnit(_ key: String) -> (Kind, CSVUnit)? {
    for unit in ["kmh", "kph", "mph", "mps", "knots", "kts", "feet", "ft", "meters", "metres"]
    where key.hasSuffix(unit) {
      if let kind = kinds[String(key.dropLast(unit.count))], let unit = CSVUnit(unit) {
        return (kind, unit)
      }
    }
    return nil
  }

  private static let kinds: [String: Kind] = {
    var kinds: [String: Kind] = [:]
    for (kind, names) in names {
      for name in names.split(separator: " ") { kinds[String(name)] = kind }
    }
    return kinds
  }()

  private static let names: [(Kind, String)] = [
    (.latitude, "lat latitude positionlat gpslat gpslatitude latitudens latitudedeg locationlat"),
    (
      .longitude,
      "lon lng long longitude positionlong positionlon gpslon gpslng gpslong gpslongitude "
        + "longitudeew longitudedeg locationlon locationlng locationlong"
    ),
    (.position, "position latlon latlng latlong coordinates coordinate"),
    (.latitudeHemisphere, "ns latitudehemisphere latns nsindicator"),
    (.longitudeHemisphere, "ew longitudehemisphere lonew ewindicator"),
    (.altitude, "ele elevation elev alt altitude height gpsaltitude gpsalt enhancedaltitude"),
    (.date, "date utcd utcdate dateutc gpsdate dategmt"),
    (
      .time,
      "time timestamp datetime utc utct utctime timeutc gpstime gpsdatetime localtime timegmt "
        + "timestamputc datetimeutc timestampms timestamps times epoch unixtime"
    ),
    (
      .speed,
      "speed velocity spd groundspeed gpsspeed enhancedspeed sog speedoverground"
    ),
    (
      .course,
      "course heading bearing track cog direction azimuth truetrack trk courseoverground gpsbearing head"
    ),
    (.horizontalDilution, "hdop"),
    (.satellites, "sat sats satellites nsat numsat numsats satellitesused satused"),
    (
      .horizontalAccuracy,
      "accuracy acc hacc horizontalaccuracy accuracyhorizontal gpsaccuracy haccuracy"
    ),
    (.verticalAccuracy, "vacc verticalaccuracy accuracyvertical vaccuracy"),
    (.heartRate, "hr heart heartrate heartratebpm bpm"),
    (.cadence, "cad caden cadence cadencerpm"),
    (.power, "power watts powerwatts"),
    (.temperature, "temp temperature atemp"),
    (.vehicle, "vehicle vehicleid vehiclename trackname trackid tripid deviceid callsign"),
    (.segment, "segment segmentid trackseg"),
    (.pointType, "trackpointtype"),
    (.validity, "valid fix fixmode"),
  ]
}

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
