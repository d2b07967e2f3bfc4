import Foundation
import Testing

/// A text that is compared with a committed file; `RASTRO_RECORD_GOLDEN=1` writes the file anew.
func expectGolden(
  _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation,
  file: String = #filePath
) throws {
  let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    .appendingPathComponent("Golden")
  let golden = folder.appendingPathComponent(name)
  if ProcessInfo.processInfo.environment["RASTRO_RECORD_GOLDEN"] == "1" {
    try text.write(to: golden, atomically: true, encoding: .utf8)
  }
  #expect(
    try text == String(contentsOf: golden, encoding: .utf8), "differs from Golden/\(name)",
    sourceLocation: sourceLocation)
}
