import CZlib
import Glibc
import Testing
import TraceFormats
import Tracks

/// What a hostile file may cost: a clear error, never the machine.
struct LimitTests {
  private static let small = """
    <gpx><trk><name>x</name><trkseg>
    <trkpt lat="1.5" lon="2.25"><ele>3</ele><time>2024-05-01T10:00:00Z</time></trkpt>
    <trkpt lat="1.6" lon="2.5"><ele>4</ele><time>2024-05-01T10:00:01Z</time></trkpt>
    </trkseg></trk></gpx>
    """

  @Test func billionLaughsAreRefused() {
    var text = "<!DOCTYPE gpx [<!ENTITY a0 \"lol\">"
    for level in 1...9 {
      let references = String(repeating: "&a\(level - 1);", count: 10)
      text += "<!ENTITY a\(level) \"\(references)\">"
    }
    text += "]><gpx><trk><name>&a9;</name></trk></gpx>"
    let error = #expect(throws: TraceError.self) { try Reading.text(text) }
    #expect(error?.code == .limit)
    #expect(error?.message.contains("entities") == true)
  }

  @Test func anExternalEntityIsNotFetched() {
    let text = """
      <!DOCTYPE gpx [<!ENTITY x SYSTEM "file:///etc/passwd">]>
      <gpx><trk><name>&x;</name></trk></gpx>
      """
    let error = #expect(throws: TraceError.self) { try Reading.text(text) }
    #expect(error?.code == .limit)
  }

  @Test func depthIsLimited() throws {
    func nested(_ depth: Int) -> String {
      "<gpx>" + String(repeating: "<x>", count: depth) + String(repeating: "</x>", count: depth)
        + "<wpt lat=\"1\" lon=\"2\"/></gpx>"
    }
    #expect(try Reading.text(nested(127)).waypoints.count == 1)
    let error = #expect(throws: TraceError.self) { try Reading.text(nested(128)) }
    #expect(error?.code == .limit)
    #expect(throws: TraceError.self) { try Reading.text(nested(100_000)) }
  }

  @Test func anAttributeOfOneMebibyteIsRead() throws {
    let text = Self.small.replacing(
      "<gpx>", with: "<gpx creator=\"\(String(repeating: "x", count: 1 << 20))\">")
    #expect(try Reading.text(text).tracks[0].fixCount == 2)
    #expect(try Reading.inPieces(Array(text.utf8), of: 1 << 16).tracks[0].fixCount == 2)
  }

  @Test func aTextWithoutEndIsLimited() {
    var options = ReadingOptions()
    options.limits.lineBytes = 1000
    let text = Self.small.replacing(
      "<name>x", with: "<name>\(String(repeating: "x", count: 5000))")
    let error = #expect(throws: TraceError.self) { try Reading.text(text, options: options) }
    #expect(error?.code == .limit)
  }

  @Test func aLineWithoutEndIsLimited() {
    var options = ReadingOptions()
    options.limits.lineBytes = 1000
    let text = "$GPRMC,\(String(repeating: "1", count: 5000))"
    for size in [100, 10_000] {
      let error = #expect(throws: TraceError.self) {
        try Reading.inPieces(Array(text.utf8), of: size, options: options)
      }
      #expect(error?.code == .limit)
    }
  }

  @Test func pointsAreLimited() {
    var options = ReadingOptions()
    options.limits.points = 1
    let error = #expect(throws: TraceError.self) { try Reading.text(Self.small, options: options) }
    #expect(error?.code == .limit)
  }

  /// A gigabyte in a megabyte of gzip: the limit stops it, and it is never in memory. In a process of
  /// its own, whose memory no other test fills.
  @Test func aGzipBombIsStopped() async {
    await #expect(processExitsWith: .success) {
      let bomb = try Gzip.of(mebibytes: 1024, of: 0x20, after: Array("<gpx><trk>".utf8))
      try #require(bomb.count < 2 << 20)
      var options = ReadingOptions()
      options.limits.decompressedBytes = 256 << 20
      let before = peakMemory()
      let error = #expect(throws: TraceError.self) {
        try TraceFile.read(bytes: bomb, options: options)
      }
      #expect(error?.code == .limit)
      #expect(peakMemory() - before < 32 << 20)
    }
  }

  @Test func gzipIsReadWholeCutAndInSeveralMembers() throws {
    let bytes = Array(Self.small.utf8)
    let packed = try Gzip.of(bytes)
    let expected = try TraceFile.read(bytes: bytes)
    #expect(try TraceFile.read(bytes: packed) == expected)
    for size in [1, 5, 100] { #expect(try Reading.inPieces(packed, of: size) == expected) }
    let half = bytes.count / 2
    let members = try Gzip.of(Array(bytes[..<half])) + Gzip.of(Array(bytes[half...]))
    #expect(try TraceFile.read(bytes: members) == expected)
    #expect(try TraceFile.read(bytes: packed + [0, 0, 0]) == expected)
    let cut = try TraceFile.read(bytes: Array(packed.dropLast(9)))
    #expect(cut.notes.map(\.code).contains(.truncated))
    #expect(!cut.tracks.isEmpty)
    #expect(throws: TraceError.self) { try TraceFile.read(bytes: Array(packed[..<20])) }
  }

  @Test func aFileCutAtEveryByteGivesATraceOrAnError() throws {
    let counts = try Reading.atEveryLength(Array(Self.small.utf8))
    #expect(counts == counts.sorted())
    #expect(counts.last == 2 && counts.contains(1))
    let packed = try Gzip.of(Array(Self.small.utf8))
    #expect(try Reading.atEveryLength(packed).last == 2)
  }
}

/// Bytes in the largest memory this process had.
private func peakMemory() -> Int {
  var usage = rusage()
  unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss * 1024
}
