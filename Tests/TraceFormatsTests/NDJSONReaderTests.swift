import Testing
import TraceFormats
import Tracks

struct NDJSONReaderTests {
  private static let recording = """
    {"type":"event","kind":"started","sequence":0,"generation":0,"time":"2024-05-01T10:00:00Z","emitted_ms":0}
    {"type":"fix","sequence":1,"generation":0,"vehicle":"a","time":"2024-05-01T10:00:00.123456789Z","lat":47.123456789012345,"lon":-8.5,"alt":0,"speed":0,"course":0,"accuracy":4.2,"emitted_ms":0}
    {"type":"fix","sequence":2,"generation":0,"vehicle":"b","lat":1e-7,"lon":8.5,"derived":["time","speed","course"],"interpolated":true,"emitted_ms":1.5}
    {"type":"fix","sequence":3,"generation":0,"vehicle":"a","time":"2024-05-01T10:00:01Z","lat":47.2,"lon":-8.5,"emitted_ms":1000}
    {"type":"fix","sequence":4,"generation":1,"vehicle":"a","time":"2024-05-01T10:00:02Z","lat":47.3,"lon":-8.5,"emitted_ms":2000}
    {"type":"event","kind":"looped","sequence":5,"generation":1,"emitted_ms":2500}
    {"type":"fix","sequence":6,"generation":1,"vehicle":"a","time":"2024-05-01T10:00:03Z","lat":47.4,"lon":-8.5,"unknown":[{"lat":1}],"emitted_ms":3000}

    """

  @Test func fixesAreReadToTheLastDigit() throws {
    let trace = try Reading.text(Self.recording)
    #expect(trace.format == .ndjson)
    #expect(trace.tracks.map(\.name) == ["a", "b"])
    let first = trace.tracks[0].segments[0].fixes[0]
    #expect(first.time?.nanoseconds == 1_714_557_600_123_456_789)
    #expect(first.coordinate.latitude == 47.123456789012345)
    #expect((first.altitude, first.speed, first.course) == (0, 0, 0))
    #expect(first.horizontalAccuracy == 4.2)
    #expect(first.marks == [])
    let second = trace.tracks[1].segments[0].fixes[0]
    #expect(second.coordinate.latitude == 1e-7)
    #expect((second.time, second.altitude, second.speed) == (nil, nil, nil))
    #expect(second.marks == [.derivedTime, .derivedSpeed, .derivedCourse, .interpolated])
  }

  /// A recording of one fix a second, the third put off behind the fourth, at so many times real time.
  private func recording(rate: Double) -> String {
    [(0, 0.0), (1, 1), (3, 3), (2, 3.5), (4, 4)].enumerated().map { sequence, fix in
      #"{"type":"fix","sequence":\#(sequence),"generation":0,"vehicle":"a","#
        + #""time":"2024-05-01T10:00:0\#(fix.0)Z","lat":1,"lon":1,"emitted_ms":\#(fix.1 * 1000 / rate)}"#
    }.joined(separator: "\n") + "\n"
  }

  private func emissions(_ text: String) throws -> [RecordedEmission] {
    try Reading.text(text).tracks[0].segments[0].emissions
  }

  @Test func whenAFixWasEmittedIsKept() throws {
    let emissions = try emissions(recording(rate: 1))
    #expect(emissions.map(\.sequence) == [0, 1, 2, 3, 4])
    let start = emissions[0].time
    #expect(emissions.map { start.duration(to: $0.time) / .seconds(1) } == [0, 1, 3, 3.5, 4])
    #expect(start.nanoseconds == 1_714_557_600_000_000_000)
    #expect(try Reading.text(recording(rate: 1)).tracks[0].isRecording)
  }

  @Test func atAnotherRateAFixWasEmittedAtItsTime() throws {
    let emissions = try emissions(recording(rate: 10))
    let start = emissions[0].time
    #expect(emissions.map { start.duration(to: $0.time) / .seconds(1) } == [0, 1, 3, 2, 4])
  }

  @Test func whatDoesNotTellWhenIsNoRecording() throws {
    let text = recording(rate: 1).replacing(#","emitted_ms":3500.0"#, with: "")
    let track = try Reading.text(text).tracks[0]
    #expect(track.fixCount == 5 && !track.isRecording)
    #expect(track.segments[0].emissions.isEmpty)
  }

  @Test func aSeekAndALoopBeginSegments() throws {
    let trace = try Reading.text(Self.recording)
    #expect(trace.tracks[0].segments.map(\.fixes.count) == [2, 1, 1])
    #expect(trace.notes.first { $0.code == "events" }?.count == 2)
  }

  @Test func halfALastLineIsDropped() throws {
    let bytes = Array(Self.recording.utf8)
    let points = try Reading.atEveryLength(bytes)
    #expect(points.last == 5)
    #expect(zip(points, points.dropFirst()).allSatisfy { $0 <= $1 })
    let cut = try TraceFile.read(bytes: Array(bytes.dropLast(3)))
    #expect(cut.tracks.map(\.fixCount) == [3, 1])
    #expect(cut.notes.contains { $0.code == .truncated && $0.line == 7 })
    // A last line that is whole needs no line end.
    #expect(try TraceFile.read(bytes: Array(bytes.dropLast())).tracks.map(\.fixCount) == [4, 1])
  }

  @Test func wrongLinesAreSkippedWithTheirNumber() throws {
    let trace = try Reading.text(
      Self.recording + """
        {"type":"fix","lat":1,"lon":
        nonsense
        {"type":"other"}
        {"type":"fix","vehicle":"a","lat":91,"lon":1}
        {"type":"fix","vehicle":"a","lat":1}

        """)
    #expect(trace.skipped == 5)
    #expect(trace.notes.filter { $0.code == .malformed }.map(\.line) == [8])
    #expect(trace.tracks.map(\.fixCount) == [4, 1])
  }

  @Test func piecesMayBeCutAnywhere() throws {
    let whole = try Reading.text(Self.recording)
    for size in [1, 7, 64] {
      #expect(try Reading.inPieces(Array(Self.recording.utf8), of: size) == whole)
    }
  }
}
