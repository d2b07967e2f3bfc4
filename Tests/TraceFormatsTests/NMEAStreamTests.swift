import Testing
import TraceFormats
import Tracks

@Suite("NMEA as it comes")
struct NMEAStreamTests {
  static func sentence(_ body: String) -> String {
    let sum = body.utf8.reduce(UInt8(0)) { $0 ^ $1 }
    let digits = Array("0123456789ABCDEF")
    return "$\(body)*\(digits[Int(sum >> 4)])\(digits[Int(sum & 15)])\r\n"
  }

  static func epoch(_ second: Int, dated: Bool = true) -> String {
    let time = "1000\(second < 10 ? "0" : "")\(second).00"
    let place = "4700.000\(second),N,00800.000,E"
    let rest = sentence("GPGGA,\(time),\(place),1,08,0.9,500.0,M,,M,,")
    return dated ? sentence("GPRMC,\(time),A,\(place),10.0,90.0,010524,,,A") + rest : rest
  }

  static func read(_ text: String, _ stream: inout NMEAStream) throws -> [Fix] {
    let bytes = Array(text.utf8)
    return try stream.read(bytes.span)
  }

  @Test(
    "A fix comes when the next epoch begins, wherever the bytes are cut", arguments: [1, 7, 4096])
  func fixes(piece: Int) throws {
    var stream = NMEAStream()
    let bytes = Array((Self.epoch(1) + Self.epoch(2) + Self.epoch(3)).utf8)
    var fixes: [Fix] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      let part = Array(bytes[start..<min(start + piece, bytes.count)])
      fixes += try stream.read(part.span)
    }
    #expect(
      fixes.map { $0.time?.iso8601Milliseconds } == [
        "2024-05-01T10:00:01.000Z", "2024-05-01T10:00:02.000Z",
      ])
    #expect(fixes.first?.altitude == 500)
    #expect(try stream.flush().count == 1)
    #expect(try stream.flush().isEmpty)
  }

  @Test("What is flushed comes once, whatever is said of its epoch later")
  func flush() throws {
    var stream = NMEAStream()
    #expect(try Self.read(Self.epoch(1), &stream).isEmpty)
    #expect(try stream.flush().count == 1)
    #expect(try Self.read(Self.epoch(1), &stream).isEmpty)
    #expect(try stream.flush().isEmpty)
    #expect(try Self.read(Self.epoch(2), &stream).isEmpty)
    #expect(try stream.flush().count == 1)
  }

  @Test("Before a date is named there is no time, not one of 1970")
  func undated() throws {
    var stream = NMEAStream()
    let first = try Self.read(Self.epoch(1, dated: false) + Self.epoch(2, dated: false), &stream)
    #expect(first.count == 1)
    #expect(first.first?.time == nil)
    let later = try Self.read(Self.epoch(3) + Self.epoch(4), &stream)
    #expect(later.last?.time?.iso8601Milliseconds == "2024-05-01T10:00:03.000Z")
  }

  @Test("Bad sentences are counted, other text is passed over, what is no text of lines is refused")
  func bad() throws {
    var stream = NMEAStream()
    let text = "{\"class\":\"VERSION\"}\r\n$GPGGA,1*00\r\n" + Self.epoch(1) + "$GPRMC,xx*ZZ\r\n"
    #expect(try Self.read(text + Self.epoch(2), &stream).count == 1)
    #expect(stream.skipped == 2)
    #expect(throws: TraceError.self) {
      _ = try Self.read(String(repeating: "x", count: 5000), &stream)
    }
  }
}
