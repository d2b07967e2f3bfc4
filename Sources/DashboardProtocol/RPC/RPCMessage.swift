/// What came in one text frame or one body: a request, or a batch of them.
public enum RPCMessage: Hashable, Sendable {
  /// One request or notification.
  case single(RPCRequest)
  /// Several, answered together in one array.
  case batch([RPCRequest])

  /// How many requests one batch may hold.
  public static let batchLimit = 256

  /// Reads a message.
  ///
  /// What is wrong with one request stands in its command, so that the others of its batch are done.
  ///
  /// - Parameter bytes: One JSON text.
  /// - Returns: The message.
  /// - Throws: `RPCError` when the bytes are no JSON, or an empty or too long batch.
  public static func read(_ bytes: [UInt8]) throws(RPCError) -> RPCMessage {
    let value: JSONValue
    do {
      value = try JSONReader.read(bytes)
    } catch {
      throw RPCError(.parseError, "the message is no JSON: \(error)")
    }
    guard case .array(let elements) = value else { return .single(RPCRequest(value)) }
    if elements.isEmpty { throw RPCError(.invalidRequest, "a batch holds at least one request") }
    if elements.count > batchLimit {
      throw RPCError(.limit, "a batch holds at most \(batchLimit) requests")
    }
    return .batch(elements.map { RPCRequest($0) })
  }
}

/// One request as it was read.
public struct RPCRequest: Hashable, Sendable {
  /// What the answer repeats; nil for a notification, which gets no answer.
  public var id: RPCID?
  /// The command, or what is wrong with the request.
  public var command: Result<DashboardCommand, RPCError>

  /// Reads a request from its JSON.
  public init(_ value: JSONValue) {
    guard case .object = value, value["jsonrpc"] == .text("2.0"),
      let name = value["method"]?.string, let id = RPCID.read(value["id"])
    else {
      // Without a sound request there is no telling a notification, so the answer goes to id null.
      self.id = RPCID.read(value["id"]).flatMap { $0 } ?? .null
      command = .failure(
        RPCError(
          .invalidRequest, "a request is {\"jsonrpc\": \"2.0\", \"method\", \"params\", \"id\"}"))
      return
    }
    self.id = id
    command = Result { () throws(RPCError) in
      try DashboardMethod.command(named: name, params: value["params"])
    }
  }
}

/// The id of a request.
public enum RPCID: Hashable, Sendable, JSONWritable {
  /// A whole number.
  case integer(Int)
  /// A number with a fraction.
  case number(Double)
  /// A text.
  case text(String)
  /// `null`, for what could not be read so far.
  case null

  /// Reads an id: nil when it is none, an inner nil when it is absent.
  fileprivate static func read(_ value: JSONValue?) -> RPCID?? {
    switch value {
    case nil: .some(nil)
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    case .text(let value): .text(value)
    case .null: .null
    default: nil
    }
  }

  /// Writes the id as it came.
  public func write(to writer: inout JSONWriter) {
    switch self {
    case .integer(let value): value.write(to: &writer)
    case .number(let value): value.write(to: &writer)
    case .text(let value): value.write(to: &writer)
    case .null: writer.raw("null".utf8)
    }
  }
}
