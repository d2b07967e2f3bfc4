/// Why a request was not done, as JSON-RPC 2.0 says it.
public struct RPCError: Error, Hashable, Sendable {
  /// The number for programs.
  public var code: Code
  /// What is wrong and what to do, in one line.
  public var message: String
  /// The name of the parameter that is wrong, or nil.
  public var field: String?

  /// Makes an error.
  public init(_ code: Code, _ message: String, field: String? = nil) {
    self.code = code
    self.message = message
    self.field = field
  }

  /// Makes the error of a parameter that is missing or wrong.
  public static func invalid(_ field: String, _ reason: String) -> RPCError {
    RPCError(.invalidParams, "\(field) \(reason)", field: field)
  }

  /// The number of an error.
  public enum Code: Int, CaseIterable, Hashable, Sendable {
    /// The message is no JSON.
    case parseError = -32_700
    /// The message is JSON, but no request.
    case invalidRequest = -32_600
    /// There is no such method.
    case methodNotFound = -32_601
    /// A parameter is missing or wrong; `data.field` names it.
    case invalidParams = -32_602
    /// The fault is the server's.
    case internalError = -32_603
    /// The command was right, but cannot be done as things stand.
    case refused = -32_000
    /// A newer command took this one's place, or its connection closed.
    case cancelled = -32_001
    /// Nothing has that id.
    case notFound = -32_002
    /// The caller may watch, but not control.
    case forbidden = -32_003
    /// A stated limit was passed.
    case limit = -32_004

    /// What it means, for the document of the interface.
    var summary: String {
      switch self {
      case .parseError: "The message is no JSON."
      case .invalidRequest: "The message is JSON, but no request."
      case .methodNotFound: "There is no such method."
      case .invalidParams: "A parameter is missing or wrong; data.field names it."
      case .internalError: "The fault is the server's."
      case .refused: "The command was right, but cannot be done as things stand."
      case .cancelled: "A newer command took this one's place."
      case .notFound: "Nothing has that id; data.field names the parameter."
      case .forbidden: "The token may watch, but not control."
      case .limit: "A stated limit was passed; send less at a time."
      }
    }
  }
}

extension RPCError: JSONWritable {
  /// Writes `{code, message, data: {field}}`.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("code", code.rawValue)
      writer.field("message", message)
      if let field {
        writer.key("data")
        writer.object { $0.field("field", field) }
      }
    }
  }
}
