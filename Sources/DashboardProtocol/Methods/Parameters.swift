import Tracks

/// A parameter of a method.
struct Parameter: Sendable {
  var name: String
  var kind: ParameterKind
  var isRequired = false
  var summary: String
}

/// The parameters of one request, each known to be of its kind.
struct Parameters {
  private let values: JSONValue

  /// Checks what a request brought against what its method takes; `null` counts as absent.
  init(_ params: JSONValue?, of method: DashboardMethod) throws(RPCError) {
    let members: [JSONMember]
    switch params {
    case nil, .null: members = []
    case .object(let given): members = given.filter { $0.value != .null }
    default: throw RPCError(.invalidParams, "params must be an object", field: "params")
    }
    for member in members {
      guard let parameter = method.parameters.first(where: { $0.name == member.key }) else {
        throw .invalid(member.key, "is no parameter of \(method.name)")
      }
      try parameter.kind.check(member.value, field: parameter.name)
    }
    values = .object(members)
    for parameter in method.parameters
    where parameter.isRequired && values[parameter.name] == nil {
      throw .invalid(parameter.name, "is missing")
    }
  }

  subscript(name: String) -> JSONValue? { values[name] }

  func text(_ name: String) -> String? { values[name]?.string }

  func number(_ name: String) -> Double? { values[name]?.double }

  func integer(_ name: String) -> Int? { values[name]?.int }

  func time(_ name: String) -> SourceTime? {
    values[name]?.string.flatMap { ISO8601Time($0)?.time }
  }

  func texts(_ name: String) -> [String]? {
    values[name]?.elements?.compactMap(\.string)
  }

  func box(_ name: String) -> BoundingBox? {
    guard let edges = values[name]?.elements?.compactMap(\.double), edges.count == 4 else {
      return nil
    }
    return BoundingBox(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
  }
}
