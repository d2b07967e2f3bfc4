import Testing
import Tracks

/// What is read after another time is what would be read alone.
struct ISO8601ReaderTests {
  @Test func everyTimeIsReadAsIfAlone() {
    var reader = ISO8601Reader()
    for text in [
      "2024-05-01T00:00:00Z", "2024-05-01T23:59:59Z", "2024-05-01T23:59:60Z",
      "2024-05-01T24:00:00Z", "2024-05-01T10:00:03Z", "2024-05-02T10:00:03Z",
      "2024-05-02T10:0x:03Z", "2024-05-02 10:00:03Z", "2024-05-02T10:00:03+", "2024-05-02T10:00Z",
      "2024-13-02T10:00:03Z", "2024-13-02T10:00:04Z", "2023-02-29T10:00:03Z",
      "1969-12-31T23:59:58Z", "1969-12-31T00:00:01Z", "2024-05-01T10:00:03.5Z", "", "2024",
    ] {
      #expect(reader.read(text.utf8Span.span) == ISO8601Time(text), "\(text)")
    }
  }
}
