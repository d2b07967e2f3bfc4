import Foundation
import Synchronization
import Testing
import TraceFormats
import Tracks

/// Reading from files: a thread of its own, progress, cancellation.
struct TraceFileTests {
  /// A directory that goes with the test.
  private final class Directory {
    let url: URL

    init() throws {
      url = FileManager.default.temporaryDirectory.appending(path: "trace-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
      try? FileManager.default.removeItem(at: url)
    }

    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
      let file = url.appending(path: name)
      try Data(bytes).write(to: file)
      return file.path
    }
  }

  private static func gpx(points: Int) -> [UInt8] {
    var text = "<gpx><trk><trkseg>\n"
    for index in 0..<points {
      text += "<trkpt lat=\"46.\(index % 10)\" lon=\"14.5\"><ele>\(index % 300)</ele></trkpt>\n"
    }
    return Array((text + "</trkseg></trk></gpx>").utf8)
  }

  @Test func c10_aFileIsReadAsItsBytesAre() async throws {
    let directory = try Directory()
    let bytes = Self.gpx(points: 20_000)
    let path = try directory.file("a.txt", bytes)
    let steps = Mutex<[TraceFile.Progress]>([])
    let trace = try await TraceFile.read(path: path) { progress in
      steps.withLock { $0.append(progress) }
    }
    #expect(trace == (try TraceFile.read(bytes: bytes)))
    #expect(trace.tracks[0].fixCount == 20_000)
    let seen = steps.withLock { $0 }
    #expect(seen.count == (bytes.count + (1 << 18) - 1) >> 18)
    #expect(seen.map(\.bytes) == seen.map(\.bytes).sorted())
    #expect(seen.last?.bytes == bytes.count && seen.last?.totalBytes == bytes.count)
  }

  @Test func aGzippedFileIsReadByItsContent() async throws {
    let directory = try Directory()
    let bytes = Self.gpx(points: 5000)
    let path = try directory.file("a.gpx", try Gzip.of(bytes))
    #expect(try await TraceFile.read(path: path) == TraceFile.read(bytes: bytes))
  }

  /// The task is cancelled from within the first piece's progress, so no time is involved.
  @Test func c04_cancellationStopsBetweenPieces() async throws {
    let directory = try Directory()
    let path = try directory.file("a.gpx", Self.gpx(points: 100_000))
    let pieces = Mutex(0)
    let handle = Mutex<Task<Trace, any Error>?>(nil)
    let task = Task {
      // The task waits until it may cancel itself.
      while handle.withLock({ $0 == nil }) { await Task.yield() }
      return try await TraceFile.read(path: path) { _ in
        pieces.withLock { $0 += 1 }
        handle.withLock { $0?.cancel() }
      }
    }
    handle.withLock { $0 = task }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(pieces.withLock { $0 } == 1)
    handle.withLock { $0 = nil }
  }

  @Test func c04_aCancelledTaskReadsNothing() async throws {
    let directory = try Directory()
    let path = try directory.file("a.gpx", Self.gpx(points: 10))
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await TraceFile.read(path: path)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(arguments: [
    ("missing.gpx", TraceError.Code.notFound), (".", .unreadable), ("empty.gpx", .empty),
    ("blank.gpx", .empty), ("junk.gpx", .unknownFormat), ("page.gpx", .unknownFormat),
    ("packed.gpx", .unsupported),
  ])
  func whatCannotBeReadSaysWhy(_ name: String, _ code: TraceError.Code) async throws {
    let directory = try Directory()
    _ = try directory.file("empty.gpx", [])
    _ = try directory.file("blank.gpx", Array(" \n\t".utf8))
    _ = try directory.file("junk.gpx", [0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10])
    _ = try directory.file("page.gpx", Array("<html><body/></html>".utf8))
    _ = try directory.file("packed.gpx", Array("BZh91AY&SY".utf8))
    let path = directory.url.appending(path: name).path
    let error = await #expect(throws: TraceError.self) { try await TraceFile.read(path: path) }
    #expect(error?.code == code)
    #expect(error?.message.isEmpty == false && error?.message.contains("\n") == false)
  }

  /// Eight files at once, each on its own thread.
  @Test func c09_manyFilesAtOnce() async throws {
    let directory = try Directory()
    let bytes = Self.gpx(points: 2000)
    let paths = try (0..<8).map { try directory.file("\($0).gpx", bytes) }
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for path in paths {
        group.addTask { try await TraceFile.read(path: path).tracks[0].fixCount }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 2000, count: 8))
  }

  @Test(arguments: [
    "# Title\n\nSome words, and more of them.\nA line without any\nLast, of, all\n",
    "One line, with a comma\n",
  ])
  func proseIsNoTable(text: String) {
    let error = #expect(throws: TraceError.self) { try Reading.text(text) }
    #expect(error?.code == .unknownFormat)
    #expect(error?.format == nil)
  }

  @Test func aTableWithoutPlacesIsStillToldAsOne() {
    let error = #expect(throws: TraceError.self) { try Reading.text("a,b\nx,1\ny,2\n") }
    #expect(error?.code == .malformed)
    #expect(error?.format == .csv)
  }

  @Test func aStrictReadingRefusesADocumentThatStops() throws {
    let text = #"<gpx><trk><trkseg><trkpt lat="1" lon="2"/><trkpt lat="1""#
    #expect(try Reading.text(text).tracks.first?.fixCount == 1)
    var options = ReadingOptions()
    options.isStrict = true
    let error = #expect(throws: TraceError.self) { try Reading.text(text, options: options) }
    #expect(error?.code == .strict)
  }
}
