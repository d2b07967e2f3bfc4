import Foundation
import LiveModels
import Synchronization
import TestSupport
import Testing
import TraceFormats
import Tracks

/// Readings that a test holds and lets go.
private final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var arrivals: [(count: Int, CheckedContinuation<Void, Never>)] = []
    var entered = 0
  }
  private let state = Mutex(State())

  var entered: Int { state.withLock { $0.entered } }

  func pass() async {
    await withCheckedContinuation { continuation in
      let (isOpen, arrived) = state.withLock { state in
        state.entered += 1
        let entered = state.entered
        let arrived = state.arrivals.filter { $0.count <= entered }.map(\.1)
        state.arrivals.removeAll { $0.count <= entered }
        if !state.isOpen { state.waiting.append(continuation) }
        return (state.isOpen, arrived)
      }
      for arrival in arrived { arrival.resume() }
      if isOpen { continuation.resume() }
    }
  }

  func untilEntered(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.entered >= count { return true }
        state.arrivals.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

@Suite(.timeLimit(.minutes(5)))
struct TraceLibraryTests {
  private static func trace(_ name: String, points: Int = 2) -> Trace {
    var trace = Trace(format: .gpx, name: name)
    let fixes = (0..<points).map { index in
      Fix(
        Coordinate(wrappingLatitude: Double(index) / 1000, longitude: 0),
        time: SourceTime(nanoseconds: Int64(index) * 1_000_000_000))
    }
    trace.tracks = [Track(segments: [TrackSegment(fixes: fixes)])]
    return trace
  }

  private func files(_ count: Int) -> [TraceListing.File] {
    (0..<count).map { TraceListing.File(path: "/nowhere/\($0).gpx") }
  }

  private static func path(_ source: TraceLibrary.Source) -> String {
    if case .file(let path) = source { path } else { "" }
  }

  @Test func c06_concurrentLoadsShareOneParse() async throws {
    let gate = Gate()
    let library = TraceLibrary { source in
      await gate.pass()
      return Self.trace(Self.path(source))
    }
    let id = try #require(try await library.add(files(1)).first)
    try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<100 { group.addTask { try await library.trace(id).name } }
      await gate.untilEntered(1)
      gate.open()
      for try await name in group { #expect(name == "/nowhere/0.gpx") }
    }
    #expect(await library.readingCount == 1)
    #expect(gate.entered == 1)
  }

  @Test func c06_failureIsNotCached() async throws {
    let attempts = Mutex(0)
    let library = TraceLibrary { source in
      let attempt = attempts.withLock {
        $0 += 1
        return $0
      }
      if attempt == 1 { throw TraceError(.truncated, line: 3, "the file stops") }
      return Self.trace(Self.path(source))
    }
    let id = try #require(try await library.add(files(1)).first)
    await #expect(throws: TraceError(.truncated, line: 3, "the file stops")) {
      try await library.trace(id)
    }
    #expect(await library.entry(id)?.error?.code == .truncated)
    #expect(try await library.trace(id).name == "/nowhere/0.gpx")
    #expect(await library.entry(id)?.error == nil)
    #expect(await library.entry(id)?.points == 2)
  }

  @Test func c06_oneWaitersCancelFailsNoOther() async throws {
    let gate = Gate()
    let library = TraceLibrary { source in
      await gate.pass()
      try Task.checkCancellation()
      return Self.trace(Self.path(source))
    }
    let id = try #require(try await library.add(files(1)).first)
    let patient = Task { try await library.trace(id) }
    await gate.untilEntered(1)
    let impatient = Task { try await library.trace(id) }
    impatient.cancel()
    // It ends though the reading still stands at the gate.
    await #expect(throws: CancellationError.self) { try await impatient.value }
    gate.open()
    #expect(try await patient.value.name == "/nowhere/0.gpx")
    #expect(await library.readingCount == 1)
  }

  @Test func c16_readingEndsWithItsLastWaiterAndIsNoFailure() async throws {
    let gate = Gate()
    let library = TraceLibrary { source in
      await gate.pass()
      try Task.checkCancellation()
      return Self.trace(Self.path(source))
    }
    let id = try #require(try await library.add(files(1)).first)
    let only = Task { try await library.trace(id) }
    await gate.untilEntered(1)
    only.cancel()
    await #expect(throws: CancellationError.self) { try await only.value }
    gate.open()
    // The next who asks gets a reading of its own, not the rest of the cancelled one.
    #expect(try await library.trace(id).name == "/nowhere/0.gpx")
    #expect(await library.entry(id)?.error == nil)
    #expect(await library.readingCount == 2)
  }

  @Test func c05_brokenFilesHarmNoOtherAndAloneAreRetried() async throws {
    let broken: Set = ["/nowhere/7.gpx", "/nowhere/20.gpx", "/nowhere/49.gpx"]
    let isMended = Mutex(false)
    let read = Log<String>()
    let library = TraceLibrary { source in
      let path = Self.path(source)
      read.append(path)
      if broken.contains(path), !isMended.withLock({ $0 }) {
        throw TraceError(.malformed, line: 1, "not well-formed")
      }
      return Self.trace(path)
    }
    let ids = try await library.add(files(50))
    let first = try await library.load(ids)
    #expect(first.loaded.count == 47)
    #expect(first.failed.map(\.id) == ["7", "20", "49"])
    #expect(first.failed.allSatisfy { $0.error.message == "not well-formed" })
    #expect(first.loaded.map(\.id) == ids.filter { !["7", "20", "49"].contains($0) })
    read.removeAll()
    isMended.withLock { $0 = true }
    let second = try await library.retry()
    #expect(Set(read.elements) == broken)
    #expect(second.loaded.map(\.id) == ["7", "20", "49"])
    #expect(await library.catalogue.allSatisfy { $0.error == nil })
  }

  @Test func keepsTheTracesAskedForLast() async throws {
    var limits = TraceLibrary.Limits()
    limits.cachedPoints = 10
    let library = TraceLibrary(limits: limits) { source in
      Self.trace(Self.path(source), points: 4)
    }
    let ids = try await library.add(files(3))
    for id in ids { _ = try await library.trace(id) }
    #expect(await library.readingCount == 3)
    _ = try await library.trace(ids[1])
    #expect(await library.readingCount == 3)
    _ = try await library.trace(ids[0])
    #expect(await library.readingCount == 4)
  }

  @Test func c17_limitsAnswerWithAnError() async throws {
    var limits = TraceLibrary.Limits()
    limits.traces = 2
    limits.uploadBytes = 4
    limits.memoryBytes = 6
    let library = TraceLibrary(limits: limits) { _ in Self.trace("x") }
    await #expect(throws: TraceError.self) {
      try await library.upload(name: "large", bytes: Array(repeating: 0, count: 5))
    }
    _ = try await library.upload(name: "a", bytes: Array(repeating: 0, count: 4))
    await #expect(throws: TraceError.self) {
      try await library.upload(name: "b", bytes: Array(repeating: 0, count: 3))
    }
    _ = try await library.upload(name: "c", bytes: [0])
    await #expect(throws: TraceError.self) { try await library.add(files(1)) }
    #expect(await library.catalogue.map(\.id) == ["a", "c"])
  }

  @Test func refusesAnUploadThatIsNoTrace() async throws {
    let library = TraceLibrary()
    await #expect(throws: TraceError.self) {
      try await library.upload(name: "x.gpx", bytes: Array("hello".utf8))
    }
    #expect(await library.catalogue.isEmpty)
  }

  @Test func keepsUploadsInADirectory() async throws {
    let directory = NSTemporaryDirectory() + "rastro-uploads-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let library = TraceLibrary(uploads: directory) { _ in Self.trace("x") }
    let entry = try await library.upload(name: "../../etc/My run.gpx", bytes: [1, 2, 3])
    #expect(entry.id == "etc-my-run" || entry.id == "my-run")
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["My run.gpx"])
    _ = try await library.upload(name: "My run.gpx", bytes: [4])
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory).count == 2)
    try await library.remove(entry.id)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["2-My run.gpx"])
    #expect(await library.entry(entry.id) == nil)
  }
}
