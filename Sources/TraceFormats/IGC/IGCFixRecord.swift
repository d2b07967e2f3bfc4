import Tracks

/// What the columns of a B record say: one fix of an IGC file.
struct IGCFixRecord {
  /// Seconds of the day, UTC.
  var secondOfDay: Int
  /// The decimals of the second, 0 where the file has none.
  var nanosecond = 0
  /// Nil where the degrees or minutes are out of range.
  var coordinate: Coordinate?
  /// Whether the fix has an altitude (validity A).
  var is3D: Bool
  /// Metres above the standard pressure level of 1013.25 hPa.
  var pressureAltitude: Int?
  /// Metres above the ellipsoid by the book; some recorders write mean sea level.
  var altitude: Int?

  /// Reads the fixed columns of a B record, or returns nil when one does not hold what it must.
  init?(_ line: Span<UInt8>, extensions: [IGCExtension]) {
    guard line.count >= 24, let hour = line.digits(1..<3), let minute = line.digits(3..<5),
      let second = line.digits(5..<7), hour < 24, minute < 60, second <= 60,
      let north = line.digits(7..<9), let northMinutes = line.digits(9..<14),
      let east = line.digits(15..<18), let eastMinutes = line.digits(18..<23),
      let isSouth = line.sign(14, positive: "N", negative: "S"),
      let isWest = line.sign(23, positive: "E", negative: "W")
    else { return nil }
    secondOfDay = hour * 3600 + minute * 60 + min(second, 59)
    is3D = line.count > 24 && line[24] == UInt8(ascii: "A")
    pressureAltitude = line.signedDigits(25..<30)
    altitude = line.signedDigits(30..<35)
    // Thousandths of a minute, and whatever further digits the I record places.
    var (latitude, longitude) = (Double(northMinutes), Double(eastMinutes))
    for field in extensions where field.columns.upperBound <= line.count {
      guard let value = line.digits(field.columns) else { continue }
      let scale = Double.powerOfTen(field.columns.count)
      switch field.kind {
      case .latitudeDigits: latitude += Double(value) / scale
      case .longitudeDigits: longitude += Double(value) / scale
      case .decimalsOfSecond: nanosecond = Int(Double(value) / scale * 1e9)
      default: break
      }
    }
    guard latitude < 60_000, longitude < 60_000 else { return }
    let degrees = (Double(north) + latitude / 60_000, Double(east) + longitude / 60_000)
    coordinate = Coordinate(
      latitude: isSouth ? -degrees.0 : degrees.0, longitude: isWest ? -degrees.1 : degrees.1)
  }
}

/// A field that the I record adds to each B record.
struct IGCExtension {
  var kind: Kind
  /// Where it stands in the line, counted from 0.
  var columns: Range<Int>

  /// The three-letter codes of the specification that a fix has a place for.
  enum Kind: String {
    case horizontalAccuracy = "FXA"
    case satellites = "SIU"
    case groundSpeed = "GSP"
    case trueTrack = "TRT"
    case latitudeDigits = "LAD"
    case longitudeDigits = "LOD"
    case decimalsOfSecond = "TDS"
  }

  /// Reads an I record: the number of fields, then for each its first column, its last, and its code.
  static func all(_ line: Span<UInt8>) -> [IGCExtension] {
    var extensions: [IGCExtension] = []
    var place = 3
    while place + 7 <= line.count {
      defer { place += 7 }
      guard let first = line.digits(place..<place + 2),
        let last = line.digits(place + 2..<place + 4), first > 35, first <= last,
        let kind = Kind(rawValue: line.extracting(place + 4..<place + 7).text())
      else { continue }
      extensions.append(IGCExtension(kind: kind, columns: first - 1..<last))
    }
    return extensions
  }

  /// Sets what the field says in a line, where it can be read.
  func apply(_ line: Span<UInt8>, to fix: inout Fix) {
    guard columns.upperBound <= line.count, let value = line.digits(columns) else { return }
    switch kind {
    case .horizontalAccuracy: fix.horizontalAccuracy = value == 0 ? nil : Double(value)
    case .satellites: fix.satellites = value
    case .groundSpeed: fix.speed = Double(value) / 3.6
    case .trueTrack: fix.course = Double(value)
    case .latitudeDigits, .longitudeDigits, .decimalsOfSecond: break
    }
  }
}

extension Double {
  fileprivate static func powerOfTen(_ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}

extension Span<UInt8> {
  /// The number in some columns, the first of which may be a minus sign.
  fileprivate func signedDigits(_ columns: Range<Int>) -> Int? {
    guard columns.upperBound <= count else { return nil }
    guard self[columns.lowerBound] == UInt8(ascii: "-") else { return digits(columns) }
    return digits(columns.dropFirst()).map { -$0 }
  }

  /// Whether a column holds the letter of the negative side; nil when it holds neither.
  fileprivate func sign(
    _ column: Int, positive: Unicode.Scalar, negative: Unicode.Scalar
  ) -> Bool? {
    switch self[column] {
    case UInt8(ascii: positive): false
    case UInt8(ascii: negative): true
    default: nil
    }
  }
}
