import DashboardProtocol
import Foundation
import LiveModels
import Tracks

/// Geofences from GeoJSON: polygons, points with a radius, and lines with a distance.
struct GeofenceFile {
  /// The fences.
  var fences: [Geofence] = []
  /// What they were read from, each with its id.
  var features: [JSONValue] = []

  /// The features as one collection.
  var collection: JSONValue {
    .object([
      JSONMember("type", .text("FeatureCollection")), JSONMember("features", .array(features)),
    ])
  }

  /// Reads the fences of some files.
  ///
  /// - Parameter paths: The files.
  /// - Returns: The fences of all, in order.
  /// - Throws: `Failure` with status 65 or 66.
  static func read(_ paths: [String]) async throws(Failure) -> GeofenceFile {
    var whole = GeofenceFile()
    for path in paths {
      let data: Data
      do {
        data = try await FileThread.run { try Data(contentsOf: URL(fileURLWithPath: path)) }
      } catch {
        throw Failure(.noInput, file: path, "cannot be read; name another GeoJSON file")
      }
      do {
        try whole.add(JSONReader.read(Array(data)), file: path)
      } catch let error as JSONReader.Failure {
        throw Failure(.badData, file: path, "no JSON: \(error)")
      } catch let error as Failure {
        throw error
      } catch {
        throw Failure(.badData, file: path, "\(error)")
      }
    }
    return whole
  }

  private mutating func add(_ value: JSONValue, file: String) throws {
    let found: [JSONValue]
    switch value["type"]?.string {
    case "FeatureCollection": found = value["features"]?.elements ?? []
    case "Feature": found = [value]
    default:
      throw Failure(.badData, file: file, "is no GeoJSON Feature or FeatureCollection")
    }
    for (index, feature) in found.enumerated() {
      let properties = feature["properties"]
      let given = feature["id"] ?? properties?["id"] ?? properties?["name"]
      let wanted = given?.string ?? given?.int.map { "\($0)" } ?? "fence-\(fences.count + 1)"
      var id = wanted
      var number = 2
      while fences.contains(where: { $0.id == id }) {
        id = "\(wanted)-\(number)"
        number += 1
      }
      guard let shape = Self.shape(feature["geometry"], properties) else {
        throw Failure(
          .badData, file: file,
          "feature \(index + 1) is no fence; use a Polygon, a Point with a radius, "
            + "or a LineString with a distance, both in metres")
      }
      fences.append(
        Geofence(
          id: id, name: properties?["name"]?.string, shape: shape,
          dwellTime: properties?["dwell_s"]?.double.map { .seconds($0) }))
      features.append(Self.named(feature, id))
    }
  }

  private static func named(_ feature: JSONValue, _ id: String) -> JSONValue {
    guard case .object(let members) = feature else { return feature }
    return .object([JSONMember("id", .text(id))] + members.filter { $0.key != "id" })
  }

  private static func shape(_ geometry: JSONValue?, _ properties: JSONValue?) -> Geofence.Shape? {
    guard let coordinates = geometry?["coordinates"] else { return nil }
    let meters = (properties?["radius"] ?? properties?["distance"])?.double.flatMap {
      $0 > 0 && $0 <= 20_000_000 ? $0 : nil
    }
    switch geometry?["type"]?.string {
    case "Point":
      guard let center = coordinate(coordinates), let meters else { return nil }
      return .circle(center: center, radius: meters)
    case "LineString":
      guard let line = line(coordinates), let meters else { return nil }
      return .corridor(lines: [line], distance: meters)
    case "MultiLineString":
      guard let lines = all(coordinates, line), let meters else { return nil }
      return .corridor(lines: lines, distance: meters)
    case "Polygon": return polygon(coordinates).map { .polygons([$0]) }
    case "MultiPolygon": return all(coordinates, polygon).map { .polygons($0) }
    default: return nil
    }
  }

  private static func polygon(_ value: JSONValue) -> Geofence.Polygon? {
    guard let rings = all(value, line), let ring = rings.first, ring.count >= 3 else { return nil }
    return Geofence.Polygon(ring: ring, holes: Array(rings.dropFirst()))
  }

  private static func line(_ value: JSONValue) -> [Coordinate]? {
    guard let line = all(value, coordinate), line.count >= 2 else { return nil }
    return line
  }

  /// Longitude before latitude: RFC 7946, section 3.1.1.
  private static func coordinate(_ value: JSONValue) -> Coordinate? {
    guard let numbers = value.elements?.compactMap(\.double), numbers.count >= 2 else { return nil }
    return Coordinate(latitude: numbers[1], longitude: numbers[0])
  }

  /// What every element of a list is, or nil when one is not.
  private static func all<Found>(
    _ value: JSONValue, _ find: (JSONValue) -> Found?
  ) -> [Found]? {
    guard let elements = value.elements else { return nil }
    let found = elements.compactMap(find)
    return found.count == elements.count && !found.isEmpty ? found : nil
  }
}
