import Foundation

/// Traces made for the tests: their positions follow from their times, so a page can be checked.
enum Journeys {
  /// The first second of every journey: 2024-05-01T10:00:00Z.
  static let start = 1_714_557_600

  /// A journey east along a parallel, a fix each second: longitude = −3.7 + 0.0002° a second.
  static func east(_ name: String, latitude: Double = 40.4, seconds: Int = 600) -> String {
    let formatter = ISO8601DateFormatter()
    let points = (0...seconds).map { second in
      let time = formatter.string(from: Date(timeIntervalSince1970: Double(start + second)))
      let longitude = -3.7 + 0.0002 * Double(second)
      return
        "<trkpt lat=\"\(latitude)\" lon=\"\(String(format: "%.6f", longitude))\"><time>\(time)</time></trkpt>"
    }
    return """
      <?xml version="1.0"?><gpx version="1.1" creator="tests" xmlns="http://www.topografix.com/GPX/1/1">
      <trk><name>\(name)</name><trkseg>\(points.joined())</trkseg></trk></gpx>
      """
  }

  /// Writes traces into a folder that is removed afterwards.
  ///
  /// - Parameters:
  ///   - files: Text by file name.
  ///   - body: Gets the folder.
  /// - Returns: What the body returns.
  /// - Throws: What writing or the body throws.
  static func with<Value: Sendable>(
    _ files: [String: String], _ body: (URL) async throws -> Value
  ) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("rastro-dashboard-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    return try await body(folder)
  }
}
