import Foundation
import Glibc
import TestSupport
import Testing
import TraceFormats
import Tracks

@testable import rastro

@Suite(.timeLimit(.minutes(5))) struct ConvertTests {
  private func fixes(_ path: String) async throws -> [Fix] {
    try await TraceFile.read(path: path).tracks.flatMap(\.segments).flatMap(\.fixes)
  }

  @Test(arguments: ["gpx", "nmea", "kml", "geojson", "csv", "ndjson"])
  func everyFormatKeepsPositionsAndTimesThereAndBack(format: String) async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 50))
      for (input, output) in [("a.gpx", "b.\(format)"), ("b.\(format)", "c.gpx")] {
        let result = try await Program.run(["convert", input, "-o", output], in: directory.url)
        #expect(result.status == 0)
        #expect(result.output.isEmpty && result.errors.isEmpty, "\(result.errors)")
      }
      let before = try await fixes(directory.path("a.gpx"))
      let after = try await fixes(directory.path("c.gpx"))
      #expect(after.count == 50)
      for (left, right) in zip(before, after) {
        #expect(left.time == right.time)
        // NMEA holds minutes to the seventh digit at most.
        #expect(Geodesy.distance(from: left.coordinate, to: right.coordinate) < 0.01)
      }
    }
  }

  @Test func severalTracesBecomeOne() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 5, name: "a"))
      try directory.makeFile("b.gpx", TestTrace.gpx(fixes: 7, name: "b"))
      let result = try await Program.run(
        ["convert", "a.gpx", "b.gpx", "--output=c.gpx"], in: directory.url)
      #expect(result.status == 0)
      let trace = try await TraceFile.read(path: directory.path("c.gpx"))
      #expect(trace.tracks.map(\.name) == ["a", "b"])
      #expect(trace.tracks.map(\.fixCount) == [5, 7])
    }
  }

  @Test func tracksThatRunIntoOneAnotherAreTold() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 5, name: "a"))
      try directory.makeFile("b.gpx", TestTrace.gpx(fixes: 7, name: "b"))
      for (arguments, count) in [
        (["convert", "a.gpx", "b.gpx"], 2), (["generate", "--fleet", "3", "--duration", "5s"], 3),
        (["convert", "a.gpx"], 1), (["generate", "--duration", "5s"], 1),
      ] {
        let result = try await Program.run(arguments + ["-o", "c.nmea"], in: directory.url)
        #expect(result.status == 0)
        let told =
          "rastro: c.nmea: its \(count) tracks run into one another: NMEA 0183 cannot tell them "
          + "apart; write another format, or a file for each\n"
        #expect(result.errors == (count > 1 ? told : ""))
      }
    }
  }

  @Test(
    arguments: [
      (["--range", "10s..20s"], 11), (["--range", "50%.."], 25), (["--range", "..#4"], 5),
      (["--range", "2024-05-01T10:00:45Z.."], 5), (["--simplify", "1m"], 2),
      (["--range", "#10..#19", "--simplify", "1km"], 2),
    ])
  func aPartOrFewerFixesAreWritten(options: [String], count: Int) async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 50))
      let result = try await Program.run(
        ["convert", "a.gpx", "-o", "b.gpx"] + options, in: directory.url)
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
      #expect(try await fixes(directory.path("b.gpx")).count == count)
    }
  }

  @Test func whatCannotBeDoneIsOneLineAndLeavesNothing() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 5))
      try directory.makeFile("bad.gpx", "no trace at all")
      try directory.makeFile("empty.gpx", "<gpx version=\"1.1\" creator=\"t\"><metadata/></gpx>")
      try directory.makeFile("old.gpx", "what was there")
      let before = try FileManager.default.contentsOfDirectory(atPath: directory.url.path).sorted()
      let cases: [([String], Int32)] = [
        (["a.gpx", "-o", "a.doc"], 64), (["a.gpx"], 64), (["no.gpx", "-o", "old.gpx"], 66),
        (["bad.gpx", "-o", "old.gpx"], 65), (["a.gpx", "-o", "no/such/b.gpx"], 74),
        (["a.gpx", "-o", "old.gpx", "--range", "2025-01-01.."], 65),
        (["a.gpx", "-o", "old.gpx", "--range", "20s..10s"], 64),
        (["a.gpx", "-o", "old.gpx", "--simplify", "5"], 64),
      ]
      for (arguments, status) in cases {
        let result = try await Program.run(["convert"] + arguments, in: directory.url)
        #expect(result.status == status, "\(arguments)")
        #expect(result.errors.hasPrefix("rastro: "))
        #expect(result.errors.count { $0 == "\n" } == 1, "\(result.errors)")
      }
      let empty = try await Program.run(
        ["convert", "empty.gpx", "-o", "old.gpx"], in: directory.url)
      #expect(empty.status == 65)
      #expect(try directory.text("old.gpx") == "what was there")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: directory.url.path).sorted() == before)
    }
  }

  @Test func aFullDiskLeavesNothingHalfWritten() async throws {
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
        ["convert", "a.gpx", "-o", "small/b.gpx"], in: directory.url)
      #expect(result.status == 74)
      #expect(
        result.errors
          == "rastro: small/b.gpx: No space left on device; make room and run again\n")
      #expect(try FileManager.default.contentsOfDirectory(atPath: small).isEmpty)
    }
  }

  @Test func anInterruptionLeavesNothingHalfWritten() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 60))
      // A pipe that nobody writes to keeps the reading from ending by itself.
      let pipe = directory.path("pipe.gpx")
      guard unsafe mkfifo(pipe, 0o600) == 0 else {
        Issue.record("no pipe could be made")
        return
      }
      let result = try await Program.run(
        ["convert", "a.gpx", "pipe.gpx", "-o", "b.gpx"], in: directory.url
      ) { process in
        while try !isCatchingInterrupts(process.processIdentifier) { await Task.yield() }
        kill(process.processIdentifier, SIGINT)
        while try isCatchingInterrupts(process.processIdentifier) { await Task.yield() }
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: pipe))
        // The pipe may be broken by now: whoever is interrupted reads no more.
        try? handle.write(contentsOf: Data(TestTrace.gpx(fixes: 5).utf8))
        try handle.close()
      }
      #expect(result.status == 74)
      #expect(result.errors == "rastro: b.gpx: interrupted; nothing was written\n")
      #expect(!FileManager.default.fileExists(atPath: directory.path("b.gpx")))
    }
  }

  /// Whether a process takes SIGINT itself instead of being ended by it.
  private func isCatchingInterrupts(_ process: Int32) throws -> Bool {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") })
    let mask = try #require(UInt64(line.split(separator: "\t")[1], radix: 16))
    return mask & 1 << UInt64(SIGINT - 1) != 0
  }
}
