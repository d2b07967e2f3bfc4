import Foundation
import TestSupport
import Testing

/// The accessibility checker, from the wheel on PyPI that carries it.
enum Axe {
  private static let wheel = "axe-playwright-python==0.1.8"

  /// Its script: from `RASTRO_AXE`, else fetched once with pip; nil when neither works.
  static func script() async throws -> String? {
    if let path = ProcessInfo.processInfo.environment["RASTRO_AXE"] {
      return try String(contentsOfFile: path, encoding: .utf8)
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rastro-axe-0.1.8")
    let file = folder.appendingPathComponent("axe_playwright_python/axe.min.js")
    if !FileManager.default.fileExists(atPath: file.path) {
      guard let python = Tools.path(of: "python3") else { return nil }
      let fetched = try await ChildProcess.run(
        python,
        ["-m", "pip", "install", "-q", "--no-deps", "--target", folder.path, wheel])
      guard fetched.status == 0 else { return nil }
    }
    return try? String(contentsOf: file, encoding: .utf8)
  }

  /// What it finds that is serious or critical, a line each.
  static func run(_ script: String, in browser: Browser) async throws -> [String] {
    let encoded = String(decoding: try JSONEncoder().encode(script), as: UTF8.self)
    try await browser.command("Runtime.evaluate", #"{"expression":\#(encoded)}"#)
    try await browser.run(
      "window.axeFound = null; axe.run(document).then((r) => { window.axeFound = r; })")
    try await browser.wait(until: "window.axeFound !== null", seconds: 60)
    return try await browser.value(
      """
      window.axeFound.violations.filter((v) => v.impact === 'serious' || v.impact === 'critical')
        .map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`)
      """)
  }
}
