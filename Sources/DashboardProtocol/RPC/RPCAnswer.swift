/// The answer to one request.
public struct RPCAnswer: JSONWritable {
  private let id: RPCID
  private let outcome: Result<any JSONWritable, RPCError>

  /// Makes the answer to a request.
  public init(id: RPCID, _ outcome: Result<any JSONWritable, RPCError>) {
    self.id = id
    self.outcome = outcome
  }

  /// Writes `{jsonrpc, id, result}` or `{jsonrpc, id, error}`.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("jsonrpc", "2.0")
      writer.field("id", id)
      switch outcome {
      case .success(let result):
        writer.key("result")
        result.write(to: &writer)
      case .failure(let error):
        writer.field("error", error)
      }
    }
  }
}

/// What the server says unasked.
public struct RPCNotification<Params: JSONWritable>: JSONWritable {
  private let method: String
  private let params: Params

  /// Makes a notification.
  public init(_ method: String, _ params: Params) {
    self.method = method
    self.params = params
  }

  /// Writes `{jsonrpc, method, params}`.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("jsonrpc", "2.0")
      writer.field("method", method)
      writer.field("params", params)
    }
  }
}
