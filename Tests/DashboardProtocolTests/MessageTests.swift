import DashboardProtocol
import Testing
import Tracks

struct MessageTests {
  private static let time = SourceTime(nanoseconds: 1_714_557_600_123_456_789)

  private static var state: StateMessage {
    var state = StateMessage(
      status: .playing, rate: .times(10), achievedRate: 9.998_76, loop: .forever, generation: 3,
      sequence: 1234, fraction: 0.5, policy: "newest:1", noise: "urban")
    state.sourceTime = time
    state.first = SourceTime(nanoseconds: 1_714_557_600_000_000_000)
    state.last = SourceTime(nanoseconds: 1_714_557_660_000_000_000)
    state.lap = 2
    state.consumerDelayMilliseconds = 2.5
    state.seed = 7
    state.rangeFrom = SourceTime(nanoseconds: 1_714_557_610_000_000_000)
    state.rangeTo = SourceTime(nanoseconds: 1_714_557_650_000_000_000)
    state.faults = [FaultMessage(kind: "delay", rate: 1, amountMilliseconds: 200, count: 7)]
    return state
  }

  private static var vehicles: [VehicleEntry] {
    [
      VehicleEntry(number: 0, id: "drive", name: "City drive", trace: "city"),
      VehicleEntry(number: 1, id: "v1", name: "Generated \"1\""),
    ]
  }

  private static func notification(_ method: String, _ params: some JSONWritable) -> [UInt8] {
    JSONWriter.bytes(of: RPCNotification(method, params))
  }

  private static func answer(_ result: any JSONWritable) -> [UInt8] {
    JSONWriter.bytes(of: RPCAnswer(id: .integer(1), .success(result)))
  }

  private static var fix: Fix {
    var fix = Fix(Coordinate(wrappingLatitude: 46.1234567891, longitude: 7.2), time: time)
    fix.altitude = 0
    fix.speed = 3.5
    fix.course = 90
    fix.horizontalAccuracy = 4.2
    fix.satellites = 9
    fix.marks = [.derivedSpeed, .derivedCourse, .interpolated]
    return fix
  }

  private static var entry: TraceEntryMessage {
    var entry = TraceEntryMessage(id: "city-drive", name: "City drive")
    entry.format = "gpx"
    entry.points = 600
    entry.first = time
    entry.last = time
    entry.length = 1234.567_89
    entry.notes = [NoteMessage(code: "half-timed", line: 4, message: "2 of 600 points")]
    return entry
  }

  private static var broken: TraceEntryMessage {
    var entry = TraceEntryMessage(id: "b", name: "broken.gpx")
    entry.error = NoteMessage(code: "empty", message: "the file is empty")
    return entry
  }

  private static var hello: HelloMessage {
    var hello = HelloMessage(
      server: "rastro/0.1", run: "r1", capabilities: ["resume"], clockNanoseconds: 12_345,
      hertz: 10, staleMilliseconds: 10_000, goneMilliseconds: 60_000, state: state,
      vehicles: EncodedJSON(vehicles), geofences: .noFeatures)
    hello.tiles = "https://tiles.example/{z}/{x}/{y}.png"
    hello.traces = [entry]
    return hello
  }

  private static var metrics: MetricsMessage {
    var process = ProcessMessage()
    process.cpuSeconds = 1.25
    process.peakResidentBytes = 50_000_000
    return MetricsMessage(
      stages: [
        StageMessage(
          name: "consumer", policy: "newest:1", offered: 10, delivered: 7, dropped: 2, pending: 1,
          rateHertz: 9.9, latency: LatencyMessage([.init("p50", milliseconds: 0.25)]))
      ], process: process, you: ConnectionMessage(merged: 1, dropped: 0, queuedBytes: 9),
      sequence: 5, generation: 1)
  }

  private static var event: EventMessage {
    EventMessage(
      kind: "geofence.enter", sequence: 8, generation: 2, vehicle: "drive", time: time,
      coordinate: Coordinate(latitude: 46.123_456_789_1, longitude: -180),
      details: [JSONMember("fence", .text("port")), JSONMember("speed", .number(.nan))])
  }

  static let messages: [(name: String, bytes: [UInt8])] = [
    ("hello", notification("hello", hello)),
    ("state", notification("state", state)),
    (
      "state-idle",
      answer(
        StateMessage(
          status: .idle, rate: .max, loop: .count(3), generation: 0, sequence: 0, fraction: 0,
          policy: "", noise: "none"))
    ),
    ("event", notification("event", event)),
    ("metrics", notification("metrics", metrics)),
    (
      "vehicles",
      notification(
        "vehicles",
        VehiclesMessage(added: vehicles, removed: ["old"], sequence: 9, generation: 2))
    ),
    ("answer-vehicles", answer(VehicleList(EncodedJSON(vehicles)))),
    ("answer-vehicle", answer(VehicleFix(vehicle: vehicles[0], fix: fix))),
    ("answer-traces", answer(OneField("traces", [entry, broken]))),
    ("answer-resumed", answer(ResumedMessage(state: state, replayed: 2, lost: 3...9))),
    ("answer-export", answer(OneField("url", "/exports/e1"))),
    (
      "error",
      JSONWriter.bytes(
        of: RPCAnswer(id: .text("x"), .failure(.invalid("rate", "is missing"))))
    ),
  ]

  @Test(arguments: messages.map(\.name))
  func isWrittenAsBefore(name: String) throws {
    let bytes = try #require(Self.messages.first { $0.name == name }?.bytes)
    #expect(throws: Never.self) { try JSONReader.read(bytes) }
    try expectGolden(String(decoding: bytes, as: UTF8.self) + "\n", "\(name).json")
  }
}
