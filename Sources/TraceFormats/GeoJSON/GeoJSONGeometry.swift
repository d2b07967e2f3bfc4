import Tracks

/// A geometry in progress.
struct GeoJSONGeometry {
  /// The geometry types of RFC 7946.
  enum Kind: String {
    case point = "Point"
    case multiPoint = "MultiPoint"
    case lineString = "LineString"
    case multiLineString = "MultiLineString"
    case polygon = "Polygon"
    case multiPolygon = "MultiPolygon"
    case collection = "GeometryCollection"
  }

  var type: Kind?
  var coordinates = GeoJSONCoordinates()
}

/// The positions of a geometry, with the ends of its lines.
struct GeoJSONCoordinates {
  /// The positions in order; nil for one that had to be skipped.
  private(set) var fixes: [Fix?] = []
  /// Where each line ends among them; what follows the last end is a line that was cut off.
  private(set) var ends: [Int] = []
  private var depth = 0
  /// The greatest depth of arrays, which tells lines from points where the type is missing.
  private(set) var deepest = 0
  private var numbers: [Double?] = []
  /// Whether the array that ended last held positions and no numbers.
  private var isLine = false

  mutating func begin() {
    depth += 1
    deepest = max(deepest, depth)
    numbers.removeAll(keepingCapacity: true)
    isLine = false
  }

  /// Adds a number of a position; nil for what is none.
  mutating func add(_ number: Double?) {
    if numbers.count < 4 { numbers.append(number) }
  }

  mutating func end(line: Int, into builder: inout TraceBuilder) throws(TraceError) {
    depth -= 1
    if !numbers.isEmpty {
      fixes.append(try fix(line: line, into: &builder))
      numbers.removeAll(keepingCapacity: true)
      isLine = true
    } else if isLine {
      ends.append(fixes.count)
      isLine = false
    } else if deepest == 1 {
      // `[]`: a geometry without positions.
      ends.append(fixes.count)
    }
  }

  private func fix(line: Int, into builder: inout TraceBuilder) throws(TraceError) -> Fix? {
    let longitude = numbers[0]
    let latitude = numbers.count > 1 ? numbers[1] : nil
    if let longitude, let latitude, abs(latitude) > 90, abs(latitude) <= 180, abs(longitude) <= 90 {
      try builder.skip(
        "swapped-coordinates", line: line,
        "\(latitude) is no latitude: it seems to be [lat, lon], where GeoJSON has [lon, lat]")
      return nil
    }
    let coordinate = try builder.coordinate(latitude: latitude, longitude: longitude, line: line)
    guard let coordinate else { return nil }
    var fix = Fix(coordinate)
    if numbers.count > 2 { fix.altitude = numbers[2] }
    if numbers.count > 3, let epoch = numbers[3], epoch >= 1e8 {
      fix.time = SourceTime(epoch: epoch)
    }
    return fix
  }
}

extension SourceTime {
  /// Makes an instant from a number that counts seconds since 1970 below 10¹¹, else milliseconds; nil out
  /// of range.
  init?(epoch number: Double) {
    self.init(secondsSince1970: abs(number) < 1e11 ? number : number / 1000)
  }
}
