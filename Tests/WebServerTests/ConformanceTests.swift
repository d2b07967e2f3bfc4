import Foundation
import Testing

@testable import WebServer

/// The Autobahn suite against an echo server, where `wstest` is installed or named by
/// `RASTRO_WSTEST`; it needs Python 2.7, so most machines skip this.
@Suite struct ConformanceTests {
  static let wstest = Program.path("wstest", variable: "RASTRO_WSTEST")

  /// What libwebsockets itself does not pass: of ten pings in a row it answers some only, which the
  /// standard allows (2.10, 2.11); the others are informational.
  private static let known = ["2.10", "2.11", "7.1.6"]

  @Test(.enabled(if: wstest != nil, "wstest is not installed"))
  func theAutobahnSuitePasses() async throws {
    let wstest = try #require(Self.wstest)
    let folder = NSTemporaryDirectory() + "rastro-autobahn-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var configuration = WebServerConfiguration.patient
    configuration.limits.messagesPerSecond = 1e6
    configuration.limits.messageBurst = 1e6
    configuration.limits.messageBytes = 64 << 20
    configuration.limits.queuedBytes = 64 << 20
    let output = try await withEchoServer(configuration) { server in
      let spec = """
        {"outdir": "\(folder)", "servers": [{"agent": "rastro",
         "url": "ws://127.0.0.1:\(server.port)/ws"}], "cases": ["*"],
         "exclude-cases": ["9.*", "12.*", "13.*"], "exclude-agent-cases": {}}
        """
      let file = folder + "/spec.json"
      try Data(spec.utf8).write(to: URL(fileURLWithPath: file))
      return try await Program.run(wstest, ["-m", "fuzzingclient", "-s", file])
    }
    let index = try Data(contentsOf: URL(fileURLWithPath: folder + "/index.json"))
    let report = try #require(
      try JSONSerialization.jsonObject(with: index) as? [String: [String: [String: Any]]])
    let cases = try #require(report["rastro"], "\(output)")
    #expect(cases.count >= 240)
    let good = ["OK", "NON-STRICT", "INFORMATIONAL"]
    let failures = cases.filter { name, result in
      let isKnown = Self.known.contains(name) || name.hasPrefix("7.13.")
      return !isKnown && !good.contains(result["behavior"] as? String ?? "")
    }
    #expect(failures.isEmpty, "\(failures.keys.sorted())")
  }
}
