import Tracks

/// The values of one row, as far as its cells could be read.
struct CSVRow {
  var latitude: Double?
  var longitude: Double?
  /// Whether a cell of the position holds something that is no number.
  var hasBadPosition = false
  /// Whether both are whole numbers beyond ±180, which only semicircles can be.
  var looksLikeSemicircles = false
  var date: CSVMoment?
  var time: CSVMoment?
  var isUTC = false
  /// Whether the table has a column of times, so that a date alone is not an instant.
  let hasTimeColumn: Bool
  /// Whether day and month of the date could be either way round.
  var hasAmbiguousDate = false
  var hasBadTime = false
  var hasBadNumber = false
  var isWithoutFix = false
  var startsSegment = false
  var vehicle: String?
  var segment: String?
  /// All but position and time.
  var values = Fix(Coordinate(wrappingLatitude: 0, longitude: 0))

  /// Reads the cells of a record by their columns.
  init(_ fields: inout CSVFields, header: CSVHeader) {
    hasTimeColumn = header.index(of: .time) != nil
    let hasDates = header.index(of: .date) != nil
    var (isSouth, isWest) = (false, false)
    for (index, column) in header.columns {
      if header.delimiter != UInt8(ascii: ","), column.kind.isNumeric {
        fields.replaceDecimalComma(in: index)
      }
      let text = fields.text.span
      let cell = text.extracting(fields.range(of: index))
      guard !cell.isEmpty else { continue }
      switch column.kind {
      case .latitude: latitude = degrees(cell)
      case .longitude: longitude = degrees(cell)
      case .position: readPosition(cell)
      case .latitudeHemisphere: isSouth = cell[0] | 0x20 == UInt8(ascii: "s")
      case .longitudeHemisphere: isWest = cell[0] | 0x20 == UInt8(ascii: "w")
      case .date:
        date = CSVMoment(cell, isDate: true)
        hasAmbiguousDate = hasAmbiguousDate || CSVMoment.isAmbiguous(cell)
        hasBadTime = hasBadTime || date == nil
        isUTC = isUTC || column.isUTC
      case .time:
        time = CSVMoment(cell, besideDate: hasDates)
        hasAmbiguousDate = hasAmbiguousDate || CSVMoment.isAmbiguous(cell)
        hasBadTime = hasBadTime || time == nil
        isUTC = isUTC || column.isUTC
      case .vehicle: vehicle = cell.text()
      case .segment: segment = cell.text()
      case .pointType: startsSegment = cell.starts(with: "SEGMENT_START")
      case .validity: isWithoutFix = ["none", "no fix", "nofix"].contains(cell.text().lowercased())
      case .value(let value): readNumber(cell, value, column.unit)
      }
    }
    if isSouth { latitude = latitude.map { -abs($0) } }
    if isWest { longitude = longitude.map { -abs($0) } }
    if let latitude, let longitude {
      looksLikeSemicircles =
        abs(latitude) > 180 && abs(longitude) > 180 && latitude == latitude.rounded()
        && longitude == longitude.rounded()
    }
  }

  private mutating func readPosition(_ cell: Span<UInt8>) {
    guard let comma = cell.firstIndex(of: UInt8(ascii: ",")) else {
      hasBadPosition = true
      return
    }
    latitude = degrees(cell.extracting(0..<comma))
    longitude = degrees(cell.extracting(comma + 1..<cell.count))
  }

  /// A number of degrees with a letter of the compass before or behind it, or neither.
  private mutating func degrees(_ cell: Span<UInt8>) -> Double? {
    var range = cell.trimmedRange
    var isNegative = false
    for place in [range.lowerBound, range.upperBound - 1] where range.count > 1 {
      switch cell[place] | 0x20 {
      case UInt8(ascii: "s"), UInt8(ascii: "w"): isNegative = true
      case UInt8(ascii: "n"), UInt8(ascii: "e"): break
      default: continue
      }
      range = place == range.lowerBound ? range.dropFirst() : range.dropLast()
    }
    var rest = cell.extracting(range)
    // A degree sign, in UTF-8 or Latin-1.
    if rest.count > 1, rest[rest.count - 1] == 0xB0 {
      rest = rest.extracting(0..<rest.count - (rest[rest.count - 2] == 0xC2 ? 2 : 1))
    }
    guard let value = DecimalNumber.value(of: rest) else {
      hasBadPosition = true
      return nil
    }
    return isNegative ? -abs(value) : value
  }

  private mutating func readNumber(_ cell: Span<UInt8>, _ value: FixValue, _ unit: CSVUnit?) {
    guard let (raw, end) = DecimalNumber.prefix(of: cell, from: 0, to: cell.count) else {
      hasBadNumber = true
      return
    }
    var unit = unit
    if end < cell.count {
      let rest = cell.extracting(end..<cell.count).text()
      if let stated = CSVUnit(rest) {
        unit = stated
      } else if value != .satellites {
        hasBadNumber = true
        return
      }
    }
    value.set(unit?.converted(raw) ?? raw, of: &values)
  }
}

extension CSVColumn.Kind {
  /// Whether the cells are numbers, in which a comma can be the decimal sign.
  fileprivate var isNumeric: Bool {
    switch self {
    case .latitude, .longitude, .value: true
    default: false
    }
  }
}
