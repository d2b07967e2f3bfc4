import Foundation
import Glibc
import TestSupport
import Testing

@testable import Recording

struct WholeFileTests {
  @Test func aFileAppearsWholeAtTheEnd() async throws {
    try await TemporaryDirectory.with { directory in
      try "old".write(toFile: directory.path("a"), atomically: false, encoding: .utf8)
      let file = try WholeFile(path: directory.path("a"))
      try file.write([0x6E, 0x65].span)
      #expect(try directory.text("a") == "old")
      try file.write([0x77].span)
      try file.commit()
      #expect(try directory.text("a") == "new")
      #expect(try directory.names == ["a"])
    }
  }

  @Test func whatIsNotCommittedLeavesNothing() async throws {
    try await TemporaryDirectory.with { directory in
      func half() throws {
        let file = try WholeFile(path: directory.path("a"))
        try file.write([0x6E].span)
      }
      try half()
      #expect(try directory.names.isEmpty)
    }
  }

  @Test func anErrorNamesTheFileItself() async throws {
    try await TemporaryDirectory.with { directory in
      let path = directory.path("no/such/a")
      let error = #expect(throws: RecordingError.self) {
        _ = try WholeFile(path: path)
      }
      #expect(error == RecordingError(path: path, code: ENOENT))
    }
  }

  @Test func aDeviceIsWrittenDirectly() throws {
    let file = try WholeFile(path: "/dev/full")
    let error = #expect(throws: RecordingError.self) { try file.write([1].span) }
    #expect(error?.code == ENOSPC)
    let null = try WholeFile(path: "/dev/null")
    try null.write([1].span)
    try null.commit()
    #expect(!FileManager.default.fileExists(atPath: "/dev/null.\(getpid()).part"))
  }
}
