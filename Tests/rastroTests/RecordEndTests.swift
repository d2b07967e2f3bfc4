import Foundation
import Glibc
import TestSupport
import Testing

@testable import rastro

/// How `rastro record` ends when it is not left to itself.
@Suite(.timeLimit(.minutes(5))) struct RecordEndTests {
  private static let arguments = [
    "record", "a.gpx", "--rate", "10", "--events", "a.ndjson", "--report", "a.json",
  ]

  /// Waits until a recording holds so many lines.
  private func wait(for lines: Int, in directory: TemporaryDirectory) async throws {
    while true {
      try Task.checkCancellation()
      let text = (try? directory.text("a.ndjson")) ?? ""
      if text.count(where: { $0 == "\n" }) >= lines { return }
      await Task.yield()
    }
  }

  @Test func aWarmUpThatOutlastsTheRunIsTold() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 10))
      let timed = try await Program.run(
        ["record", "a.gpx", "--duration", "2s", "--warmup", "2s"], in: directory.url)
      #expect(timed.status == 64)
      #expect(timed.errors.contains("nothing would be measured"))
      let short = try await Program.run(
        ["record", "a.gpx", "--rate", "max", "--warmup", "1h"], in: directory.url)
      #expect(short.status == 0)
      #expect(short.errors.contains("the run ended within its warm-up"))
      let whole = try await Program.run(["record", "a.gpx", "--rate", "max"], in: directory.url)
      #expect(!whole.errors.contains("warm-up"))
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func aSignalEndsTheRunWithItsReport(signal: Int32) async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 3000))
      let result = try await Program.run(Self.arguments, in: directory.url) { process in
        try await wait(for: 5, in: directory)
        kill(process.processIdentifier, signal)
      }
      #expect(result.status == 0)
      #expect(result.errors.contains("; interrupted\n"))
      let report = try directory.object("a.json")
      try RecordTests.expectConservation(report)
      let broadcast = try #require(
        try RecordTests.stages(report).first { $0.name == "broadcast" })
      let text = try directory.text("a.ndjson")
      #expect(text.hasSuffix("}\n"))
      #expect(text.count { $0 == "\n" } == broadcast.delivered)
    }
  }

  @Test func aFailedThresholdCountsAfterASignalToo() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 3000))
      let result = try await Program.run(
        Self.arguments + ["--threshold", "delivered[source]>2000"], in: directory.url
      ) { process in
        try await wait(for: 2, in: directory)
        kill(process.processIdentifier, SIGINT)
      }
      #expect(result.status == 1)
    }
  }

  @Test func whatWasRecordedBeforeAKillReadsBack() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 3000))
      let result = try await Program.run(Self.arguments, in: directory.url) { process in
        try await wait(for: 10, in: directory)
        kill(process.processIdentifier, SIGKILL)
      }
      #expect(result.status == 128 + SIGKILL)
      let lines = try directory.text("a.ndjson").split(separator: "\n")
      #expect(lines.count >= 10)
      for (index, line) in lines.enumerated() {
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        #expect((object as? [String: Any])?["sequence"] as? Int == index + 1)
      }
      #expect(!FileManager.default.fileExists(atPath: directory.path("a.json")))
    }
  }

  @Test func aFullDiskEndsTheRunWithAWholeReport() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 3000))
      let small = directory.path("small")
      try FileManager.default.createDirectory(atPath: small, withIntermediateDirectories: true)
      guard unsafe mount("tmpfs", small, "tmpfs", 0, "size=64k") == 0 else {
        print("skipped: a small tmpfs can only be mounted by root")
        return
      }
      defer { unsafe umount(small) }
      let result = try await Program.run(
        [
          "record", "a.gpx", "--rate", "1000", "--events", "small/a.ndjson", "--report", "a.json",
        ], in: directory.url)
      #expect(result.status == 74)
      #expect(result.errors.contains("rastro: small/a.ndjson: No space left on device; "))
      try RecordTests.expectConservation(try directory.object("a.json"))
      let text = try directory.text("small/a.ndjson")
      #expect(text.isEmpty || text.hasSuffix("}\n"))
    }
  }

  @Test func aReaderThatGoesAwayEndsTheRunWithAWholeReport() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 3000))
      let result = try await Program.shell(
        "rastro record a.gpx --rate 1000 --events - --report a.json | head -n 1; "
          + "echo ${PIPESTATUS[0]}", in: directory.url)
      #expect(result.output.hasPrefix(#"{"type":"event","kind":"started","#))
      #expect(result.output.hasSuffix("\n74\n"))
      #expect(result.errors.contains("rastro: standard output: Broken pipe; "))
      try RecordTests.expectConservation(try directory.object("a.json"))
    }
  }

  @Test func aSecondSignalEndsAtOnce() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 3000))
      // A report into a pipe that nobody reads keeps the run from ending by itself.
      let pipe = directory.path("a.json")
      guard unsafe mkfifo(pipe, 0o600) == 0 else {
        Issue.record("no pipe could be made")
        return
      }
      let result = try await Program.run(Self.arguments, in: directory.url) { process in
        try await wait(for: 5, in: directory)
        kill(process.processIdentifier, SIGINT)
        // The first signal has been taken once the recording is closed.
        while try !isClosed(directory.path("a.ndjson"), by: process.processIdentifier) {
          await Task.yield()
        }
        kill(process.processIdentifier, SIGINT)
      }
      #expect(result.status == 128 + SIGINT)
    }
  }

  /// Whether a process has a file no longer open.
  private func isClosed(_ path: String, by process: Int32) throws -> Bool {
    let folder = "/proc/\(process)/fd"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return !names.contains { name in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")) == path
    }
  }
}
