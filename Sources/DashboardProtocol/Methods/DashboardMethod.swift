/// A method of the dashboard's interface: its name, what it takes and what it answers.
///
/// The one table of them decodes requests and makes the OpenRPC document, so the two cannot differ.
public struct DashboardMethod: Sendable {
  /// Its name on the wire.
  public let name: String
  /// What it does, in one sentence.
  public let summary: String
  /// What it answers with: the name of a schema of the OpenRPC document.
  public let result: String
  let parameters: [Parameter]
  let decode: @Sendable (Parameters) throws(RPCError) -> DashboardCommand

  init(
    _ name: String, _ summary: String, result: String = "State",
    _ parameters: [Parameter] = [],
    decode: @escaping @Sendable (Parameters) throws(RPCError) -> DashboardCommand
  ) {
    self.name = name
    self.summary = summary
    self.result = result
    self.parameters = parameters
    self.decode = decode
  }

  /// The method of a name, or nil.
  public static func named(_ name: String) -> DashboardMethod? {
    all.first { $0.name == name }
  }

  /// The command that a request asks for.
  ///
  /// - Parameters:
  ///   - name: The method's name.
  ///   - params: The parameters by name, or nil for none.
  /// - Returns: The command with its parameters checked.
  /// - Throws: `RPCError` that says which parameter is missing or wrong, or that there is no such
  ///   method.
  public static func command(
    named name: String, params: JSONValue?
  ) throws(RPCError) -> DashboardCommand {
    guard let method = named(name) else {
      throw RPCError(.methodNotFound, "there is no method \(name); /openrpc.json lists them")
    }
    return try method.decode(Parameters(params, of: method))
  }

  /// All methods, in the order of the document.
  public static let all: [DashboardMethod] = playback + sources + watching + signal + figures
}

extension DashboardCommand {
  /// Whether it changes something for others than the caller, so that one who may only watch may not
  /// give it.
  public var isControl: Bool {
    switch self {
    case .state, .traces, .vehicles, .vehicle, .search, .subscribe, .resume, .metrics, .export:
      false
    default: true
    }
  }
}
