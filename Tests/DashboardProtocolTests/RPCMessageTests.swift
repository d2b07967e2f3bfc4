import DashboardProtocol
import Testing
import Tracks

struct RPCMessageTests {
  private func request(_ text: String) throws -> RPCRequest {
    guard case .single(let request) = try RPCMessage.read(Array(text.utf8)) else {
      throw RPCError(.internalError, "a batch")
    }
    return request
  }

  private func command(_ method: String, _ params: String?) throws -> DashboardCommand {
    let tail = params.map { #","params":\#($0)"# } ?? ""
    return try request(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)"\#(tail)}"#).command.get()
  }

  @Test(arguments: [
    ("play", nil, DashboardCommand.play), ("pause", "{}", .pause), ("stop", "null", .stop),
    ("step", nil, .step(by: 1)), ("step", #"{"by":-3}"#, .step(by: -3)),
    ("seek", #"{"fraction":0.25}"#, .seek(.fraction(0.25))),
    ("seek", #"{"index":7}"#, .seek(.index(7))),
    (
      "seek", #"{"time":"1970-01-01T00:00:01.500Z"}"#,
      .seek(.time(SourceTime(nanoseconds: 1_500_000_000)))
    ),
    ("setRate", #"{"rate":0.5}"#, .setRate(.times(0.5))),
    ("setRate", #"{"rate":"max"}"#, .setRate(.max)),
    ("setLoop", #"{"mode":"off"}"#, .setLoop(.off)),
    ("setLoop", #"{"mode":"count","count":3}"#, .setLoop(.count(3))),
    ("setLoop", #"{"mode":"bounce"}"#, .setLoop(.bounce)),
    ("setRange", "{}", .setRange(from: nil, to: nil)),
    ("load", #"{"traces":["a","b"]}"#, .load(traces: ["a", "b"])),
    ("unload", nil, .unload), ("state", nil, .state), ("traces", nil, .traces),
    ("retry", nil, .retry(traces: nil)), ("retry", #"{"traces":["a"]}"#, .retry(traces: ["a"])),
    ("vehicles", nil, .vehicles), ("vehicle", #"{"id":"x"}"#, .vehicle(id: "x")),
    ("search", #"{"query":"q"}"#, .search(query: "q", kind: .vehicle)),
    ("search", #"{"query":"q","kind":"event"}"#, .search(query: "q", kind: .event)),
    ("resume", #"{"sequence":9}"#, .resume(sequence: 9, run: nil)),
    ("resume", #"{"sequence":9,"run":"r"}"#, .resume(sequence: 9, run: "r")),
    ("setPolicy", #"{"policies":["newest:1"]}"#, .setPolicy(["newest:1"])),
    ("setConsumerDelay", #"{"ms":2.5}"#, .setConsumerDelay(milliseconds: 2.5)),
    ("setNoise", #"{"preset":"urban","seed":4}"#, .setNoise(preset: "urban", seed: 4)),
    ("clearFaults", nil, .clearFaults), ("scenario", #"{"steps":[]}"#, .scenario(.array([]))),
    ("metrics", nil, .metrics), ("export", #"{"format":"gpx"}"#, .export(format: "gpx")),
  ])
  func readsEachMethod(method: String, params: String?, expected: DashboardCommand) throws {
    #expect(try command(method, params) == expected)
  }

  @Test func readsWishes() throws {
    var subscription = SubscriptionWish()
    subscription.vehicles = ["a"]
    subscription.kinds = ["gap"]
    subscription.box = BoundingBox(west: 170, south: -20, east: -170, north: 10)
    subscription.periodMilliseconds = 200
    subscription.minPeriodMilliseconds = 50
    #expect(
      try command(
        "subscribe",
        #"{"vehicles":["a"],"kinds":["gap"],"box":[170,-20,-170,10],"period_ms":200,"minPeriod_ms":50}"#
      ) == .subscribe(subscription))
    var fault = FaultWish(kind: "drop")
    fault.rate = 0.01
    fault.amountMilliseconds = 20
    #expect(
      try command("setFault", #"{"kind":"drop","rate":0.01,"amount_ms":20}"#) == .setFault(fault))
  }

  @Test(arguments: [
    ("setRate", #"{"rate":0}"#, "rate"), ("setRate", #"{"rate":1001}"#, "rate"),
    ("setRate", #"{"rate":"fast"}"#, "rate"), ("setRate", nil, "rate"),
    ("seek", nil, "time"), ("seek", #"{"fraction":1.5}"#, "fraction"),
    ("seek", #"{"fraction":0,"index":0}"#, "index"), ("seek", #"{"index":0.5}"#, "index"),
    ("seek", #"{"time":"yesterday"}"#, "time"), ("step", #"{"by":"one"}"#, "by"),
    ("step", #"{"bye":1}"#, "bye"), ("step", "[1]", "params"), ("load", "{}", "traces"),
    ("load", #"{"traces":[]}"#, "traces"), ("load", #"{"traces":[1]}"#, "traces"),
    ("setLoop", #"{"mode":"count"}"#, "count"), ("setLoop", #"{"mode":"off","count":2}"#, "count"),
    ("setLoop", #"{"mode":"never"}"#, "mode"), ("vehicle", "{}", "id"),
    ("search", #"{"query":"q","kind":"moon"}"#, "kind"),
    ("subscribe", #"{"kinds":["gap","earthquake"]}"#, "kinds"),
    ("subscribe", #"{"box":[0,0,1]}"#, "box"), ("subscribe", #"{"box":[0,9,1,8]}"#, "box"),
    ("setRange", #"{"from":"2024-01-02T00:00:00Z","to":"2024-01-01T00:00:00Z"}"#, "to"),
    ("resume", #"{"sequence":-1}"#, "sequence"), ("setFault", #"{"kind":"drop","rate":2}"#, "rate"),
  ])
  func namesTheWrongField(method: String, params: String?, field: String) {
    #expect {
      try command(method, params)
    } throws: { error in
      let error = error as? RPCError
      return error?.code == .invalidParams && error?.field == field
    }
  }

  @Test(arguments: [
    ("{", RPCError.Code.parseError), ("[]", .invalidRequest),
    ("[" + Array(repeating: "1", count: 257).joined(separator: ",") + "]", .limit),
  ])
  func refusesWhatIsNoMessage(text: String, code: RPCError.Code) {
    #expect {
      try RPCMessage.read(Array(text.utf8))
    } throws: {
      ($0 as? RPCError)?.code == code
    }
  }

  @Test(arguments: [
    ("1", RPCID.null), ("{}", .null), (#"{"jsonrpc":"1.0","id":4,"method":"play"}"#, .integer(4)),
    (#"{"jsonrpc":"2.0","id":[],"method":"play"}"#, .null),
    (#"{"jsonrpc":"2.0","id":"x","method":7}"#, .text("x")),
  ])
  func answersWhatIsNoRequest(text: String, id: RPCID) throws {
    let request = try request(text)
    #expect(request.id == id)
    guard case .failure(let error) = request.command else {
      Issue.record("\(text) was taken for a request")
      return
    }
    #expect(error.code == .invalidRequest)
  }

  @Test func tellsNotificationsFromRequests() throws {
    #expect(try request(#"{"jsonrpc":"2.0","method":"play"}"#).id == nil)
    #expect(try request(#"{"jsonrpc":"2.0","method":"play","id":null}"#).id == .null)
    #expect(try request(#"{"jsonrpc":"2.0","method":"play","id":1.5}"#).id == .number(1.5))
  }

  @Test func readsABatchWithItsFaults() throws {
    let message = try RPCMessage.read(
      Array(
        #"[{"jsonrpc":"2.0","method":"play","id":1},7,{"jsonrpc":"2.0","method":"x","id":2}]"#.utf8)
    )
    guard case .batch(let requests) = message else {
      Issue.record("no batch")
      return
    }
    #expect(requests.map(\.id) == [.integer(1), .null, .integer(2)])
    #expect(throws: RPCError(.methodNotFound, "there is no method x; /openrpc.json lists them")) {
      try requests[2].command.get()
    }
  }
}
