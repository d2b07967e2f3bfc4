import Foundation
import Testing

/// Compares text with a file under `Golden`, or writes the file when `RASTRO_RECORD_GOLDEN` is 1.
func expectGolden(
  _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden").appendingPathComponent(name)
  if ProcessInfo.processInfo.environment["RASTRO_RECORD_GOLDEN"] == "1" {
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
  let expected = try String(contentsOf: file, encoding: .utf8)
  #expect(text == expected, "\(name) differs", sourceLocation: sourceLocation)
}
