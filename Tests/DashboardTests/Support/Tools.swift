import Foundation
import Testing

/// The programs that the browser tests need.
enum Tools {
  /// Why the browser tests do not run, for the log.
  static let withoutBrowser: Comment = "skipped: chromium or chromedriver is not installed"

  /// Whether a browser and its driver are there.
  static let hasBrowser = path(of: "chromium") != nil && path(of: "chromedriver") != nil

  /// Where a program is, or nil when it is not on the path.
  static func path(of name: String) -> URL? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(
      separator: ":")
    return folders.lazy.map { URL(fileURLWithPath: String($0)).appendingPathComponent(name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Whether `RASTRO_LONG_TESTS` asks for the measurements that take minutes.
  static let isLong = ProcessInfo.processInfo.environment["RASTRO_LONG_TESTS"] == "1"

  /// Why those do not run, for the log.
  static let isShort: Comment = "skipped: RASTRO_LONG_TESTS=1 asks for it"

  /// The command that serves: `RASTRO_BINARY`, else the built one beside the test bundle that runs.
  static var rastro: URL {
    if let path = ProcessInfo.processInfo.environment["RASTRO_BINARY"] {
      return URL(fileURLWithPath: path)
    }
    return URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("rastro")
  }

  /// A folder of this package.
  static func folder(_ name: String) -> URL {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return root.appendingPathComponent(name)
  }
}
