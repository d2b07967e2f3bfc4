public import Tracks

extension Geofence {
  /// Reads the geofences of a GeoJSON text (RFC 7946).
  ///
  /// A `Polygon` or `MultiPolygon` is its inside. A `Point` needs a `radius` in metres among its
  /// properties, and a line a `radius` on both sides, or a `width` in all. `name` and `dwell` (seconds,
  /// or a text such as `5m`) are read too. The id is that of the feature, or its property `id`, or its
  /// name, or else `fence-1` and so on.
  ///
  /// - Parameter bytes: The text.
  /// - Returns: The fences in the order of the text.
  /// - Throws: `PlaybackError` that says what is wrong, and in which line.
  public static func geofences(geoJSON bytes: [UInt8]) throws(PlaybackError) -> [Geofence] {
    let root: JSONNode
    do throws(JSONNode.Failure) {
      root = try JSONNode(bytes)
    } catch {
      throw PlaybackError(.badGeofence, line: error.line, error.reason)
    }
    let features: [JSONNode]
    switch root["type"]?.string {
    case "FeatureCollection":
      guard let list = root["features"]?.array else {
        throw root.badGeofence("a FeatureCollection has an array 'features'")
      }
      features = list
    case "Feature": features = [root]
    default: throw root.badGeofence("it must be a GeoJSON FeatureCollection or Feature")
    }
    var fences: [Geofence] = []
    for feature in features {
      let fence = try geofence(feature, number: fences.count + 1)
      if fences.contains(where: { $0.id == fence.id }) {
        throw feature.badGeofence("the id '\(fence.id)' stands twice; give each fence its own")
      }
      fences.append(fence)
    }
    return fences
  }

  private static func geofence(
    _ feature: JSONNode, number: Int
  ) throws(PlaybackError) -> Geofence {
    guard let geometry = feature["geometry"], let type = geometry["type"]?.string,
      let coordinates = geometry["coordinates"]
    else { throw feature.badGeofence("a feature has a geometry with a type and coordinates") }
    let properties = feature["properties"]
    let shape: Shape
    switch type {
    case "Point":
      shape = .circle(
        center: try coordinates.coordinate(),
        radius: try feature.distance("radius", of: properties, "a Point"))
    case "Polygon": shape = .polygons([try coordinates.polygon()])
    case "MultiPolygon":
      shape = .polygons(
        try coordinates.elements("polygons").map { node throws(PlaybackError) in
          try node.polygon()
        })
    case "LineString":
      shape = .corridor(
        lines: [try coordinates.line(least: 2)], distance: try feature.halfWidth(properties))
    case "MultiLineString":
      let lines = try coordinates.elements("lines").map { node throws(PlaybackError) in
        try node.line(least: 2)
      }
      shape = .corridor(lines: lines, distance: try feature.halfWidth(properties))
    default: throw geometry.badGeofence("a '\(type)' is no fence; use Point, lines or polygons")
    }
    let name = properties?["name"]?.string
    let id = feature["id"]?.label ?? properties?["id"]?.label ?? name ?? "fence-\(number)"
    return Geofence(
      id: id, name: name, shape: shape, dwellTime: try feature.dwellTime(properties))
  }
}

extension JSONNode {
  fileprivate func badGeofence(_ reason: String) -> PlaybackError {
    PlaybackError(.badGeofence, line: line, reason)
  }

  /// A text or a whole number as an id.
  fileprivate var label: String? {
    string ?? number.map { Quantity.text($0) }
  }

  fileprivate func elements(_ what: String) throws(PlaybackError) -> [JSONNode] {
    guard let array else { throw badGeofence("an array of \(what) was expected") }
    return array
  }

  fileprivate func coordinate() throws(PlaybackError) -> Coordinate {
    guard let array, array.count >= 2, let longitude = array[0].number,
      let latitude = array[1].number
    else { throw badGeofence("a position is an array of longitude and latitude") }
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw badGeofence(
        "longitude \(longitude), latitude \(latitude) is out of range; GeoJSON has longitude first")
    }
    return coordinate
  }

  fileprivate func line(least: Int) throws(PlaybackError) -> [Coordinate] {
    let line = try elements("positions").map { node throws(PlaybackError) in try node.coordinate() }
    guard line.count >= least else { throw badGeofence("it needs \(least) positions or more") }
    return line
  }

  fileprivate func polygon() throws(PlaybackError) -> Geofence.Polygon {
    let rings = try elements("rings").map { node throws(PlaybackError) in try node.line(least: 4) }
    guard let ring = rings.first else { throw badGeofence("a polygon has a ring") }
    return Geofence.Polygon(ring: ring, holes: Array(rings.dropFirst()))
  }

  fileprivate func distance(
    _ key: String, of properties: JSONNode?, _ what: String
  ) throws(PlaybackError) -> Double {
    guard let distance = properties?[key]?.number, distance > 0, distance < 2e7 else {
      throw badGeofence("\(what) needs a property '\(key)' in metres, more than 0")
    }
    return distance
  }

  fileprivate func halfWidth(_ properties: JSONNode?) throws(PlaybackError) -> Double {
    if properties?["width"] != nil { return try distance("width", of: properties, "a line") / 2 }
    return try distance("radius", of: properties, "a line")
  }

  fileprivate func dwellTime(_ properties: JSONNode?) throws(PlaybackError) -> Duration? {
    guard let node = properties?["dwell"] else { return nil }
    guard let time = node.time else {
      throw node.badGeofence("'dwell' is seconds, or a text such as 5m")
    }
    return time
  }
}
