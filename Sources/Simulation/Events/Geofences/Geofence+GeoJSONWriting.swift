public import Tracks

extension Geofence {
  /// Writes geofences as a GeoJSON FeatureCollection that reads back the same, on one line.
  public static func geoJSON(_ fences: [Geofence]) -> String {
    #"{"type":"FeatureCollection","features":["# + fences.map(\.feature).joined(separator: ",")
      + "]}"
  }

  private var feature: String {
    var properties = [#""name":\#(Self.quoted(name))"#]
    if let dwellTime { properties.append(#""dwell":\#(Quantity.text(dwellTime.inSeconds))"#) }
    let geometry: String
    switch shape {
    case .circle(let center, let radius):
      properties.append(#""radius":\#(radius)"#)
      geometry = #""Point","coordinates":\#(Self.text(center))"#
    case .polygons(let polygons):
      let texts = polygons.map { polygon in
        Self.list(([polygon.ring] + polygon.holes).map { Self.list($0.map(Self.text)) })
      }
      geometry =
        texts.count == 1
        ? #""Polygon","coordinates":\#(texts[0])"#
        : #""MultiPolygon","coordinates":\#(Self.list(texts))"#
    case .corridor(let lines, let distance):
      properties.append(#""radius":\#(distance)"#)
      let texts = lines.map { Self.list($0.map(Self.text)) }
      geometry =
        texts.count == 1
        ? #""LineString","coordinates":\#(texts[0])"#
        : #""MultiLineString","coordinates":\#(Self.list(texts))"#
    }
    return
      #"{"type":"Feature","id":\#(Self.quoted(id)),"properties":{\#(properties.joined(separator: ","))},"#
      + #""geometry":{"type":\#(geometry)}}"#
  }

  private static func text(_ coordinate: Coordinate) -> String {
    "[\(coordinate.longitude),\(coordinate.latitude)]"
  }

  private static func list(_ texts: [String]) -> String { "[\(texts.joined(separator: ","))]" }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
