/// Content types by file extension.
enum MIMEType {
  private static let types = [
    "css": "text/css; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "geojson": "application/geo+json",
    "gif": "image/gif",
    "gpx": "application/gpx+xml",
    "htm": "text/html; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "ico": "image/vnd.microsoft.icon",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "kml": "application/vnd.google-earth.kml+xml",
    "map": "application/json",
    "md": "text/markdown; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "nmea": "text/plain; charset=utf-8",
    "pdf": "application/pdf",
    "png": "image/png",
    "svg": "image/svg+xml",
    "tcx": "application/vnd.garmin.tcx+xml",
    "txt": "text/plain; charset=utf-8",
    "wasm": "application/wasm",
    "webmanifest": "application/manifest+json",
    "webp": "image/webp",
    "woff": "font/woff",
    "woff2": "font/woff2",
    "xml": "application/xml",
  ]

  /// The type of a file.
  ///
  /// - Parameter path: The file's path.
  /// - Returns: Its type; bytes of no known kind otherwise.
  static func of(path: some StringProtocol) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return "application/octet-stream"
    }
    return types[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
  }

  /// Whether a type is text enough for gzip to pay.
  static func isCompressible(_ type: some StringProtocol) -> Bool {
    let type = type.lowercased()
    return type.hasPrefix("text/") || type.contains("json") || type.contains("xml")
      || type.hasPrefix("application/wasm") || type.contains("javascript")
      || type.contains("openmetrics")
  }
}
