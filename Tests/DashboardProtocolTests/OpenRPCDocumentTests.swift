import DashboardProtocol
import Testing

struct OpenRPCDocumentTests {
  private let document: JSONValue

  init() throws {
    document = try JSONReader.read(OpenRPCDocument.bytes(version: "1.2.3"))
  }

  @Test func listsTheMethodsOfTheDesign() {
    let names = document["methods"]?.elements?.compactMap { $0["name"]?.string } ?? []
    #expect(
      Set(names) == [
        "play", "pause", "stop", "step", "seek", "setRate", "setLoop", "setRange", "load", "unload",
        "state", "traces", "retry", "vehicles", "vehicle", "search", "subscribe", "resume",
        "setPolicy", "setConsumerDelay", "setNoise", "setFault", "clearFaults", "scenario",
        "metrics", "export",
      ])
    #expect(names.count == Set(names).count)
  }

  @Test func agreesWithWhatIsEnforced() throws {
    for method in document["methods"]?.elements ?? [] {
      let name = try #require(method["name"]?.string)
      let params = method["params"]?.elements ?? []
      let required = params.filter { $0["required"] == .boolean(true) }
      for parameter in required {
        let parameterName = try #require(parameter["name"]?.string)
        let others = required.filter { $0 != parameter }.compactMap { $0["name"]?.string }
        #expect("\(name) without \(parameterName)") {
          try DashboardMethod.command(
            named: name, params: .object(others.map { JSONMember($0, .text("x")) }))
        } throws: {
          ($0 as? RPCError)?.field != nil
        }
      }
      #expect("\(name) with an unknown parameter") {
        try DashboardMethod.command(named: name, params: .object([JSONMember("zz", .integer(1))]))
      } throws: {
        ($0 as? RPCError)?.field == "zz"
      }
    }
  }

  @Test func refersOnlyToSchemasThatAreThere() throws {
    let schemas = try #require(document["components"]?["schemas"])
    var missing: [String] = []
    func visit(_ value: JSONValue) {
      switch value {
      case .array(let elements): elements.forEach(visit)
      case .object(let members):
        for member in members {
          if member.key == "$ref", let path = member.value.string,
            schemas[path.split(separator: "/").last.map(String.init) ?? ""] == nil
          {
            missing.append(path)
          }
          visit(member.value)
        }
      default: break
      }
    }
    visit(document)
    #expect(missing.isEmpty)
    #expect(schemas["State"]?["required"]?.elements?.contains(.text("fraction")) == true)
  }

  /// The messages' keys are the schema's: every golden key is described, every required one is there.
  @Test(arguments: [
    ("hello", "Hello"), ("state", "State"), ("event", "Event"), ("metrics", "Metrics"),
  ])
  func describesTheMessages(name: String, schema: String) throws {
    let bytes = try #require(MessageTests.messages.first { $0.name == name }?.bytes)
    guard case .object(let members) = try JSONReader.read(bytes)["params"],
      let described = document["components"]?["schemas"]?[schema],
      case .object(let properties) = described["properties"]
    else {
      Issue.record("no object")
      return
    }
    let keys = Set(members.map(\.key))
    let required = Set(described["required"]?.elements?.compactMap(\.string) ?? [])
    #expect(required.isSubset(of: keys))
    if schema != "Event" { #expect(keys.isSubset(of: Set(properties.map(\.key)))) }
  }

  /// Reads a frame as somebody does who has only the document.
  @Test func itsTableReadsTheFrames() throws {
    let table = try #require(document["x-binaryFrames"])
    let bytes = PositionFrame(
      header: .init(
        emittedNanoseconds: 1 << 40, sourceMicroseconds: -5, sequence: 6, generation: 7,
        kind: .changed),
      columns: PositionColumns(
        vehicles: [8, 9], latitudes: [-10, 11], longitudes: [12, -13], speeds: [.max, 14],
        courses: [15, 16])
    ).encoded()
    func fields(_ list: String, from start: Int) throws -> [String: Int] {
      var values: [String: Int] = [:]
      for field in table[list]?.elements ?? [] {
        let name = try #require(field["name"]?.string)
        let type = try #require(field["type"]?.string)
        let offset = try start + #require(field["offset"]?.int)
        let size = try #require(Int(type.dropFirst())) / 8
        let raw = (0..<size).reduce(UInt64(0)) { $0 | UInt64(bytes[offset + $1]) << (8 * $1) }
        let shift = 64 - 8 * size
        values[name] =
          type.hasPrefix("i") ? Int(Int64(bitPattern: raw << shift) >> shift) : Int(raw)
      }
      return values
    }
    let headerBytes = try #require(table["headerBytes"]?.int)
    let vehicleBytes = try #require(table["vehicleBytes"]?.int)
    #expect(
      try fields("header", from: 0) == [
        "emitted": 1 << 40, "sourceTime": -5, "sequence": 6, "generation": 7, "count": 2,
        "version": 1, "kind": 1, "flags": 0,
      ])
    #expect(
      try fields("vehicle", from: headerBytes + vehicleBytes) == [
        "vehicle": 9, "lat": 11, "lon": -13, "speed": 14, "course": 16,
      ])
    #expect(bytes.count == headerBytes + 2 * vehicleBytes)
  }

  @Test func listsEveryErrorOnce() {
    let codes = document["x-errors"]?.elements?.compactMap { $0["code"]?.int }
    #expect(codes == RPCError.Code.allCases.map(\.rawValue))
  }
}
