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
  enum Kind: Hashable {
    case latitude
    case longitude
    case position
    case latitudeHemisphere
    case longitudeHemisphere
    case date
    case time
    case value(FixValue)
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
    let key = String(name.unicodeScalars.filter(\.properties.isAlphabetic))
    self.unit = unit
    isUTC = key.contains("utc") || key.contains("gmt")
    if let kind = Self.kind(key) {
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
      if let kind = kind(String(key.dropLast(unit.count))), let unit = CSVUnit(unit) {
        return (kind, unit)
      }
    }
    return nil
  }

  private static func kind(_ key: String) -> Kind? {
    kinds[key] ?? FixValue(name: key).map(Kind.value)
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
    (.date, "date utcd utcdate dateutc gpsdate dategmt"),
    (
      .time,
      "time timestamp datetime utc utct utctime timeutc gpstime gpsdatetime localtime timegmt "
        + "timestamputc datetimeutc timestampms timestamps times epoch unixtime"
    ),
    (.vehicle, "vehicle vehicleid vehiclename trackname trackid tripid deviceid callsign"),
    (.segment, "segment segmentid trackseg"),
    (.pointType, "trackpointtype"),
    (.validity, "valid fix fixmode"),
  ]
}
