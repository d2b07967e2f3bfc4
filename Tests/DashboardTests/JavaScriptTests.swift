import Foundation
import TestSupport
import Testing

/// The dashboard's parts, tested by node's own runner.
@Suite(.timeLimit(.minutes(5))) struct JavaScriptTests {
  @Test(.enabled(if: Tools.path(of: "node") != nil, "skipped: node is not installed"))
  func partsHoldByNode() async throws {
    let node = try #require(Tools.path(of: "node"))
    let folder = Tools.folder("Tests/DashboardTests/js")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let files = names.filter { $0.hasSuffix(".test.mjs") }.sorted()
    #expect(files.count >= 8)
    let result = try await ChildProcess.run(
      node, ["--test"] + files.map { folder.appendingPathComponent($0).path })
    #expect(result.status == 0, "\(result.output)")
  }
}
