import Foundation
import Glibc
import Simulation
import TestSupport
import Testing

@testable import Recording

struct EventRecorderTests {
  @Test func allIsWrittenInOrder() async throws {
    try await TemporaryDirectory.with { directory in
      let recorder = try await EventRecorder(path: directory.path("a.ndjson"), vehicles: ["v"])
      for start in stride(from: UInt64(1), through: 100_000, by: 100) {
        for sequence in start..<start + 100 { recorder.append(try Sample.emission(sequence)) }
        await recorder.untilRoom()
      }
      let (written, lost) = await recorder.close()
      #expect(written == 100_000 && lost == 0)
      let lines = try directory.text("a.ndjson").split(separator: "\n")
      #expect(lines.count == 100_000)
      for (index, line) in lines.enumerated() where index % 997 == 0 {
        #expect(line.hasPrefix(#"{"type":"fix","sequence":\#(index + 1),"#))
      }
    }
  }

  @Test func whatWasHandedOverIsInTheFileBeforeTheEnd() async throws {
    try await TemporaryDirectory.with { directory in
      let recorder = try await EventRecorder(path: directory.path("a.ndjson"), vehicles: ["v"])
      recorder.append(try Sample.emission(1))
      while try directory.text("a.ndjson").isEmpty { await Task.yield() }
      #expect(try directory.text("a.ndjson").hasSuffix("}\n"))
      await recorder.close()
    }
  }

  @Test func aFullDiskIsAnErrorAndTheCountsSaySo() async throws {
    let recorder = try await EventRecorder(path: "/dev/full", vehicles: ["v"])
    for sequence in UInt64(1)...10 { recorder.append(try Sample.emission(sequence)) }
    while recorder.failure == nil { await Task.yield() }
    recorder.append(try Sample.emission(11))
    await recorder.untilRoom()
    let (written, lost) = await recorder.close()
    #expect(written == 0 && lost == 11)
    #expect(recorder.failure == RecordingError(path: "/dev/full", code: ENOSPC))
    #expect(recorder.failure?.description.contains("No space left on device; ") == true)
  }

  @Test func afterAFullDiskTheFileEndsWithAWholeLine() async throws {
    try await TemporaryDirectory.with { directory in
      let mount = directory.path("small")
      try FileManager.default.createDirectory(atPath: mount, withIntermediateDirectories: true)
      guard unsafe Glibc.mount("tmpfs", mount, "tmpfs", 0, "size=64k") == 0 else {
        print("skipped: a small tmpfs can only be mounted by root")
        return
      }
      defer { unsafe umount(mount) }
      let recorder = try await EventRecorder(path: mount + "/a.ndjson", vehicles: ["v"])
      var sequence: UInt64 = 0
      while recorder.failure == nil {
        sequence += 1
        recorder.append(try Sample.emission(sequence))
        await recorder.untilRoom()
      }
      let (written, lost) = await recorder.close()
      #expect(written + lost == sequence)
      let text = try String(contentsOfFile: mount + "/a.ndjson", encoding: .utf8)
      #expect(text.isEmpty || text.hasSuffix("}\n"))
      #expect(UInt64(text.count { $0 == "\n" }) == written)
    }
  }

  @Test func aFileThatCannotBeOpenedIsToldAtOnce() async throws {
    await #expect(throws: RecordingError(path: "/no/such/a", code: ENOENT)) {
      _ = try await EventRecorder(path: "/no/such/a", vehicles: [])
    }
  }

  @Test func closingTwiceIsHarmless() async throws {
    let recorder = try await EventRecorder(path: "/dev/null", vehicles: [])
    recorder.append(try Sample.emission(1))
    let first = await recorder.close()
    let second = await recorder.close()
    #expect(first == second)
    #expect(first.written == 1)
  }
}
