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
}
