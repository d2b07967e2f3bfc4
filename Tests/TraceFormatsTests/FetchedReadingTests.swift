import Foundation
import Testing
import Tracks

@testable import TraceFormats

/// A document that its reader fetches gives what one gives that it is fed.
struct FetchedReadingTests {
  /// Reads bytes from a source, the first piece large enough to tell the format, the rest of a size.
  private func fetched(_ bytes: [UInt8], pieces size: Int) throws -> Trace {
    var place = min(bytes.count, 4096)
    let source = PieceSource(first: Array(bytes[..<place]), count: place) { buffer, _ in
      let count = min(size, bytes.count - place)
      buffer = Array(bytes[place..<place + count])
      place += count
      return count
    }
    var intake = TraceIntake()
    guard try intake.readAll(from: source) else { throw CocoaError(.featureUnsupported) }
    return try intake.finish()
  }

  /// What both ways make of some bytes, in short.
  private func outcomes(_ bytes: [UInt8], pieces size: Int) throws -> [String] {
    try [{ try fetched(bytes, pieces: size) }, { try TraceFile.read(bytes: bytes) }].map { read in
      do {
        let trace = try read()
        let fixes = trace.tracks.reduce(0) { $0 + $1.fixCount }
        let notes = trace.notes.map { "\($0.code.rawValue) \($0.line ?? 0) \($0.count)" }
        var rest = trace
        rest.notes = []
        return "\(fixes) fixes, \(notes), hash \(rest.hashValue)"
      } catch let error as TraceError {
        return "\(error.code) in line \(error.line ?? 0)"
      }
    }
  }

  private func document(_ points: Int, end: String = "</trkseg></trk></gpx>\n") -> [UInt8] {
    var text = "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\" creator=\"test\"><trk><trkseg>\n"
    for index in 0..<points {
      text +=
        "<trkpt\nlat=\"47.\(index)\" lon=\"8.\(index)\"><ele>4\(index)</ele><!-- > -->"
        + "<time>2024-05-01T10:00:\(10 + index % 50)Z</time><name>a &amp; b</name></trkpt>"
    }
    return Array((text + end).utf8)
  }

  @Test(arguments: [1, 7, 4096])
  func aDocumentCutAnywhereIsTheSame(pieces: Int) throws {
    let bytes = document(45)
    #expect(bytes.count > 4600)
    for length in stride(from: 4096, through: bytes.count, by: 5) {
      let both = try outcomes(Array(bytes[..<length]), pieces: pieces)
      #expect(both[0] == both[1], "cut at \(length)")
    }
  }

  @Test(
    arguments: [
      "</trkseg></trk></gpx>\n\n", "</trkseg></trk></gpx>tail", "</trkseg></trk></gpxx>",
      "</trkseg></trk><a b=></a></gpx>", "<trkpt lat=\"1\" lon=\"2\"/></trkseg></trk></gpx><x/>",
      "</trkseg></trk></gpx><!-- open", "<trkpt lat=\"1\"", "<p:trkpt lat=\"1\" lon=\"2\"/>",
      "<name>&#1; &none; <![CDATA[ > ", "<!DOCTYPE a [<!ENTITY b \"c\">]>",
      "<name>\u{1}</name></trkseg></trk></gpx>",
    ])
  func aWrongEndIsTheSame(end: String) throws {
    let both = try outcomes(document(45, end: end), pieces: 5)
    #expect(both[0] == both[1])
  }

  @Test func whatIsWrongIsToldInOneLine() throws {
    // libxml2 quotes the section; what follows keeps the fault from being the end of the document.
    let end = "<name><![CDATA[ab\ncdef\u{1} ]]></name>" + String(repeating: " ", count: 20_000)
    let notes = try fetched(document(45, end: end), pieces: 100).notes
    let note = try #require(notes.first { $0.code == .malformed })
    #expect(!note.message.contains("\n"), "\(note.message)")
  }

  @Test(arguments: ["Shift_JIS", "GB18030", "EUC-JP", "UTF-32", "IBM037", "UTF.8"])
  func wrongBytesAndWrongDeclarationsLoseNothing(encoding: String) throws {
    var bytes = document(100)
    let declaration = "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>"
    bytes.replaceSubrange(..<21, with: declaration.utf8)
    // In a name.
    let name = try #require(bytes[8_000...].firstRange(of: Array("a &amp; b".utf8)))
    bytes.replaceSubrange(name, with: [0xFF, 0xFE, 0x81, 0xFF])
    for pieces in [1, 1_000, 10_000] {
      let both = try outcomes(bytes, pieces: pieces)
      #expect(both[0] == both[1])
    }
    let trace = try TraceFile.read(bytes: bytes)
    #expect(trace.tracks.reduce(0) { $0 + $1.fixCount } == 100)
    #expect(trace.notes.contains { $0.code == .encoding })
  }

  @Test func anotherEncodingIsRead() throws {
    let text = String(decoding: document(60), as: UTF8.self)
      .replacingOccurrences(of: "1.0\"?", with: "1.0\" encoding=\"EUC-JP\"?")
      .replacingOccurrences(of: "<trkseg>", with: "<name>mountain</name><trkseg>")
    var bytes = Array(text.utf8)
    let name = try #require(bytes.firstRange(of: Array("mountain".utf8)))
    bytes.replaceSubrange(name, with: [0xC9, 0xD9, 0xBB, 0xCE, 0xBB, 0xB3])
    for pieces in [1, 1_000] {
      let trace = try fetched(bytes, pieces: pieces)
      #expect(trace.tracks.first?.name == "富士山")
      #expect(!trace.notes.contains { $0.code == .encoding })
    }
    #expect(try TraceFile.read(bytes: bytes).tracks.first?.name == "富士山")
  }

  @Test func otherEncodingsAreTheSame() throws {
    let text = String(decoding: document(60), as: UTF8.self)
      .replacingOccurrences(of: "a &amp; b", with: "Zürich")
    let utf16 = try #require(text.data(using: .utf16LittleEndian))
    let latin = try #require(
      text.replacingOccurrences(of: "1.0\"?", with: "1.0\" encoding=\"ISO-8859-1\"?")
        .data(using: .isoLatin1))
    let wrong = try #require(text.data(using: .isoLatin1))
    for bytes in [[0xFF, 0xFE] + Array(utf16), Array(latin), Array(wrong), Array(text.utf8)] {
      for pieces in [3, 1000] {
        let both = try outcomes(bytes, pieces: pieces)
        #expect(both[0] == both[1])
        #expect(both[0].hasPrefix("60 fixes"))
      }
    }
  }

  @Test func whatTheSourceThrowsIsThrown() throws {
    let bytes = document(60)
    let source = PieceSource(first: bytes, count: 4096) { _, _ in throw CancellationError() }
    var intake = TraceIntake()
    #expect(throws: CancellationError.self) { try intake.readAll(from: source) }
  }

  @Test func everyFileOfTheCorpusIsTheSame() async throws {
    guard let folder = ProcessInfo.processInfo.environment["RASTRO_CORPUS"] else {
      print("skipped: RASTRO_CORPUS is not set")
      return
    }
    var count = 0
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    where path.hasSuffix(".gpx") || path.hasSuffix(".tcx") {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + path)))
      guard bytes.count > 4096 else { continue }
      do {
        let both = try outcomes(bytes, pieces: 1 << 16)
        #expect(both[0] == both[1], "\(path)")
        count += 1
      } catch is CocoaError {
        continue
      }
    }
    #expect(count > 20)
  }
}
