import Foundation
import Testing

@Suite struct DocumentationTests {
  private let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private var package: URL { tests.deletingLastPathComponent().deletingLastPathComponent() }

  @Test func theExampleInTheDocumentationIsTheOneThatRuns() throws {
    let test = try text(tests.appending(path: "TestingLocationCodeExample.swift"))
    let page = try text(
      package.appending(path: "Sources/Providers/Providers.docc/TestingLocationCode.md"))
    let run = try #require(part(of: test, from: "// example:begin\n", to: "// example:end"))
    let shown = try #require(part(of: page, from: "```swift\n", to: "```"))
    #expect(shown == run)
  }

  /// The delegate of the simulated provider and the emissions of a source each enter other code in one
  /// place.
  @Test func c13_callbacksEnterInOneFileEach() throws {
    let root = package.appending(path: "Sources/Providers")
    let files = try #require(
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    var streams: [String] = []
    var sinks: [String] = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let source = try text(file)
      if source.contains("AsyncStream.makeStream") { streams.append(file.lastPathComponent) }
      if source.contains(".addSink(") { sinks.append(file.lastPathComponent) }
    }
    #expect(streams == ["CountedStream.swift"])
    #expect(sinks == ["DeviceLocationProvider+Source.swift"])
  }

  private func text(_ file: URL) throws -> String {
    try String(contentsOf: file, encoding: .utf8)
  }

  private func part(of text: String, from start: String, to end: String) -> String? {
    guard let first = text.range(of: start),
      let last = text.range(of: end, range: first.upperBound..<text.endIndex)
    else { return nil }
    return String(text[first.upperBound..<last.lowerBound])
  }
}
