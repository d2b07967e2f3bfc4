import Testing

@testable import TraceFormats

struct LineFeedTests {
  /// Keeps the lines that come, with their numbers.
  private struct Collector: LineConsumer {
    var lines: [String] = []

    mutating func take(
      _ line: Span<UInt8>, number: Int, into builder: inout TraceBuilder
    ) throws(TraceError) {
      lines.append("\(number):\(line.text())")
    }
  }

  private func lines(_ text: String, by size: Int) throws -> [String] {
    var feed = LineFeed(Collector(), options: ReadingOptions())
    var builder = TraceBuilder(format: .csv, options: ReadingOptions())
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      try feed.read(
        bytes.span.extracting(start..<min(start + size, bytes.count)), into: &builder)
    }
    try feed.finish(into: &builder)
    return feed.consumer.lines
  }

  @Test(arguments: [1, 2, 3, 4, 5, 100])
  func everyKindOfLineEnd(_ size: Int) throws {
    let expected = ["1:a", "2:", "3:bc", "4:d", "5:", "6:e"]
    #expect(try lines("a\n\nbc\rd\r\n\r\ne", by: size) == expected)
    #expect(try lines("\u{FEFF}a\n\nbc\rd\r\n\r\ne\n", by: size) == expected)
    #expect(try lines("", by: size) == [])
    #expect(try lines("\r\n", by: size) == ["1:"])
  }

  @Test func longLinesOverManyWindowsAndPieces() throws {
    let long = String(repeating: "x", count: 5000)
    for size in [100, 511, 512, 513, 6000, 20_000] {
      for end in ["\n", "\r", "\r\n"] {
        let text = long + end + "y" + end + long
        #expect(try lines(text, by: size) == ["1:\(long)", "2:y", "3:\(long)"])
      }
    }
  }
}
